// The space-time diagram of a trace: a lane for each actor, events from left to right in the order
// in which they happened, arrows for messages, each kind of event with a shape of its own. Only
// what the box shows is drawn, so a trace may be long.

import { el } from './dom.js';
import { Plot } from './plot.js';
import { colour } from './theme.js';
import { lastName, nanos } from './format.js';
import { OUTSIDE, laneOf } from './trace-parse.js';

const STEP = 16;
const LANE = 34;
const TOP = 30;

/** Draws a mark of this kind; also for the legend. */
export function mark(context, kind, x, y) {
  context.lineWidth = 1.6;
  context.beginPath();
  switch (kind) {
    case 'SENT':
      paint(context, '--accent');
      context.arc(x, y, 3, 0, 7);
      context.stroke();
      break;
    case 'HANDLED':
      paint(context, '--accent');
      context.rect(x - 4, y - 6, 8, 12);
      context.fill();
      break;
    case 'TIMER':
      paint(context, '--second');
      polygon(context, [[x, y - 6], [x + 6, y], [x, y + 6], [x - 6, y]]);
      context.fill();
      break;
    case 'STARTED':
      paint(context, '--good');
      polygon(context, [[x - 4, y - 6], [x + 6, y], [x - 4, y + 6]]);
      context.fill();
      break;
    case 'STOPPED':
      paint(context, '--text');
      context.rect(x - 5, y - 5, 10, 10);
      context.stroke();
      break;
    case 'FAILED':
      paint(context, '--bad');
      strokes(context, [[x - 5, y - 5, x + 5, y + 5], [x + 5, y - 5, x - 5, y + 5]], 2.4);
      break;
    case 'RESTARTED':
      paint(context, '--good');
      context.arc(x, y, 5, 0.6, 5.8);
      context.stroke();
      strokes(context, [[x + 5, y - 6, x + 4.6, y - 1.5], [x + 4.6, y - 1.5, x + 0.5, y - 3]], 1.6);
      break;
    case 'DEAD_LETTER':
      paint(context, '--bad');
      context.arc(x, y, 5.5, 0, 7);
      context.stroke();
      strokes(context, [[x - 4, y + 4, x + 4, y - 4]], 1.6);
      break;
    case 'FAULT':
      paint(context, '--warn');
      polygon(context, [[x + 2, y - 8], [x - 5, y + 1], [x, y + 1], [x - 2, y + 8], [x + 5, y - 1],
        [x, y - 1]]);
      context.fill();
      break;
    case 'REACHED':
      paint(context, '--good');
      strokes(context, [[x - 3, y - 7, x - 3, y + 7]], 1.6);
      polygon(context, [[x - 3, y - 7], [x + 6, y - 4], [x - 3, y - 1]]);
      context.fill();
      break;
    case 'WARNING':
      paint(context, '--warn');
      polygon(context, [[x, y - 6], [x + 6, y + 5], [x - 6, y + 5]]);
      context.stroke();
      break;
    default:
      paint(context, '--muted');
      strokes(context, [[x, y - 8, x, y + 8]], 1);
  }
}

function paint(context, tone) {
  context.strokeStyle = colour(tone);
  context.fillStyle = colour(tone);
}

function polygon(context, points) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function strokes(context, lines, width) {
  context.lineWidth = width;
  context.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
}

/** The diagram in a box that scrolls; `choose(event)` is called when somebody points at one. */
export class TracePlot {
  #lanes = [];
  #events = [];
  #all = [];
  #places = new Map();
  #selected = -1;

  constructor(choose) {
    this.plot = new Plot((context, width, height) => this.#draw(context, width, height),
      { class: 'trace-canvas', role: 'presentation' });
    this.spacer = el('div', { class: 'trace-spacer' }, this.plot.canvas);
    this.box = el('div', { class: 'trace-box', role: 'slider', tabindex: '0',
      'aria-label': 'Events of the trace', 'aria-valuemin': '1' }, this.spacer);
    this.box.addEventListener('scroll', () => this.plot.redraw(), { passive: true });
    this.plot.canvas.addEventListener('click', (event) => {
      const found = this.#at(event.offsetX, event.offsetY);
      if (found) choose(found);
    });
  }

  get gutter() {
    return this.box.clientWidth < 500 ? 84 : 150;
  }

  /** These events of the whole trace, in these lanes. */
  show(all, events, lanes) {
    this.#all = all;
    this.#events = events;
    this.#lanes = lanes;
    this.#places = new Map(events.map((event, place) => [event.index, place]));
    const style = this.spacer.style;
    style.setProperty('width', `${this.gutter + (events.length + 2) * STEP}px`);
    style.setProperty('height', `${TOP + lanes.length * LANE + 6}px`);
    this.plot.show({});
  }

  select(index) {
    this.#selected = index;
    const place = this.#places.get(index);
    if (place !== undefined) {
      const x = (place + 1) * STEP;
      const room = this.box.clientWidth - this.gutter;
      if (x < this.box.scrollLeft + STEP || x > this.box.scrollLeft + room - 2 * STEP) {
        this.box.scrollLeft = Math.max(0, x - room / 2);
      }
    }
    this.plot.redraw();
  }

