// The timer wheel as a ring. The tick that is due next is at the top and time runs clockwise, so a
// timer moves towards the mark until it fires. Where there are more slots than fit, neighbours are
// drawn as one. The length of a stroke and its colour both stand for the number of timers; the
// pointer or the arrow keys choose a stroke, and a line of text tells what it holds.

import { attr, el, text } from './dom.js';
import { Plot } from './plot.js';
import { colour } from './theme.js';
import { nanos, plural, short, whole } from './format.js';
import { sum } from './samples.js';

const STROKES_MAX = 128;

/** Fewer timers than this do not have the hottest colour, even where no stroke has more. */
const HOT_MIN = 32;

/** Slots in the order in which they come due, some of them as one. */
function groupsOf({ slots, position, resolutionNanos }) {
  const size = Math.max(1, Math.ceil(slots.length / STROKES_MAX));
  const groups = [];
  for (let ahead = 0; ahead < slots.length; ahead += size) {
    const members = Math.min(size, slots.length - ahead);
    let count = 0;
    for (let i = 0; i < members; i += 1) {
      count += slots[(position + 1 + ahead + i) % slots.length];
    }
    groups.push({
      count,
      fromTick: position + 1 + ahead,
      toTick: position + ahead + members,
      fromNanos: ahead * resolutionNanos,
      toNanos: (ahead + members) * resolutionNanos,
    });
  }
  return groups;
}

export function wheelPart() {
  let groups = [];
  let chosen = 0;
  let isChosen = false;
  const told = el('p', { class: 'wheel-told', 'aria-live': 'off' });
  const plot = new Plot((context, width, height, data) =>
    draw(context, width, height, data, isChosen ? chosen : -1), {
    class: 'wheel', role: 'slider', tabindex: '0', 'aria-label': 'Slots of the wheel',
    'aria-valuemin': '0' });
  const { canvas } = plot;

  const tell = () => {
    const group = groups[chosen];
    if (!group) return;
    const ticks = group.fromTick === group.toTick
      ? `Tick ${whole(group.fromTick)}`
      : `Ticks ${whole(group.fromTick)} to ${whole(group.toTick)}`;
    const line = `${ticks}, due in ${nanos(group.fromNanos)} to ${nanos(group.toNanos)}: ` +
      plural(group.count, 'timer');
    text(told, isChosen ? line : 'Point at the ring, or focus it and use the arrow keys.');
    attr(canvas, 'aria-valuenow', chosen);
    attr(canvas, 'aria-valuetext', line);
  };
  const choose = (index) => {
    chosen = (index + groups.length) % groups.length;
    isChosen = true;
    tell();
    plot.redraw();
  };
  canvas.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -16,
      PageDown: 16 };
    if (event.key === 'Home') choose(0);
    else if (event.key === 'End') choose(groups.length - 1);
    else if (by[event.key]) choose(isChosen ? chosen + by[event.key] : 0);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener('focus', () => choose(chosen));
  canvas.addEventListener('blur', () => { isChosen = false; tell(); plot.redraw(); });
  canvas.addEventListener('pointermove', (event) => {
    const dx = event.offsetX - canvas.clientWidth / 2;
    const dy = event.offsetY - canvas.clientHeight / 2;
    const turn = (Math.atan2(dx, -dy) / (2 * Math.PI) + 1) % 1;
    choose(Math.floor(turn * groups.length));
  });
  canvas.addEventListener('pointerleave', () => {
    if (document.activeElement === canvas) return;
    isChosen = false;
    tell();
    plot.redraw();
  });
  return {
    node: el('div', { class: 'wheel-box' }, canvas, told),
    update(timers) {
      groups = groupsOf(timers);
      chosen = Math.min(chosen, groups.length - 1);
      attr(canvas, 'aria-valuemax', groups.length - 1);
      tell();
      plot.show({ groups, timers });
    },
  };
}

function draw(context, width, height, { groups, timers }, chosen) {
  const size = Math.min(width, height);
  const outer = size / 2 - 24;
  const inner = outer * 0.6;
  const most = Math.max(1, ...groups.map((group) => group.count));
  context.save();
  context.translate(width / 2, height / 2);
  const step = (2 * Math.PI) / groups.length;
  rim(context, inner, outer);
  groups.forEach((group, index) => {
    const share = Math.sqrt(group.count / most);
    const from = -Math.PI / 2 + index * step + step * 0.12;
    const to = -Math.PI / 2 + (index + 1) * step - step * 0.12;
    const reach = inner + 2 + (outer - inner - 2) * share;
    context.beginPath();
    context.arc(0, 0, reach, from, to);
    context.arc(0, 0, inner, to, from, true);
    context.closePath();
    const warmth = Math.sqrt(group.count / Math.max(most, HOT_MIN));
    context.fillStyle = index === chosen ? colour('--text') : heat(warmth);
    if (group.count) context.fill();
  });
  hand(context, inner, outer);
  labels(context, outer, timers, width > size + 60);
  middle(context, timers, groups);
  context.restore();
}

function heat(share) {
  const tones = ['--heat-1', '--heat-2', '--heat-3', '--heat-4', '--heat-5'];
  return colour(tones[Math.min(tones.length - 1, Math.floor(share * tones.length))]);
}

function rim(context, inner, outer) {
  context.strokeStyle = colour('--grid');
  context.lineWidth = 1;
  for (const radius of [inner, (inner + outer) / 2, outer]) {
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** The mark of the current position: a pointer from outside and a line across the ring. */
function hand(context, inner, outer) {
  context.strokeStyle = colour('--text');
  context.fillStyle = colour('--text');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(0, -inner + 6);
  context.lineTo(0, -outer - 2);
  context.stroke();
  context.beginPath();
  context.moveTo(0, -outer + 1);
  context.lineTo(-5, -outer - 8);
  context.lineTo(5, -outer - 8);
  context.closePath();
  context.fill();
}

function labels(context, outer, { slots, resolutionNanos }, hasRoom) {
  const round = slots.length * resolutionNanos;
  context.fillStyle = colour('--muted');
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillText('now', 0, -outer - 16);
  context.fillText(`+${nanos(round / 2)}`, 0, outer + 14);
  if (hasRoom) {
    context.textAlign = 'left';
    context.fillText(`+${nanos(round / 4)}`, outer + 10, 0);
    context.textAlign = 'right';
    context.fillText(`+${nanos((round * 3) / 4)}`, -outer - 10, 0);
    return;
  }
  context.save();
  context.rotate(Math.PI / 2);
  context.fillText(`+${nanos(round / 4)}`, 0, -outer - 12);
  context.rotate(Math.PI);
  context.fillText(`+${nanos((round * 3) / 4)}`, 0, -outer - 12);
  context.restore();
}

function middle(context, { position }, groups) {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour('--text');
  context.font = `600 26px ${colour('--font')}`;
  context.fillText(short(sum(groups.map((group) => group.count))), 0, -8);
  context.font = `11px ${colour('--font')}`;
  context.fillStyle = colour('--muted');
  context.fillText('timers in the wheel', 0, 14);
  context.fillText(`tick ${whole(position)}`, 0, 30);
}
