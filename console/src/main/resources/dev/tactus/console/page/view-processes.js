// Processes: for each system of them what they do, how fast, and the processes themselves, page by
// page.

import { get } from './api.js';
import { attr, cssVar, el, fill, keyed, shown, text } from './dom.js';
import { timeChart } from './charts.js';
import { percent, short, whole, words } from './format.js';
import { Pages, dumpLink, empty, facts, liveOnly, panel, stateBadge, table } from './parts.js';

const STATES = ['RUNNING', 'READY', 'BLOCKED', 'IDLE', 'COMPLETE'];

export function processesView(app) {
  const list = el('div', { class: 'stack' });
  const none = empty('This system has no processes.',
    'A program starts them with ProcessSystem; actors need none.');
  const rows = keyed(list, (it) => it.name, (it) => systemPart(it.name, app));
  return {
    node: el('div', {}, list, none),
    update(store) {
      const { processes } = store.snapshot;
      shown(none, processes.length === 0);
      rows.update(processes.map((it) => ({ name: it.name, stats: it.stats, store })));
    },
  };
}

function systemPart(name, { store }) {
  const figures = facts(['Alive', 'Started', 'Done', 'Crashed', 'Ended by others', 'Failed starts',
    'Refused starts', 'Steps', 'Messages lost', 'Answers refused', 'Queued events',
    'Waiting for a worker']);
  const states = stateBars();
  const of = (sample) => sample.processes.find((it) => it.name === name);
  const chart = timeChart({
    label: `Steps of ${name}`,
    format: short,
    series: [
      { label: 'Steps/s', valueOf: (it) => of(it)?.steps ?? null, tone: '--accent', isArea: true },
      { label: 'Starts/s', valueOf: (it) => of(it)?.started ?? null, tone: '--second',
        dash: [6, 3] },
    ],
  });
  const list = processList(name);
  const live = el('div', {}, list.node);
  const recorded = el('div', { hidden: true });
  fill(recorded, liveOnly('Single processes'));
  const about = panel(name, { aside: dumpLink('processes'), body: [figures.node,
    el('div', { class: 'grid two flat' }, states.node, chart.node)] });
  const all = panel(`Processes of ${name}`, { aside: list.reload, body: [live, recorded] });
  if (store.isLive) list.pages.reload();
  return {
    node: el('div', { class: 'stack' }, about.node, all.node),
    update({ stats }) {
      [stats.alive, stats.started, stats.done, stats.crashed, stats.terminated, stats.startsFailed,
        stats.startsRefused, stats.steps, stats.messagesLost, stats.answersRefused,
        stats.queuedEvents, stats.waiting].forEach((it, index) => figures.set(index, whole(it)));
      states.update(stats);
      chart.update(store.samples, store.now);
      shown(live, store.isLive);
      shown(recorded, !store.isLive);
      shown(list.reload, store.isLive);
    },
  };
}

function stateBars() {
  const parts = STATES.map((state) => {
    const badge = stateBadge(state);
    const bar = el('span', { class: 'meter-bar' });
    const value = el('span', { class: 'num' });
    const node = el('div', { class: 'meter' }, el('span', { class: 'meter-name' }, badge.node),
      el('span', { class: 'meter-track' }, bar), value);
    return { state, bar, value, node };
  });
  return {
    node: el('div', { class: 'meters' }, parts.map((it) => it.node)),
    update({ byState, alive }) {
      for (const { state, bar, value, node } of parts) {
        const count = byState[state] ?? 0;
        cssVar(bar, '--share', alive ? Math.min(1, count / alive) : 0);
        text(value, `${whole(count)} (${percent(alive ? count / alive : 0)})`);
        attr(node, 'aria-label', `${words(state)}: ${count}`);
        shown(node, count > 0 || state !== 'COMPLETE');
      }
    },
  };
}

function processList(system) {
  const rows = table(`Processes of ${system}`, [
    { title: 'PID', cell: (it) => `pid-${it.pid?.number ?? it.pid}`, className: 'num-left' },
    { title: 'Program', cell: (it) => it.implementation, className: 'grow' },
    { title: 'State', make: () => {
      const badge = stateBadge();
      return { node: badge.node, update: (it) => badge.update(it.state) };
    } },
    { title: 'Steps', isNumber: true, cell: (it) => whole(it.steps) },
    { title: 'Queued', isNumber: true, cell: (it) => whole(it.queued) },
  ], (it) => it.pid?.number ?? it.pid);
  const pages = new Pages((after) => get('api/processes', { system, after, max: 50 }),
    (items) => { rows.update(items); shown(rows.node, items.length > 0); }, 'processes');
  return {
    node: el('div', {}, rows.node, pages.node),
    pages,
    reload: el('button', { class: 'button', on: { click: () => pages.reload() } }, 'Reload'),
  };
}
