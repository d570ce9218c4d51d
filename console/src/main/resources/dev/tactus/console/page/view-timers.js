// Timers: the wheel, what waits beyond it, how late timers are, how far ticks drift, and the
// periodic jobs.

import { get } from './api.js';
import { attr, cssVar, el, fill, shown, text } from './dom.js';
import { timeChart } from './charts.js';
import { nanos, percent, short, whole, words } from './format.js';
import { histogramPart } from './histogram.js';
import { Pages, dumpLink, empty, facts, liveOnly, panel, stateBadge, table } from './parts.js';
import { wheelPart } from './wheel.js';

const BUDGETS = { DETERMINISTIC: 0, HOST: 0.05, HARDWARE: 0.05 };

export function timersView(app) {
  const wheel = wheelPart();
  const noWheel = empty('This scheduler has no wheel.', 'It stands on the timers of the JDK.');
  const wheelPanel = panel('Wheel', { body: [wheel.node, noWheel], className: 'wheel-panel' });
  const gauge = overflowGauge();
  const figures = facts(['Active timers', 'Fired', 'Cancelled', 'Dropped',
    'Pending commands', 'Tick', 'Driver', 'Driver jitter', 'Catch-ups']);
  const about = el('p', { class: 'note', hidden: true });
  const numbers = panel('Scheduler', {
    aside: dumpLink('scheduler'), body: [gauge.node, figures.node, about] });
  const histogram = histogramPart();
  const lateNote = el('span', { class: 'dim num' });
  const late = panel('Lateness', {
    aside: lateNote, className: 'fill', body: [histogram.node] });
  let budget = 0;
  const drift = timeChart({
    label: 'Drift',
    format: nanos,
    series: [{ label: 'Drift', valueOf: (it) => it.drift, tone: '--accent', isArea: true }],
    limit: { valueOf: () => budget, tone: '--bad', label: 'budget' },
  });
  const rate = timeChart({
    label: 'Timers',
    format: short,
    series: [
      { label: 'Fired/s', valueOf: (it) => it.fired, tone: '--accent', isArea: true },
      { label: 'Registered/s', valueOf: (it) => it.registered, tone: '--second', dash: [6, 3] },
    ],
  });
  const driftNote = el('span', { class: 'dim' });
  const driftPanel = panel('Drift', { aside: driftNote, body: [drift.node] });
  const jobs = jobsPart(app);
  const node = el('div', {},
    el('div', { class: 'grid wheel-grid' }, wheelPanel.node,
      el('div', { class: 'stack last-grows' }, numbers.node, late.node)),
    el('div', { class: 'grid two' }, driftPanel.node,
      panel('Rate', { body: [rate.node] }).node),
    jobs.node);
  return {
    node,
    show: () => jobs.load(),
    update(store) {
      const { timers } = store.snapshot;
      const { metrics, driverStats } = timers;
      shown(wheel.node, timers.slots.length > 0);
      shown(noWheel, timers.slots.length === 0);
      if (timers.slots.length) wheel.update(timers);
      gauge.update(timers);
      budget = timers.resolutionNanos * (BUDGETS[timers.clock] ?? 0);
      [whole(metrics.active), `${short(store.sample?.fired ?? NaN)}/s`,
        short(metrics.cancelled), whole(metrics.dropped), whole(timers.pendingCommands),
        nanos(timers.resolutionNanos),
        `${words(timers.driver)}, ${timers.driverStatus}`,
        `${nanos(driverStats.meanJitterNanos)}, max ${nanos(driverStats.maxJitterNanos)}`,
        whole(driverStats.catchUps)].forEach((value, index) => figures.set(index, value));
      shown(about, timers.driverFallback !== '');
      text(about, `▲ Another driver was asked for: ${timers.driverFallback}`);
      histogram.update(metrics.lateness, store.samples);
      text(lateNote, `p50 ${nanos(metrics.lateness.p50Nanos)} · p99 ` +
        `${nanos(metrics.lateness.p99Nanos)} · max ${nanos(metrics.lateness.maxNanos)}`);
      drift.update(store.samples, store.now);
      rate.update(store.samples, store.now);
      text(driftNote, `worst ${nanos(metrics.maxDriftNanos)} · beyond budget ` +
        `${whole(metrics.driftWarnings)} times`);
      jobs.update(store);
    },
  };
}

function overflowGauge() {
  const bar = el('span', { class: 'meter-bar' });
  const value = el('span', { class: 'num' });
  const track = el('span', { class: 'meter-track', role: 'meter', 'aria-label': 'Overflow',
    'aria-valuemin': '0' }, bar);
  const node = el('div', { class: 'meter gauge' },
    el('span', { class: 'meter-name' }, 'Overflow'), track, value);
  return {
    node,
    update({ overflowSize, overflowCapacity }) {
      const share = overflowCapacity ? overflowSize / overflowCapacity : 0;
      cssVar(bar, '--share', Math.min(1, share));
      attr(track, 'aria-valuemax', overflowCapacity);
      attr(track, 'aria-valuenow', overflowSize);
      attr(node, 'data-tone', share > 0.9 ? 'bad' : share > 0.7 ? 'warn' : null);
      text(value, `${short(overflowSize)} of ${short(overflowCapacity)} (${percent(share)})`);
    },
  };
}

function jobsPart({ store }) {
  const rows = table('Periodic jobs', [
    { title: 'Timer', cell: (it) => `#${it.timerId}`, className: 'num-left' },
    { title: 'Mode', cell: (it) => words(it.mode) },
    { title: 'Period', isNumber: true, cell: (it) => nanos(it.periodNanos) },
    { title: 'State', make: () => {
      const badge = stateBadge();
      return { node: badge.node, update: (it) => badge.update(it.state) };
    } },
    { title: 'Backlog', isNumber: true, cell: (it) => whole(it.backlog) },
    { title: 'Priority', cell: (it) => words(it.priority) },
    { title: 'Executor', cell: (it) => it.executor, className: 'grow' },
  ], (it) => it.timerId);
  const pages = new Pages((after) => get('api/periodic', { after, max: 25 }),
    (items) => { rows.update(items); shown(rows.node, items.length > 0); }, 'periodic jobs');
  const count = el('span', { class: 'dim num' });
  const reload = el('button', { class: 'button', on: { click: () => pages.reload() } }, 'Reload');
  const recorded = el('div', { hidden: true });
  fill(recorded, liveOnly('Periodic jobs'));
  const live = el('div', {}, rows.node, pages.node);
  const part = panel('Periodic jobs', {
    aside: el('span', { class: 'aside' }, count, reload), body: [live, recorded] });
  let isLoaded = false;
  return {
    node: part.node,
    load() {
      if (store.isLive && !isLoaded) {
        isLoaded = true;
        pages.reload();
      }
    },
    update() {
      shown(live, store.isLive);
      shown(recorded, !store.isLive);
      shown(reload, store.isLive);
      text(count, `${whole(store.snapshot.timers.metrics.periodic)} `);
    },
  };
}
