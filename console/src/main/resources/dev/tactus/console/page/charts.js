// Charts over time: sparklines for key figures, and lines with axes, a legend and a readout under
// the pointer. The right edge is now; lines differ by dashes as well as by colour.

import { el, text } from './dom.js';
import { Plot, ceiling, runs } from './plot.js';
import { colour } from './theme.js';
import { WINDOW_MILLIS } from './store.js';
import { clock } from './format.js';

const LEFT = 46;
const BOTTOM = 18;
const TOP = 8;
const RIGHT = 8;

function scaleX(at, now, left, right) {
  return right - ((now - at) / WINDOW_MILLIS) * (right - left);
}

function trace(context, points, x, y) {
  context.beginPath();
  points.forEach((point, index) => {
    if (index === 0) context.moveTo(x(point.at), y(point.value));
    else context.lineTo(x(point.at), y(point.value));
  });
}

function within(samples, now) {
  const since = now - WINDOW_MILLIS - 1000;
  return samples.filter((sample) => sample.at >= since);
}

/** A small line without axes; `valueOf` picks the figure of a sample. */
export function sparkline(valueOf, { floor = 0, tone = '--accent' } = {}) {
  return new Plot(
    (context, width, height, { samples, now, toneNow }) => {
      const parts = runs(within(samples, now), valueOf);
      const values = parts.flat().map((point) => point.value);
      if (!values.length) return;
      const max = Math.max(...values);
      const min = floor === null ? Math.min(...values) : floor;
      const span = max - min || 1;
      const x = (at) => scaleX(at, now, 1, width - 4);
      const y = (value) => height - 3 - ((value - min) / span) * (height - 8);
      const ink = colour(toneNow ?? tone);
      for (const points of parts) {
        trace(context, points, x, y);
        context.strokeStyle = ink;
        context.lineWidth = 1.5;
        context.stroke();
        context.lineTo(x(points.at(-1).at), height);
        context.lineTo(x(points[0].at), height);
        context.globalAlpha = 0.13;
        context.fillStyle = ink;
        context.fill();
        context.globalAlpha = 1;
      }
      const last = parts.at(-1).at(-1);
      context.beginPath();
      context.arc(x(last.at), y(last.value), 2.4, 0, 7);
      context.fillStyle = ink;
      context.fill();
    },
    { class: 'spark', 'aria-hidden': 'true' },
  );
}

/**
 * A chart with axes. Series have `label`, `valueOf`, `tone` and perhaps `dash` and `isArea`;
 * `format` writes the values, `limit` draws a line that should not be crossed.
 */
export function timeChart({ series, format, label, limit = null, height = 'chart' }) {
  const legend = el('div', { class: 'legend' });
  const when = el('span', { class: 'legend-time' });
  const values = series.map((it) => {
    const value = el('b', { class: 'num' }, '–');
    legend.append(
      el('span', { class: 'legend-item' }, swatch(it), `${it.label} `, value),
    );
    return value;
  });
  if (limit) {
    const mark = swatch({ tone: limit.tone, dash: [2, 3] });
    legend.append(el('span', { class: 'legend-item' }, mark, limit.label));
  }
  legend.append(when);
  let shownData = null;
  let hover = null;
  const plot = new Plot((context, width, high, data) => {
    drawChart(context, width, high, data, series, format, limit, hover);
  }, { class: height });

  const readout = () => {
    const { samples, now } = shownData;
    const inside = within(samples, now);
    const at = hover === null ? null : nearest(inside, hover, now, plot.canvas.clientWidth);
    const sample = at ?? inside.at(-1);
    series.forEach((it, index) => {
      const value = sample ? it.valueOf(sample) : null;
      text(values[index], value === null || value === undefined ? '–' : format(value));
    });
    text(when, at ? `at ${clock(at.at)}` : '');
  };
  plot.canvas.addEventListener('pointermove', (event) => {
    hover = event.offsetX;
    if (shownData) readout();
    plot.redraw();
  });
  plot.canvas.addEventListener('pointerleave', () => {
    hover = null;
    if (shownData) readout();
    plot.redraw();
  });
  return {
    node: el('div', { class: 'chart-box' }, plot.canvas, legend),
    update(samples, now) {
      shownData = { samples, now };
      readout();
      const told = series.map((it, index) => `${it.label} ${values[index].textContent}`).join(', ');
      plot.show(shownData, `${label}, the last two minutes. Now: ${told}.`);
    },
  };
}

