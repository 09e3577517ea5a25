// Sounds are off at first: what makes them comes when somebody switches them on.
import {isSet} from './page.js';

/** @type {typeof import('./sounds.js') | null} */
let loud = null;

/** After every new picture, and when they are switched on or off. */
export function soundOf() {
  if (loud) return loud.soundOf();
  if (!isSet('sound')) return;
  import('./sounds.js').then(found => {
    if (loud) return;
    loud = found;
    loud.showVolume();
    loud.soundOf();
  }, () => {}); // without them the table is quiet
}

/** The slider stands where it was left. */
export const showVolume = () => loud?.showVolume();
