// Traces of simulations: opens one from the server or from this computer, filters it by actor and
// kind, and steps through it with the arrow keys.

import { get, getText } from './api.js';
import { attr, el, fill, keyed, say, shown, text } from './dom.js';
import { bytes, dateTime, nanos, plural, whole, words } from './format.js';
import { empty, failed, loading, panel, table } from './parts.js';
import { Plot } from './plot.js';
import { KINDS, laneOf, parseTrace } from './trace-parse.js';
import { TracePlot, mark } from './trace-plot.js';

const AROUND = 12;
const LANES_MAX = 200;

export function tracesView({ go, store }) {
  const chooser = chooserPart(store, (name) => go('traces', { name }), openFile);
  const reader = readerPart();
  const node = el('div', { class: 'stack' }, reader.node, chooser.node);
  let shownName = '';

  function present(name, source) {
    const trace = parseTrace(source);
    reader.open(name, trace);
    fill(chooser.problem);
    say(`${name}: ${plural(trace.events.length, 'event')}`);
  }

  async function openFile(file) {
    try {
      shownName = '';
      present(file.name, await file.text());
    } catch (error) {
      fill(chooser.problem, failed(error));
    }
  }

  async function openName(name) {
    if (name === shownName) return;
    fill(chooser.problem, loading(name));
    try {
      present(name, await getText(`api/traces/${encodeURIComponent(name)}`));
      shownName = name;
    } catch (error) {
      fill(chooser.problem, failed(error));
    }
  }

  node.addEventListener('dragover', (event) => {
    event.preventDefault();
    node.classList.add('is-target');
  });
  node.addEventListener('dragleave', () => node.classList.remove('is-target'));
  node.addEventListener('drop', (event) => {
    event.preventDefault();
    node.classList.remove('is-target');
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
  return {
    node,
    needsNoSnapshot: true,
    show({ name = '' }) {
      chooser.load();
      if (name) openName(name);
    },
  };
}

function chooserPart(store, choose, openFile) {
  const state = el('div');
  const problem = el('div');
  const rows = table('Traces', [
    { title: 'Name', className: 'grow', make: () => {
      let name = '';
      const node = el('button', { class: 'link path', on: { click: () => choose(name) } });
      return { node, update: (it) => { name = it.name; text(node, name); } };
    } },
    { title: 'Written', cell: (it) => dateTime(it.modifiedMillis), className: 'num-left' },
    { title: 'Size', isNumber: true, cell: (it) => bytes(it.bytes) },
  ], (it) => it.name, { onRow: (it) => choose(it.name) });
  const file = el('input', { type: 'file', accept: '.trace,text/plain', class: 'unseen',
    id: 'trace-file', on: { change: () => file.files[0] && openFile(file.files[0]) } });
  const local = el('div', { class: 'drop' }, file,
    el('label', { class: 'button', for: 'trace-file' }, 'Open a file …'),
    el('span', { class: 'dim' }, 'or drop a .trace file anywhere on this view'));
  const part = panel('Traces', { body: [problem, state, rows.node, local] });
  return {
    node: part.node,
    problem,
    async load() {
      fill(state, loading('traces'));
      try {
        const traces = await get('api/traces');
        rows.update(traces);
        shown(rows.node, traces.length > 0);
        fill(state, traces.length ? null : none(store));
      } catch (error) {
        shown(rows.node, false);
        fill(state, failed(error));
      }
    },
  };
}

function none(store) {
  return store.about.hasTraces === false
    ? empty('This console was started without a folder of traces.',
      'The traces of failing simulations can be opened from this computer.')
    : empty('There are no traces yet.', 'Simulations write them when a seed fails.');
}

function readerPart() {
  let trace = null;
  let visible = [];
  let selected = -1;
  const hiddenKinds = new Set();
  const plot = new TracePlot((event) => select(event.index));
  const about = el('span', { class: 'dim num' });
  const search = el('input', { type: 'search', placeholder: 'Filter actors', spellcheck: 'false',
    'aria-label': 'Filter by actor', on: { input: () => filter() } });
  const kinds = el('div', { class: 'kinds', role: 'group', 'aria-label': 'Kinds of events' });
  const story = el('div', { class: 'trace-story' });
  const list = el('ol', { class: 'log trace-list', 'aria-label': 'Events around this one' });
  const rows = keyed(list, (it) => it.index, (it) => eventRow(it, (index) => select(index)));
  const none = empty('No event passes the filter.');
  const part = panel('Trace', { aside: about, className: 'trace-panel',
    body: [el('div', { class: 'tools' }, search, kinds), plot.box, none, story, list] });
  part.node.hidden = true;

  function filter() {
    const wanted = search.value.toLowerCase();
    const concerns = (event) => !wanted || event.kind === 'TIME' ||
      event.actor.toLowerCase().includes(wanted) || event.other.toLowerCase().includes(wanted);
    visible = trace.events.filter((it) => !hiddenKinds.has(it.kind) && concerns(it));
    const used = new Set(visible.flatMap((it) =>
      (it.kind === 'TIME' ? [] : it.kind === 'SENT' ? [laneOf(it), it.actor] : [laneOf(it)])));
    const lanes = trace.lanes.filter((lane) => used.has(lane)).slice(0, LANES_MAX);
    shown(none, visible.length === 0);
    shown(plot.box, visible.length > 0);
    plot.show(trace.events, visible, lanes);
    attr(plot.box, 'aria-valuemax', visible.length);
    if (visible.length) select(visible.some((it) => it.index === selected) ? selected
      : visible[0].index);
  }

  function select(index) {
    selected = index;
    const at = visible.findIndex((it) => it.index === index);
    const event = trace.events[index];
    plot.select(index);
    attr(plot.box, 'aria-valuenow', at + 1);
    attr(plot.box, 'aria-valuetext', sentence(event));
    fill(story, storyOf(trace.events, event, select));
    const from = Math.max(0, Math.min(at - AROUND / 2, visible.length - AROUND));
    rows.update(visible.slice(from, from + AROUND));
    for (const [key, row] of rows.rows) {
      attr(row.node, 'aria-current', key === index ? 'true' : null);
    }
  }

  plot.box.addEventListener('keydown', (event) => {
    const at = visible.findIndex((it) => it.index === selected);
    const now = trace.events[selected];
    const targets = {
      ArrowRight: visible[at + 1]?.index, ArrowLeft: visible[at - 1]?.index,
      PageDown: visible[Math.min(visible.length - 1, at + 20)]?.index,
      PageUp: visible[Math.max(0, at - 20)]?.index,
      Home: visible[0]?.index, End: visible.at(-1)?.index,
      ArrowUp: now?.cause, ArrowDown: now?.effect,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    const target = targets[event.key];
    if (target !== undefined && target >= 0) select(target);
  });

  function kindButton(kind, count) {
    const button = el('button', { class: 'kind', 'aria-pressed': String(!hiddenKinds.has(kind)),
      on: { click: () => {
        if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
        attr(button, 'aria-pressed', String(!hiddenKinds.has(kind)));
        filter();
      } } }, kindMark(kind), words(kind), el('span', { class: 'num dim' }, whole(count)));
    return button;
  }

  return {
    node: part.node,
    open(name, opened) {
      trace = opened;
      selected = -1;
      rows.update([]);
      shown(part.node, true);
      const last = trace.events.at(-1)?.nanos ?? 0;
      text(part.heading, name);
      text(about, `seed ${trace.seed} · ${plural(trace.events.length, 'event')} · ` +
        `${plural(trace.lanes.length, 'lane')} · ${nanos(last)}`);
      fill(kinds, KINDS.filter((kind) => trace.events.some((it) => it.kind === kind))
        .map((kind) => kindButton(kind, trace.events.filter((it) => it.kind === kind).length)));
      filter();
      plot.box.focus({ preventScroll: true });
    },
  };
}

function kindMark(kind) {
  const plot = new Plot((context, width, height) => mark(context, kind, width / 2, height / 2),
    { class: 'kind-mark', 'aria-hidden': 'true' });
  plot.show({});
  return plot.canvas;
}

function sentence(event) {
  const who = event.actor || 'the system';
  const what = event.detail ? ` ${event.detail.replace(/[\w.]+\$/g, '')}` : '';
  const at = `${nanos(event.nanos)}: `;
  switch (event.kind) {
    case 'SENT': return `${at}${event.other || 'somebody outside'} sends${what} to ${who}`;
    case 'TIMER': return `${at}a timer sends${what} to ${who}`;
    case 'HANDLED': return `${at}${who} handles${what}`;
    case 'DEAD_LETTER': return `${at}nobody handles${what} for ${who}`;
    case 'TIME': return `${at}time has passed`;
    default: return `${at}${who}, ${words(event.kind).toLowerCase()}${what}`;
  }
}

function storyOf(events, event, select) {
  const jump = (label, index) => (index < 0 ? null
    : el('button', { class: 'link', on: { click: () => select(index) } },
      `${label} ${sentence(events[index])}`));
  return [
    el('p', {}, el('strong', { class: 'num' }, `#${whole(event.index + 1)} `), sentence(event)),
    jump('↑ because', event.cause), jump('↓ then', event.effect),
    el('p', { class: 'dim' }, '← → step, ↑ to the cause, ↓ to the effect'),
  ];
}

function eventRow(event, select) {
  return {
    node: el('li', { class: 'log-row' },
      el('span', { class: 'num dim' }, whole(event.index + 1)),
      kindMark(event.kind),
      el('button', { class: 'link plain', on: { click: () => select(event.index) } },
        sentence(event))),
  };
}
