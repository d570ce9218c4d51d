// Overview: the key figures with their last two minutes, what looks wrong, and where the load is.

import { attr, cssVar, el, keyed, shown, text } from './dom.js';
import { sparkline, timeChart } from './charts.js';
import { codeButton } from './dialogs.js';
import { ago, clock, long, nanos, percent, plural, short, whole, words } from './format.js';
import { actorLink, empty, facts, panel, stateBadge, table } from './parts.js';
import { sum } from './samples.js';

const TILES = [
  { key: 'turns', label: 'Turns', unit: '/s', value: short, view: 'workers' },
  { key: 'busy', label: 'Workers busy', unit: '', value: percent, view: 'workers',
    isAlarm: (sample) => sample.busy > 0.9 },
  { key: 'waiting', label: 'Waiting turns', unit: '', value: short, view: 'workers' },
  { key: 'queued', label: 'Queued messages', unit: '', value: short, view: 'actors' },
  { key: 'actors', label: 'Actors', unit: '', value: short, view: 'actors', floor: null },
  { key: 'fired', label: 'Timers fired', unit: '/s', value: short, view: 'timers' },
  { key: 'lateP99', label: 'Timer lateness, p99', unit: '', value: nanos, view: 'timers' },
  { key: 'dead', label: 'Dead letters', unit: '/s', value: short, view: 'letters',
    isAlarm: (sample) => sample.dead > 0 },
];

export function overviewView() {
  const tiles = TILES.map(makeTile);
  const findings = findingsPanel();
  const load = timeChart({
    label: 'Load',
    format: short,
    series: [
      { label: 'Turns/s', valueOf: (it) => it.turns, tone: '--accent', isArea: true },
      { label: 'Timers/s', valueOf: (it) => it.fired, tone: '--second', dash: [6, 3] },
    ],
  });
  const loadPanel = panel('Load', { body: [load.node], className: 'fill' });
  const workers = workersPanel();
  const deepest = table('Longest mailboxes', [
    { title: 'Actor', make: actorLink((it) => it.path), className: 'grow' },
    { title: 'Waiting', isNumber: true,
      cell: (it) => whole(it.depth) + (it.isDepthExact ? '' : '+') },
    { title: 'Turn', isNumber: true, cell: (it) => nanos(it.turnNanos) },
    { title: 'State', make: () => {
      const badge = stateBadge();
      return { node: badge.node, update: (it) => badge.update(it.state, it.suspends > 0) };
    } },
  ], (it) => it.path);
  const noneDeep = empty('✓ All mailboxes are empty.');
  const deepestPanel = panel('Longest mailboxes', { body: [deepest.node, noneDeep] });
  const system = systemPanel();
  const node = el('div', {},
    el('div', { class: 'tiles' }, tiles.map((it) => it.node)),
    el('div', { class: 'grid two' }, loadPanel.node, findings.node, deepestPanel.node,
      el('div', { class: 'stack' }, workers.node, system.node)));
  return {
    node,
    update(store) {
      for (const tile of tiles) tile.update(store);
      load.update(store.samples, store.now);
      findings.update(store);
      workers.update(store);
      const longest = store.snapshot.actors.deepest.slice(0, 6);
      deepest.update(longest);
      shown(deepest.node, longest.length > 0);
      shown(noneDeep, longest.length === 0);
      system.update(store);
    },
  };
}

function makeTile({ key, label, unit, value, view, floor = 0, isAlarm = () => false }) {
  const figure = el('span', { class: 'tile-value num' }, '–');
  const mark = el('span', { class: 'shape', 'aria-hidden': 'true' });
  const range = el('span', { class: 'tile-range num' });
  const plot = sparkline((sample) => sample[key], { floor });
  const node = el('a', { class: 'tile', href: `#/${view}` },
    el('span', { class: 'tile-label' }, label, mark),
    el('span', { class: 'tile-row' }, figure,
      unit ? el('span', { class: 'tile-unit' }, unit) : null, range),
    plot.canvas);
  return {
    node,
    update(store) {
      const now = store.sample?.[key] ?? NaN;
      const alarm = store.sample !== null && isAlarm(store.sample);
      text(figure, value(now));
      text(mark, alarm ? ' ▲' : '');
      attr(node, 'data-tone', alarm ? 'warn' : null);
      const values = store.samples.map((it) => it[key]).filter((it) => it !== null);
      text(range, values.length > 1 ? `max ${value(Math.max(...values))}` : '');
      plot.show({ samples: store.samples, now: store.now, toneNow: alarm ? '--warn' : undefined });
    },
  };
}

