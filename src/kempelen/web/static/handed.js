// A game's file is handed on by the device's own way, where there is one.

/**
 * It is fetched before anybody asks, since a device lets a file be shared only right after a touch. The button is
 * shown, with what holds it, where the browser can; a browser that refuses it then after all gets the file to keep.
 * @param {HTMLElement} button
 */
async function offer(button) {
  const {file: address = '', name = ''} = button.dataset;
  if (!('canShare' in navigator)) return;
  const answer = await fetch(address);
  if (!answer.ok) return;
  // as plain text: of a file of another kind some browsers say that they can, and refuse it
  const given = {files: [new File([await answer.blob()], `${name}.txt`, {type: 'text/plain'})]};
  if (!navigator.canShare(given)) return;
  button.addEventListener('click', () => {
    navigator.share(given).catch(error => {
      if (error.name !== 'AbortError') location.assign(address);
    });
  });
  if (button.parentElement) button.parentElement.hidden = false;
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-file]'))) offer(button).catch(() => {});
