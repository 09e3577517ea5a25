// The home page: what somebody tells others of his table of the day.
import {share} from './share.js';

document.addEventListener('click', event => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-share]'));
  if (button) share(button);
});
