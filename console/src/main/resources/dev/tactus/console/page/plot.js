// A canvas that knows its size, the sharpness of the screen and the colours of the theme, and
// draws again only when one of them or its data has changed.

import { el, attr } from './dom.js';
import { colour, theme } from './theme.js';

const plots = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const entry of entries) plots.get(entry.target)?.resized();
});

theme.listen(() => {
  for (const canvas of document.querySelectorAll('canvas')) plots.get(canvas)?.redraw();
});

export class Plot {
  #draw;
  #data = null;
  #frame = 0;
  #size = '';

  /** `draw(context, width, height, data)` draws everything anew. */
  constructor(draw, attributes = {}) {
    this.#draw = draw;
    this.canvas = el('canvas', { role: 'img', ...attributes });
    plots.set(this.canvas, this);
    sizes.observe(this.canvas);
  }

  /** New data. */
  show(data, label = null) {
    this.#data = data;
    if (label !== null) attr(this.canvas, 'aria-label', label);
    this.redraw();
  }

  resized() {
    const size = `${this.canvas.clientWidth}×${this.canvas.clientHeight}`;
    if (size !== this.#size) {
      this.#size = size;
      this.redraw();
    }
  }

  redraw() {
    if (this.#frame || this.#data === null) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint() {
    const { canvas } = this;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (!width || !height || !canvas.isConnected) return;
    const ratio = window.devicePixelRatio || 1;
    const wide = Math.round(width * ratio);
    const high = Math.round(height * ratio);
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = `11px ${colour('--font')}`;
    context.lineJoin = 'round';
    this.#draw(context, width, height, this.#data);
  }
}

/** A round number not below this one, whose half is round as well. */
export function ceiling(value) {
  if (!(value > 0)) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  const first = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find((it) => it * size >= value * 0.999);
  return first * size;
}

const GAP_MIN_MILLIS = 8000;
const GAP_FACTOR = 4;

/** How far two samples may be apart and still hang together: a few times what is usual. */
function gapOf(samples) {
  let usual = Infinity;
  for (let i = 1; i < samples.length; i += 1) {
    usual = Math.min(usual, Math.max(1, samples[i].at - samples[i - 1].at));
  }
  return Math.max(GAP_MIN_MILLIS, Number.isFinite(usual) ? GAP_FACTOR * usual : 0);
}

/** Parts of a series that hang together, as points; gaps are where a value is missing. */
export function runs(samples, valueOf) {
  const gapMillis = gapOf(samples);
  const parts = [];
  let part = null;
  let last = 0;
  for (const sample of samples) {
    const value = valueOf(sample);
    if (value === null || value === undefined || !Number.isFinite(value)) {
      part = null;
      continue;
    }
    if (!part || sample.at - last > gapMillis) {
      part = [];
      parts.push(part);
    }
    part.push({ at: sample.at, value });
    last = sample.at;
  }
  return parts;
}
