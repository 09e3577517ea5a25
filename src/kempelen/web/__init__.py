"""The web app: every registered game in the browser, without code of its own."""
