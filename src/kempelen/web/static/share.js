// What somebody tells others: by the device's own way where fingers point, else it is copied; where neither works, it is shown.

/** @param {HTMLElement} button */
export async function share(button) {
  const {share: text = '', shared = ''} = button.dataset;
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      return await navigator.share({text});
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = shared;
  } catch {
    show(button, text);
  }
}

/** To be copied by hand. @param {HTMLElement} button @param {string} text */
function show(button, text) {
  const field = document.createElement('textarea');
  field.readOnly = true;
  field.rows = 3;
  field.value = text;
  field.setAttribute('aria-label', button.textContent || '');
  button.replaceWith(field);
  field.focus();
  field.select();
}