function findingsPanel() {
  const list = el('ul', { class: 'findings' });
  const none = empty('✓ Nothing looks wrong.', 'Findings appear here when something does.');
  const more = el('a', { class: 'panel-link', href: '#/warnings' }, 'All warnings');
  const part = panel('Findings', { aside: more, body: [list, none] });
  const rows = keyed(list, (it) => `${it.code} ${it.subject}`, (finding) => {
    const what = el('p', { class: 'finding-text' });
    const since = el('span', { class: 'dim' });
    const node = el('li', { class: 'finding' },
      el('span', { class: 'shape', 'aria-hidden': 'true' }, '▲'),
      el('div', {},
        el('p', { class: 'finding-head' }, el('strong', {}, words(finding.kind)), ' ',
          codeButton(finding.code), ' ', since),
        what,
        el('p', { class: 'dim finding-remedy' }, finding.remedy)));
    return {
      node,
      update(it) {
        text(what, it.text);
        text(since, ago(it.sinceMillis, it.now));
      },
    };
  });
  return {
    node: part.node,
    update(store) {
      const { findings } = store.snapshot;
      rows.update(findings.map((it) => ({ ...it, now: store.now })));
      shown(none, findings.length === 0);
    },
  };
}

function workersPanel() {
  const list = el('div', { class: 'meters' });
  const part = panel('Workers now', {
    aside: el('a', { class: 'panel-link', href: '#/workers' }, 'Timeline'), body: [list] });
  const rows = keyed(list, (it) => it.key, (worker) => {
    const bar = el('span', { class: 'meter-bar' });
    const value = el('span', { class: 'num' });
    const node = el('div', { class: 'meter' },
      el('span', { class: 'meter-name' }, worker.name), el('span', { class: 'meter-track' }, bar),
      value);
    return {
      node,
      update(it) {
        text(value, it.isStuck ? `stuck ${nanos(it.stuckNanos)}` : percent(it.busy ?? NaN));
        cssVar(bar, '--share', it.busy ?? 0);
        attr(node, 'data-tone', it.isStuck ? 'bad' : null);
      },
    };
  });
  return {
    node: part.node,
    update(store) {
      const shares = new Map(store.sample.workers.map((it) => [it.key, it.busy]));
      rows.update(store.snapshot.dispatchers.flatMap((dispatcher) =>
        dispatcher.workers.slice(0, 16).map((worker) => {
          const key = `${dispatcher.id}/${worker.number}`;
          return { key, name: worker.thread || key, busy: shares.get(key),
            isStuck: worker.stuckNanos > 0, stuckNanos: worker.stuckNanos };
        })));
    },
  };
}

function systemPanel() {
  const list = facts(['Pressure', 'Up', 'Actors swept', 'Processes', 'Events', 'Snapshot']);
  const part = panel('System', { body: [list.node] });
  return {
    node: part.node,
    update({ snapshot, now }) {
      const { actors, events, processes } = snapshot;
      list.set(0, snapshot.isUnderPressure ? '▲ under pressure' : '✓ none');
      list.set(1, long(snapshot.upNanos));
      list.set(2, `${ago(actors.sweptMillis, now)}, took ${nanos(actors.sweepNanos)}`);
      list.set(3, processes.length
        ? `${whole(sum(processes.map((it) => it.stats.alive)))} alive` : 'none');
      list.set(4, `${short(events.published)}, ${plural(events.subscribers, 'subscriber')}`);
      list.set(5, `no. ${whole(snapshot.number)} at ${clock(snapshot.atMillis)}`);
    },
  };
}

