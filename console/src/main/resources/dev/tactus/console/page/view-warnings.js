// Warnings: what looks wrong with where a thread stands and what to do, the event log with a
// filter, and the actions that the server allows.

import { attr, el, fill, keyed, shown, text } from './dom.js';
import { actionPanel } from './actions.js';
import { codeButton } from './dialogs.js';
import { Events } from './events.js';
import { ago, clock, plural, words } from './format.js';
import { empty, failed, liveOnly, panel, subjectNode, tag } from './parts.js';

const SHOWN = 200;

export function warningsView({ store }) {
  const findings = findingsPart();
  const log = logPart(store);
  const actions = panel('Actions', { body: [] });
  actions.node.hidden = true;
  let allowed = null;
  const node = el('div', {}, findings.node, log.node, actions.node);
  return {
    node,
    update() {
      findings.update(store);
      log.update();
      const key = `${store.isLive} ${store.about.isReadOnly} ${store.about.actions.join()}`;
      if (key !== allowed) {
        allowed = key;
        const content = actionPanel(store);
        shown(actions.node, content !== null);
        fill(actions.body, content);
      }
    },
  };
}

function findingsPart() {
  const list = el('ul', { class: 'cards' });
  const none = empty('✓ Nothing looks wrong.',
    'Growing mailboxes, stuck workers, late timers and the like appear here.');
  const count = el('span', { class: 'dim num' });
  const part = panel('Findings', { aside: count, body: [list, none] });
  const rows = keyed(list, (it) => `${it.code} ${it.subject}`, findingCard);
  return {
    node: part.node,
    update({ snapshot, now }) {
      const { findings } = snapshot;
      rows.update(findings.map((it) => ({ ...it, now })));
      shown(none, findings.length === 0);
      text(count, findings.length ? plural(findings.length, 'finding') : '');
    },
  };
}

function findingCard(finding) {
  const what = el('p', { class: 'finding-text' });
  const since = el('span', { class: 'dim' });
  const remedy = el('p', { class: 'remedy' });
  const stack = el('pre', { class: 'stack-trace', tabindex: '0', 'aria-label': 'Stack' });
  const details = el('details', { open: true }, el('summary', {}, 'Where the thread is'), stack);
  const node = el('li', { class: 'card' },
    el('p', { class: 'finding-head' },
      el('span', { class: 'shape', 'aria-hidden': 'true' }, '▲'),
      el('strong', {}, words(finding.kind)), subjectNode(finding.subject), since),
    what, remedy, details,
    el('p', { class: 'card-foot' }, codeButton(finding.code)));
  return {
    node,
    update(it) {
      text(what, it.text);
      text(remedy, it.remedy);
      text(since, `since ${clock(it.sinceMillis)}, ${ago(it.sinceMillis, it.now)}`);
      text(stack, it.stack.map((frame) => `at ${frame}`).join('\n'));
      shown(details, it.stack.length > 0);
    },
  };
}

function logPart(store) {
  const events = new Events();
  const search = el('input', { type: 'search', placeholder: 'Filter by text', spellcheck: 'false',
    'aria-label': 'Filter events by text', on: { input: () => show() } });
  const type = el('select', { 'aria-label': 'Type of event', on: { change: () => show() } },
    el('option', { value: '' }, 'All types'));
  const onlyWarnings = el('input', { type: 'checkbox', on: { change: () => show() } });
  const list = el('ol', { class: 'log', tabindex: '0', 'aria-label': 'Events' });
  const rows = keyed(list, (it) => it.number, (it) => logRow(it));
  const state = el('div');
  const recorded = el('div', { hidden: true });
  fill(recorded, liveOnly('Events'));
  const tools = el('div', { class: 'tools' }, search, type,
    el('label', { class: 'check' }, onlyWarnings, 'warnings only'));
  const live = el('div', {}, tools, list, state);
  const part = panel('Event log', { body: [live, recorded] });
  const types = new Set();

  const show = () => {
    for (const it of events.items) {
      if (!types.has(it.type)) {
        types.add(it.type);
        type.append(el('option', { value: it.type }, it.type));
      }
    }
    const wanted = search.value.toLowerCase();
    const found = events.items.filter((it) =>
      (!onlyWarnings.checked || it.isWarning) &&
      (!type.value || it.type === type.value) &&
      (!wanted || `${it.subject} ${it.text} ${it.code}`.toLowerCase().includes(wanted)));
    rows.update(found.slice(0, SHOWN));
    fill(state, events.error ? failed(events.error) : found.length ? null
      : events.items.length ? empty('No event passes the filter.') : empty('No events so far.'));
  };
  return {
    node: part.node,
    async update() {
      shown(live, store.isLive);
      shown(recorded, !store.isLive);
      if (store.isLive && (await events.follow(store.snapshot))) show();
    },
  };
}

/** One event as a row; without its subject where that is known. */
export function logRow(event, hasSubject = true) {
  const node = el('li', { class: 'log-row' },
    el('time', { class: 'num' }, clock(event.atMillis)),
    event.isWarning ? tag(event.type, 'warn', '▲') : tag(event.type, 'plain', '·'),
    hasSubject ? subjectNode(event.subject) : null,
    el('span', { class: 'log-text' }, event.text),
    event.code ? codeButton(event.code) : null);
  attr(node, 'data-warning', event.isWarning ? '' : null);
  return { node };
}
