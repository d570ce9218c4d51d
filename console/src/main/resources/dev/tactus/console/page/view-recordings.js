// Recordings: which there are, and opening one. From then on every view shows the moment that the
// bar below names, until somebody goes back to live.

import { get } from './api.js';
import { el, fill, shown, text } from './dom.js';
import { bytes, dateTime, plural } from './format.js';
import { empty, facts, failed, loading, panel, table } from './parts.js';

export function recordingsView({ store, player, go }) {
  const state = el('div');
  const opening = el('div');
  const rows = table('Recordings', [
    { title: 'Name', className: 'grow', make: () => {
      let name = '';
      const node = el('button', { class: 'link path', on: { click: () => open(name) } });
      return { node, update: (it) => { name = it.name; text(node, name); } };
    } },
    { title: 'Written', cell: (it) => dateTime(it.modifiedMillis), className: 'num-left' },
    { title: 'Size', isNumber: true, cell: (it) => bytes(it.bytes) },
  ], (it) => it.name, { onRow: (it) => open(it.name) });
  const reload = el('button', { class: 'button', on: { click: () => load() } }, 'Reload');
  const list = panel('Recordings', { aside: reload, body: [state, rows.node, opening] });
  const figures = facts(['Recording', 'First moment', 'Last moment', 'Moments', 'Shown now']);
  const current = panel('Shown', { body: [figures.node,
    el('p', { class: 'dim' }, 'Every view shows this moment. Drag the slider below, use its ' +
      'arrow keys, or press [ and ] anywhere; p plays, l goes back to live.'),
    el('div', { class: 'buttons' },
      el('button', { class: 'button', on: { click: () => go('overview') } }, 'Overview'),
      el('button', { class: 'button', on: { click: () => player.close() } }, 'Back to live'))] });

  async function load() {
    fill(state, loading('recordings'));
    try {
      const recordings = await get('api/recordings');
      rows.update(recordings);
      shown(rows.node, recordings.length > 0);
      fill(state, recordings.length ? null : none());
    } catch (error) {
      rows.update([]);
      shown(rows.node, false);
      fill(state, failed(error, load));
    }
  }

  function none() {
    return store.about.hasRecordings === false
      ? empty('This console was started without a folder of recordings.',
        'Name one in its settings: ConsoleSettings.withRecordings.')
      : empty('There are no recordings yet.', 'They appear when the program has written one.');
  }

  async function open(name) {
    fill(opening, loading(name));
    try {
      await player.open(name);
      fill(opening);
      // The bar is shown with the next frame.
      requestAnimationFrame(() => requestAnimationFrame(() =>
        document.querySelector('.player-slider')?.focus()));
    } catch (error) {
      fill(opening, failed(error));
    }
  }

  return {
    node: el('div', {}, current.node, list.node),
    needsNoSnapshot: true,
    show: () => load(),
    update() {
      shown(current.node, player.isOpen);
      if (!player.isOpen) return;
      const { moments } = player;
      [player.name, dateTime(moments[0].atMillis), dateTime(moments.at(-1).atMillis),
        plural(moments.length, 'moment'), dateTime(store.now)]
        .forEach((value, index) => figures.set(index, value));
    },
  };
}
