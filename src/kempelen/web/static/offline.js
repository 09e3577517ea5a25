// The player inside a downloaded replay: every frame is a list of line numbers.
(() => {
  const data = JSON.parse(document.querySelector('#data').textContent);
  const find = id => document.querySelector('#' + id);
  const player = find('player'), slider = find('slider'), play = find('play'), speed = find('speed');
  const last = Number(player.dataset.last);
  const text = numbers => numbers.map(n => data.lines[n]).join('\n');
  let at = -1, timer = 0;
  function paragraphs(parent, lines) {
    parent.replaceChildren(...lines.map(line => Object.assign(document.createElement('p'), {textContent: line})));
  }
  function go(number) {
    number = Math.max(0, Math.min(last, number));
    if (number === last) stop();
    if (number === at) return;
    at = number;
    const frame = data.frames[at];
    find('board').innerHTML = text(frame.board);
    find('around').innerHTML = text(frame.trays);
    find('standing').textContent = frame.status;
    paragraphs(find('told'), frame.lines);
    const why = find('why-body');
    if (frame.whys.length) why.innerHTML = frame.whys.join(''); else paragraphs(why, [why.dataset.none]);
    slider.value = at;
    find('number').textContent = at + '/' + last;
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = '▶';
    play.setAttribute('aria-label', play.dataset.play);
  }
  function start() {
    if (at === last) go(0);
    timer = setInterval(() => go(at + 1), Number(speed.value));
    play.textContent = '❚❚';
    play.setAttribute('aria-label', play.dataset.pause);
  }
  player.addEventListener('click', event => {
    const button = event.target.closest('[data-go]');
    if (!button) return;
    const what = button.dataset.go;
    if (what === 'play') { if (timer) stop(); else start(); return; }
    stop();
    go(what === 'first' ? 0 : what === 'last' ? last : at + (what === 'next' ? 1 : -1));
  });
  slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
  speed.addEventListener('change', () => { if (timer) { stop(); start(); } });
  document.addEventListener('keydown', event => {
    if (event.target.matches('input,select')) return;
    if (event.key === 'ArrowRight') { stop(); go(at + 1); }
    if (event.key === 'ArrowLeft') { stop(); go(at - 1); }
  });
  go(0);
})();
