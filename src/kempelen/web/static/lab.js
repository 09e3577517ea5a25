// Live bars: the server draws them, this only asks again until the games are over.
import {become} from './become.js';

const page = document.querySelector("[data-bars]");
const PAUSE = 600;

async function again() {
  const bars = document.querySelector("#bars");
  if (!bars || !bars.hasAttribute("data-running")) return;
  try {
    const answer = await fetch(page.dataset.bars, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    const drawn = holder.content.querySelector("#bars");
    if (drawn) become(bars, drawn);
  } catch {
    // The line is gone for a moment; it is tried again.
  }
  setTimeout(again, PAUSE);
}

setTimeout(again, PAUSE);