  #x(index) {
    const place = this.#places.get(index);
    return place === undefined ? null : this.gutter + (place + 1) * STEP - this.box.scrollLeft;
  }

  #y(lane) {
    const at = this.#lanes.indexOf(lane);
    return at < 0 ? null : TOP + at * LANE + LANE / 2;
  }

  #at(x, y) {
    const place = Math.round((x - this.gutter + this.box.scrollLeft) / STEP) - 1;
    let best = null;
    let bestDistance = 24;
    for (let i = Math.max(0, place - 1); i <= place + 1 && i < this.#events.length; i += 1) {
      const event = this.#events[i];
      const distance = Math.hypot(this.#x(event.index) - x,
        ((this.#y(laneOf(event)) ?? y) - y) * 0.6);
      if (distance < bestDistance) {
        best = event;
        bestDistance = distance;
      }
    }
    return best;
  }

  #draw(context, width, height) {
    const first = Math.max(0, Math.floor(this.box.scrollLeft / STEP) - 2);
    const last = Math.min(this.#events.length, first + Math.ceil(width / STEP) + 4);
    const visible = this.#events.slice(first, last);
    this.#drawLanes(context, width);
    context.save();
    context.beginPath();
    context.rect(this.gutter, 0, width - this.gutter, height);
    context.clip();
    this.#drawTimes(context, visible, height);
    this.#drawArrows(context, first, last, width);
    for (const event of visible) {
      const y = this.#y(laneOf(event));
      if (y !== null && event.kind !== 'TIME') mark(context, event.kind, this.#x(event.index), y);
    }
    this.#drawSelection(context, height);
    context.restore();
  }

  #drawLanes(context, width) {
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    this.#lanes.forEach((lane, index) => {
      const y = TOP + index * LANE + LANE / 2;
      if (index % 2 === 0) {
        context.fillStyle = colour('--stripe');
        context.fillRect(0, y - LANE / 2, width, LANE);
      }
      context.strokeStyle = colour('--grid');
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(this.gutter, y + 0.5);
      context.lineTo(width, y + 0.5);
      context.stroke();
      context.save();
      context.beginPath();
      context.rect(0, y - LANE / 2, this.gutter - 8, LANE);
      context.clip();
      const name = lastName(lane);
      context.fillStyle = colour('--text');
      context.font = `12px ${colour('--font')}`;
      context.fillText(name, 10, lane === name ? y : y - 6);
      if (lane !== name) {
        context.fillStyle = colour('--muted');
        context.font = `10px ${colour('--font')}`;
        context.fillText(lane.slice(0, lane.length - name.length) || '/', 10, y + 8);
      }
      context.restore();
    });
    context.font = `11px ${colour('--font')}`;
  }

  #drawTimes(context, visible, height) {
    context.textAlign = 'left';
    let lastLabel = -Infinity;
    let before = visible.length ? this.#all[visible[0].index - 1]?.nanos ?? -1 : -1;
    for (const event of visible) {
      if (event.nanos !== before) {
        const x = this.#x(event.index) - STEP / 2;
        context.strokeStyle = colour('--grid-strong');
        context.lineWidth = 1;
        context.setLineDash([3, 4]);
        context.beginPath();
        context.moveTo(x, 4);
        context.lineTo(x, height);
        context.stroke();
        context.setLineDash([]);
        if (x - lastLabel > 52) {
          context.fillStyle = colour('--muted');
          context.fillText(nanos(event.nanos), x + 4, 12);
          lastLabel = x;
        }
      }
      before = event.nanos;
    }
  }

  #drawArrows(context, first, last, width) {
    for (const event of this.#events) {
      if (event.effect < 0) continue;
      const place = this.#places.get(event.index);
      if (place > last) break;
      if ((this.#places.get(event.effect) ?? place) < first) continue;
      const from = { x: this.#x(event.index), y: this.#y(laneOf(event)) };
      const to = { x: this.#x(event.effect), y: this.#y(this.#all[event.effect].actor || OUTSIDE) };
      if (from.y === null || to.y === null || to.x === null || from.x > width) continue;
      const isDead = this.#all[event.effect].kind === 'DEAD_LETTER';
      const isChosen = [event.index, event.effect].includes(this.#selected);
      arrow(context, from, to, isDead, isChosen);
    }
  }

  #drawSelection(context, height) {
    const x = this.#x(this.#selected);
    if (x === null) return;
    const event = this.#all[this.#selected];
    context.fillStyle = colour('--accent');
    context.globalAlpha = 0.13;
    context.fillRect(x - STEP / 2, 0, STEP, height);
    context.globalAlpha = 1;
    const y = this.#y(laneOf(event));
    if (y === null) return;
    context.strokeStyle = colour('--text');
    context.lineWidth = 1.6;
    context.beginPath();
    context.arc(x, y, 10, 0, 7);
    context.stroke();
  }
}

function arrow(context, from, to, isDead, isChosen) {
  context.strokeStyle = colour(isDead ? '--bad' : isChosen ? '--text' : '--arrow');
  context.fillStyle = context.strokeStyle;
  context.lineWidth = isChosen ? 2 : 1.1;
  context.setLineDash(isDead ? [4, 3] : []);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.setLineDash([]);
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = { x: to.x - 6 * Math.cos(angle), y: to.y - 6 * Math.sin(angle) };
  const wing = (turn) => [tip.x - 6 * Math.cos(angle + turn), tip.y - 6 * Math.sin(angle + turn)];
  polygon(context, [[tip.x, tip.y], wing(0.45), wing(-0.45)]);
  context.fill();
}
