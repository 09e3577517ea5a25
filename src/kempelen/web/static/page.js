// What every part of a table's page needs.

export const words = /** @type {HTMLElement} */ (document.querySelector('#words')).dataset;

export const NARROW = matchMedia('(max-width: 860px)');

/** @param {string} id */
export const find = id => /** @type {HTMLElement | null} */ (document.getElementById(id));
export const table = () => /** @type {HTMLElement} */ (find('table'));
export const path = (/** @type {string} */ what) => `/tables/${table().dataset.id}/${what}?seat=${table().dataset.seat}`;
