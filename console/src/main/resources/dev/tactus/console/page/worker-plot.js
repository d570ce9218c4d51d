// The timeline of one worker: how busy it was as an area, its steals as strokes from the top, its
// sleeps as dots at the bottom. Strokes and dots are larger where there were more.

import { el } from './dom.js';
import { Plot, runs } from './plot.js';
import { colour } from './theme.js';
import { WINDOW_MILLIS } from './store.js';

/** The plot of the worker with this key. */
export function workerPlot(key) {
  const valueOf = (sample, name) => sample.workers.find((it) => it.key === key)?.[name] ?? null;
  return new Plot((context, width, height, { samples, now }) => {
    const since = now - WINDOW_MILLIS;
    const inside = samples.filter((sample) => sample.at >= since);
    const x = (at) => width - 2 - ((now - at) / WINDOW_MILLIS) * (width - 3);
    const bottom = height - 7;
    const y = (share) => bottom - share * (bottom - 9);
    grid(context, width, y);
    area(context, runs(inside, (it) => valueOf(it, 'busy')), x, y, bottom);
    marks(context, inside, (it) => valueOf(it, 'steals'), (at, share) =>
      stroke(context, x(at), share));
    marks(context, inside, (it) => valueOf(it, 'parks'), (at, share) =>
      dot(context, x(at), height - 3, share));
  }, { class: 'worker-plot' });
}

function grid(context, width, y) {
  context.strokeStyle = colour('--grid');
  context.lineWidth = 1;
  for (const share of [0, 0.5, 1]) {
    context.beginPath();
    context.moveTo(0, Math.round(y(share)) + 0.5);
    context.lineTo(width, Math.round(y(share)) + 0.5);
    context.stroke();
  }
}

function area(context, parts, x, y, bottom) {
  const ink = colour('--accent');
  for (const points of parts) {
    context.beginPath();
    points.forEach((point, index) => {
      if (index === 0) context.moveTo(x(point.at), y(point.value));
      else context.lineTo(x(point.at), y(point.value));
    });
    context.strokeStyle = ink;
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(x(points.at(-1).at), bottom);
    context.lineTo(x(points[0].at), bottom);
    context.globalAlpha = 0.22;
    context.fillStyle = ink;
    context.fill();
    context.globalAlpha = 1;
  }
}

/** Calls with the moment and the share of the most, for each moment that has any. */
function marks(context, samples, valueOf, draw) {
  const most = Math.max(0, ...samples.map((sample) => valueOf(sample) ?? 0));
  if (most === 0) return;
  for (const sample of samples) {
    const value = valueOf(sample) ?? 0;
    if (value > 0) draw(sample.at, value / most);
  }
}

function stroke(context, x, share) {
  context.strokeStyle = colour('--second');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, 1 + 6 * share);
  context.stroke();
}

function dot(context, x, y, share) {
  context.fillStyle = colour('--muted');
  context.beginPath();
  context.arc(x, y, 0.5 + 1.6 * share, 0, 7);
  context.fill();
}

/** What the marks mean. */
export function legendMark(kind, label) {
  const plot = new Plot((context, width, height) => {
    if (kind === 'busy') {
      context.globalAlpha = 0.22;
      context.fillStyle = colour('--accent');
      context.fillRect(0, height / 2, width, height / 2);
      context.globalAlpha = 1;
      context.fillRect(0, height / 2 - 1, width, 1.5);
    } else {
      for (const share of [0.3, 1, 0.6]) {
        const x = width * share - 2;
        if (kind === 'steal') stroke(context, x, share);
        else dot(context, x, height / 2, share);
      }
    }
  }, { class: 'swatch-line', 'aria-hidden': 'true' });
  plot.show({});
  return el('span', { class: 'legend-item' }, plot.canvas, label);
}
