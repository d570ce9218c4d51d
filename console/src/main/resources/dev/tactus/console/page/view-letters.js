// Dead letters: how many messages nobody handled, for which reason, how fast, and the latest ones.

import { el, fill, keyed, shown, text } from './dom.js';
import { sparkline, timeChart } from './charts.js';
import { Events } from './events.js';
import { clock, short, whole, words } from './format.js';
import { actorLink, empty, failed, liveOnly, panel, table } from './parts.js';

const MEANINGS = {
  OVERFLOW: 'The mailbox was full.',
  SCHEDULER_FAILURE: 'A timer could not hand the message over.',
  SHUTDOWN: 'The recipient, or the system, was stopping while the message waited.',
  NO_RECIPIENT: 'There was no such recipient any more, or never.',
  STASH_OVERFLOW: 'The actor set more messages aside than its stash holds.',
};
const LATEST = 100;

export function lettersView({ store }) {
  const list = el('ul', { class: 'reasons' });
  const none = empty('✓ No message was lost.', 'Dead letters are counted here by their reason.');
  const rows = keyed(list, (it) => it.reason, (it) => reasonRow(it.reason));
  const chart = timeChart({
    label: 'Dead letters a second',
    format: short,
    series: [{ label: 'Dead letters/s', valueOf: (it) => it.dead, tone: '--warn', isArea: true }],
  });
  const latest = latestPart(store);
  const node = el('div', {},
    el('div', { class: 'grid two' }, panel('By reason', { body: [list, none] }).node,
      panel('Rate', { className: 'fill', body: [chart.node] }).node),
    latest.node);
  return {
    node,
    update() {
      const { deadLetters } = store.snapshot;
      const reasons = Object.keys(deadLetters)
        .filter((reason) => deadLetters[reason] > 0)
        .sort((a, b) => deadLetters[b] - deadLetters[a]);
      shown(none, reasons.length === 0);
      rows.update(reasons.map((reason) => ({ reason, count: deadLetters[reason], store })));
      chart.update(store.samples, store.now);
      latest.update();
    },
  };
}

function reasonRow(reason) {
  const count = el('b', { class: 'num' });
  const rate = el('span', { class: 'num dim' });
  const plot = sparkline((sample) => sample.deadBy[reason] ?? null, { tone: '--warn' });
  const node = el('li', { class: 'reason' },
    el('div', {}, el('strong', {}, words(reason)),
      el('p', { class: 'dim' }, MEANINGS[reason] ?? '')),
    plot.canvas, el('div', { class: 'reason-figures' }, count, rate));
  return {
    node,
    update({ count: total, store }) {
      text(count, whole(total));
      text(rate, `${short(store.sample?.deadBy[reason] ?? NaN)}/s`);
      plot.show({ samples: store.samples, now: store.now });
    },
  };
}

function latestPart(store) {
  const events = new Events();
  const rows = table('Latest dead letters', [
    { title: 'At', cell: (it) => clock(it.atMillis), className: 'num-left' },
    { title: 'Recipient', make: actorLink((it) => it.subject) },
    { title: 'What happened', cell: (it) => it.text, className: 'grow' },
    { title: 'Code', cell: (it) => it.code, className: 'code' },
  ], (it) => it.number);
  const state = el('div');
  const recorded = el('div', { hidden: true });
  fill(recorded, liveOnly('Single dead letters'));
  const part = panel('Latest', { body: [rows.node, state, recorded] });
  const show = () => {
    const letters = events.items.filter((it) => it.type === 'DeadLetter').slice(0, LATEST);
    rows.update(letters);
    shown(rows.node, store.isLive && letters.length > 0);
    fill(state, events.error ? failed(events.error)
      : letters.length ? null : empty('None of the latest events is a dead letter.'));
  };
  return {
    node: part.node,
    async update() {
      shown(recorded, !store.isLive);
      shown(state, store.isLive);
      if (!store.isLive) shown(rows.node, false);
      else if (await events.follow(store.snapshot)) show();
      else shown(rows.node, events.items.some((it) => it.type === 'DeadLetter'));
    },
  };
}