/** A piece of the line, for legends. */
function swatch({ tone, dash, isArea }) {
  const mark = new Plot((context, width, height) => {
    context.strokeStyle = colour(tone);
    context.fillStyle = colour(tone);
    if (isArea) {
      context.globalAlpha = 0.2;
      context.fillRect(0, height / 2, width, height / 2);
      context.globalAlpha = 1;
    }
    context.setLineDash(dash ?? []);
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(0, height / 2);
    context.lineTo(width, height / 2);
    context.stroke();
  }, { class: 'swatch-line', 'aria-hidden': 'true' });
  mark.show({});
  return mark.canvas;
}

function nearest(samples, offset, now, width) {
  const at = now - (WINDOW_MILLIS * (width - RIGHT - offset)) / (width - RIGHT - LEFT);
  let best = null;
  for (const sample of samples) {
    if (!best || Math.abs(sample.at - at) < Math.abs(best.at - at)) best = sample;
  }
  return best;
}

function drawChart(context, width, height, { samples, now }, series, format, limit, hover) {
  const inside = within(samples, now);
  const drawn = series.map((it) => runs(inside, it.valueOf));
  const limitValue = limit ? limit.valueOf() : 0;
  const top = Math.max(limitValue || 0, ...drawn.flat(2).map((point) => point.value), 0);
  const max = ceiling(top * 1.04);
  const right = width - RIGHT;
  const bottom = height - BOTTOM;
  const x = (at) => scaleX(at, now, LEFT, right);
  const y = (value) => bottom - (value / max) * (bottom - TOP);
  axes(context, { right, bottom, max, y, format, left: LEFT });
  context.save();
  context.beginPath();
  context.rect(LEFT, 0, right - LEFT + 4, height);
  context.clip();
  if (limit && limitValue) {
    context.strokeStyle = colour(limit.tone);
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(LEFT, y(limitValue));
    context.lineTo(right, y(limitValue));
    context.stroke();
    context.setLineDash([]);
  }
  drawn.forEach((parts, index) => {
    const it = series[index];
    const ink = colour(it.tone);
    for (const points of parts) {
      trace(context, points, x, y);
      context.strokeStyle = ink;
      context.lineWidth = 1.6;
      context.setLineDash(it.dash ?? []);
      context.stroke();
      context.setLineDash([]);
      if (it.isArea) {
        context.lineTo(x(points.at(-1).at), bottom);
        context.lineTo(x(points[0].at), bottom);
        context.globalAlpha = 0.14;
        context.fillStyle = ink;
        context.fill();
        context.globalAlpha = 1;
      }
    }
  });
  const at = hover === null ? null : nearest(inside, hover, now, width);
  if (at) {
    context.strokeStyle = colour('--muted');
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x(at.at), TOP);
    context.lineTo(x(at.at), bottom);
    context.stroke();
  }
  context.restore();
}

/** A figure of an axis, without zeros that say nothing. */
function plain(figure) {
  return figure.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

function axes(context, { left, right, bottom, max, y, format }) {
  context.lineWidth = 1;
  context.strokeStyle = colour('--grid');
  context.fillStyle = colour('--muted');
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const share of [0, 0.5, 1]) {
    const line = Math.round(y(max * share)) + 0.5;
    context.beginPath();
    context.moveTo(left, line);
    context.lineTo(right, line);
    context.stroke();
    context.fillText(plain(format(max * share)), left - 6, line);
  }
  context.textBaseline = 'alphabetic';
  for (const [share, name, align] of [
    [0, '−2 min', 'left'],
    [0.5, '−1 min', 'center'],
    [1, 'now', 'right'],
  ]) {
    context.textAlign = align;
    context.fillText(name, left + share * (right - left), bottom + 14);
  }
}
