// Dispatchers and their workers: queues, waiting times, and what each worker did in the last two
// minutes: how busy it was, when it stole work and when it slept.

import { attr, el, keyed, text } from './dom.js';
import { timeChart } from './charts.js';
import { nanos, percent, plural, short, whole } from './format.js';
import { dumpLink, empty, facts, panel, tag } from './parts.js';
import { waitingOf } from './samples.js';
import { legendMark, workerPlot } from './worker-plot.js';

export function workersView() {
  const list = el('div', { class: 'stack' });
  const none = empty('No dispatcher has been started yet.', 'They start with their first actor.');
  const rows = keyed(list, (it) => it.id, (it) => dispatcherPart(it.id));
  const node = el('div', {}, list, none);
  return {
    node,
    update(store) {
      none.hidden = store.snapshot.dispatchers.length > 0;
      rows.update(store.snapshot.dispatchers.map((dispatcher) => ({
        id: dispatcher.id, dispatcher, store })));
    },
  };
}

function dispatcherPart(id) {
  const figures = facts(['Waiting turns', 'Shared queue', 'Refused', 'Searching', 'Sleeping',
    'Ready p50', 'Ready p99', 'Ready max']);
  const about = el('span', { class: 'dim' });
  const queue = timeChart({
    label: `Waiting turns of ${id}`,
    format: short,
    series: [{ label: 'Waiting turns', valueOf: (it) => it.queues[id] ?? null, tone: '--accent',
      isArea: true }],
  });
  const ready = timeChart({
    label: `Ready latency of ${id}`,
    format: nanos,
    series: [{ label: 'Ready latency, p99', valueOf: (it) => it.readyP99[id] ?? null,
      tone: '--second', dash: [6, 3] }],
  });
  const list = el('div', { class: 'worker-list', role: 'list', 'aria-label': `Workers of ${id}` });
  const rows = keyed(list, (it) => it.key, workerRow);
  const legend = el('div', { class: 'legend' },
    legendMark('busy', 'busy, from 0 to 100 %'),
    legendMark('steal', 'steals'), legendMark('park', 'parks'),
    el('span', { class: 'dim' }, 'the last two minutes, now at the right'));
  const part = panel(id, {
    aside: el('span', { class: 'aside' }, about, dumpLink('dispatchers')),
    className: 'dispatcher',
    body: [figures.node, list, legend,
      el('div', { class: 'grid two flat' }, queue.node, ready.node)],
  });
  return {
    node: part.node,
    update({ dispatcher, store }) {
      const { readyLatency } = dispatcher;
      text(about, `${dispatcher.host} · ${plural(dispatcher.workers.length, 'worker')} · ` +
        `${plural(dispatcher.throughput, 'message')} a turn`);
      [whole(waitingOf(dispatcher)), whole(dispatcher.globalWaiting), whole(dispatcher.refused),
        whole(dispatcher.searching), whole(dispatcher.sleeping), nanos(readyLatency.p50Nanos),
        nanos(readyLatency.p99Nanos), nanos(readyLatency.maxNanos)]
        .forEach((value, index) => figures.set(index, value));
      const samples = new Map(store.sample.workers.map((it) => [it.key, it]));
      rows.update(dispatcher.workers.map((worker) => {
        const key = `${id}/${worker.number}`;
        return { key, worker, sample: samples.get(key), store };
      }));
      queue.update(store.samples, store.now);
      ready.update(store.samples, store.now);
    },
  };
}

function workerRow({ key, worker }) {
  const state = el('span', { class: 'worker-state' });
  const plot = workerPlot(key);
  const figures = ['turns/s', 'steals/s', 'parks/s', 'waiting', 'turn'].map((name) => {
    const value = el('b', { class: 'num' });
    return { value, node: el('span', { class: 'worker-figure' }, value, el('span', {}, name)) };
  });
  const busy = el('b', { class: 'worker-busy num' });
  const node = el('div', { class: 'worker', role: 'listitem' },
    el('div', { class: 'worker-name' }, el('strong', {}, worker.thread || key), state),
    busy, plot.canvas, el('div', { class: 'worker-figures' }, figures.map((it) => it.node)));
  let shownState = '';
  return {
    node,
    update({ worker: now, sample, store }) {
      const wanted = stateOf(now, sample);
      if (wanted.join() !== shownState) {
        shownState = wanted.join();
        state.replaceChildren(tag(...wanted));
      }
      attr(node, 'data-tone', now.stuckNanos > 0 ? 'bad' : null);
      text(busy, percent(sample?.busy ?? NaN));
      [short(sample?.turns ?? NaN), short(sample?.steals ?? NaN), short(sample?.parks ?? NaN),
        whole(now.waiting), nanos(now.turnNanos)]
        .forEach((value, index) => text(figures[index].value, value));
      plot.show({ samples: store.samples, now: store.now },
        `Busy ${percent(sample?.busy ?? NaN)}, ${short(sample?.steals ?? NaN)} steals and ` +
        `${short(sample?.parks ?? NaN)} parks a second`);
    },
  };
}

function stateOf(worker, sample) {
  if (worker.stuckNanos > 0) return [`stuck for ${nanos(worker.stuckNanos)}`, 'bad', '✕'];
  if (worker.isAsleep) return ['asleep', 'plain', '☾'];
  return (sample?.busy ?? 0) > 0.9 ? ['busy', 'warn', '▲'] : ['awake', 'good', '▶'];
}
