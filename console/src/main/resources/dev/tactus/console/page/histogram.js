// The histogram of lateness: how late timers were handed over, in the last two minutes as filled
// bars, since the start as outlines, both as shares of their own total. Two bars further is twice
// as late.

import { el } from './dom.js';
import { Plot } from './plot.js';
import { colour } from './theme.js';
import { nanos } from './format.js';
import { sum } from './samples.js';

const BARS_PER_DOUBLING = 2;

/** What came on top of an earlier histogram, bucket by bucket. */
function latest(now, earlier) {
  const before = new Map((earlier ?? []).map((it) => [it.upToNanos, it.count]));
  return now.map((it) => ({
    upToNanos: it.upToNanos,
    count: Math.max(0, it.count - (before.get(it.upToNanos) ?? 0)),
  }));
}

/** Fine buckets as bars of equal width, those between them that are empty included. */
function barsOf(buckets) {
  const barOf = (upToNanos) => Math.ceil(BARS_PER_DOUBLING * Math.log2(Math.max(1, upToNanos)));
  if (!buckets.length) return [];
  const first = barOf(buckets[0].upToNanos);
  const last = barOf(buckets.at(-1).upToNanos);
  const bars = Array.from({ length: last - first + 1 }, (_, index) => ({
    upToNanos: 2 ** ((first + index) / BARS_PER_DOUBLING),
    count: 0,
  }));
  for (const { upToNanos, count } of buckets) bars[barOf(upToNanos) - first].count += count;
  return bars;
}

export function histogramPart() {
  const plot = new Plot(draw, { class: 'chart tall' });
  return {
    node: el('div', { class: 'chart-box' }, plot.canvas, el('div', { class: 'legend' },
      el('span', { class: 'legend-item' }, el('i', { class: 'box filled' }), 'last two minutes'),
      el('span', { class: 'legend-item' }, el('i', { class: 'box' }), 'since the start'))),
    update(lateness, samples) {
      const all = lateness.buckets;
      const recent = samples.length > 1 ? latest(all, samples[0].lateness) : all;
      plot.show({ all: barsOf(all), recent: barsOf(recent), lateness },
        `Lateness: half at most ${nanos(lateness.p50Nanos)}, 99 of 100 at most ` +
        `${nanos(lateness.p99Nanos)}, none above ${nanos(lateness.maxNanos)}.`);
    },
  };
}

function draw(context, width, height, { all, recent, lateness }) {
  const bottom = height - 20;
  const left = 4;
  const right = width - 4;
  if (!all.length) return;
  const shares = (buckets) => {
    const total = sum(buckets.map((it) => it.count)) || 1;
    return buckets.map((it) => it.count / total);
  };
  const of = { all: shares(all), recent: shares(recent) };
  const most = Math.max(...of.all, ...of.recent) || 1;
  const step = (right - left) / all.length;
  const y = (share) => bottom - (share / most) * (bottom - 30);
  context.strokeStyle = colour('--grid');
  context.beginPath();
  context.moveTo(left, bottom + 0.5);
  context.lineTo(right, bottom + 0.5);
  context.stroke();
  of.recent.forEach((share, index) => {
    context.fillStyle = colour('--accent');
    context.globalAlpha = 0.75;
    context.fillRect(left + index * step + 1, y(share), Math.max(1, step - 2), bottom - y(share));
    context.globalAlpha = 1;
  });
  context.strokeStyle = colour('--muted');
  context.lineWidth = 1;
  of.all.forEach((share, index) => {
    context.strokeRect(left + index * step + 0.5, y(share) + 0.5, step - 1, bottom - y(share));
  });
  context.fillStyle = colour('--muted');
  context.textAlign = 'center';
  const every = Math.ceil(all.length / Math.max(2, Math.floor(width / 70)));
  all.forEach((bucket, index) => {
    if (index % every === 0) {
      const x = Math.max(24, left + (index + 0.5) * step);
      context.fillText(nanos(bucket.upToNanos), x, bottom + 14);
    }
  });
  const place = (value) => {
    const index = all.findIndex((it) => it.upToNanos >= value);
    return left + ((index < 0 ? all.length - 1 : index) + 0.5) * step;
  };
  marker(context, place(lateness.p50Nanos), bottom, 'p50', 12);
  marker(context, place(lateness.p99Nanos), bottom, 'p99', 12);
}

function marker(context, x, bottom, label, y) {
  context.strokeStyle = colour('--text');
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(x, y + 6);
  context.lineTo(x, bottom);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour('--text');
  context.textAlign = 'center';
  context.fillText(label, Math.max(14, x), y);
}
