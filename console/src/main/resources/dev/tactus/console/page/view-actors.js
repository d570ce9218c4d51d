// Actors: the tree with a search on the left, the deepest and slowest or one actor on the right.
// In a recording only the actors that its snapshots name are there.

import { get } from './api.js';
import { ActorDetail } from './actor-detail.js';
import { ActorTree } from './actor-tree.js';
import { el, shown, text } from './dom.js';
import { nanos, whole, words } from './format.js';
import { Pages, actorLink, empty, panel, stateBadge, table } from './parts.js';

const TYPING_MILLIS = 200;

export function actorsView(app) {
  const { store, go } = app;
  const tree = new ActorTree((path) => go('actors', { path }));
  const search = searchPart(store, (isSearching) => shown(tree.node, !isSearching && store.isLive));
  const recorded = empty('A recording holds no tree.',
    'It holds the actors with the longest mailboxes and turns, beside this.');
  const summary = el('p', { class: 'actors-summary num' });
  const left = panel('All actors', { className: 'tree-panel',
    body: [summary, search.form, search.results, tree.node, recorded] });
  const tables = figureTables();
  const detail = new ActorDetail(app);
  const startTree = () => {
    if (store.isLive && store.snapshot) tree.start(store.snapshot.system, store.runs);
  };
  const node = el('div', { class: 'grid actors-grid' }, left.node,
    el('div', { class: 'stack' }, detail.node, tables.node));
  return {
    node,
    show({ path = '', text: wanted = null }) {
      detail.show(path);
      shown(tables.node, path === '');
      tree.mark(path);
      if (wanted !== null) search.set(wanted);
      startTree();
    },
    hide: () => detail.hide(),
    update() {
      const { actors } = store.snapshot;
      const states = Object.entries(actors.byState)
        .filter(([, count]) => count > 0)
        .sort(([, a], [, b]) => a - b)
        .map(([state, count]) => `${whole(count)} ${words(state).toLowerCase()}`);
      const suspended = actors.suspended ? [`${whole(actors.suspended)} suspended`] : [];
      text(summary, `${whole(actors.total)} actors: ${[...states, ...suspended].join(', ')}`);
      shown(recorded, !store.isLive);
      shown(search.form, store.isLive);
      shown(search.results, store.isLive && search.isSearching);
      shown(tree.node, store.isLive && !search.isSearching);
      startTree();
      tree.update(actors.deepest);
      tables.update(actors);
      detail.update();
    },
  };
}

/** Search over all actors, page by page. */
function searchPart(store, onChange) {
  const field = el('input', { type: 'search', placeholder: 'Search paths', spellcheck: 'false',
    'aria-label': 'Search actors by text', 'aria-keyshortcuts': '/' });
  const stirring = el('input', { type: 'checkbox' });
  const list = el('div', { class: 'found' });
  let timer = 0;
  let asked = null;
  const rows = table('Actors found', [
    { title: 'Actor', make: actorLink((it) => it.path), className: 'grow' },
    { title: 'Waiting', isNumber: true, cell: (it) => whole(it.depth) },
  ], (it) => it.path);
  const pages = new Pages((after) => {
    asked?.abort();
    asked = new AbortController();
    return get('api/actors', { text: field.value, stirring: stirring.checked ? 'true' : '', after,
      max: 50 }, asked.signal);
  }, (items) => { rows.update(items); shown(rows.node, items.length > 0); }, 'such actors');
  list.append(rows.node, pages.node);
  const part = {
    get isSearching() {
      return field.value !== '' || stirring.checked;
    },
    set(value) {
      field.value = value;
      changed();
    },
    form: el('form', { class: 'tools', role: 'search',
      on: { submit: (event) => { event.preventDefault(); changed(); } } },
    field, el('label', { class: 'check' }, stirring, 'stirring only')),
    results: list,
  };
  const changed = () => {
    clearTimeout(timer);
    onChange(part.isSearching);
    shown(list, part.isSearching);
    if (part.isSearching) timer = setTimeout(() => pages.reload(), TYPING_MILLIS);
    else pages.clear();
  };
  field.addEventListener('input', changed);
  stirring.addEventListener('change', changed);
  return part;
}

function figureTables() {
  const state = { title: 'State', make: () => {
    const badge = stateBadge();
    return { node: badge.node, update: (it) => badge.update(it.state, it.suspends > 0) };
  } };
  const actor = { title: 'Actor', make: actorLink((it) => it.path), className: 'grow' };
  const depth = { title: 'Waiting', isNumber: true,
    cell: (it) => whole(it.depth) + (it.isDepthExact ? '' : '+') };
  const turn = { title: 'Turn', isNumber: true, cell: (it) => nanos(it.turnNanos) };
  const type = { title: 'Message', cell: (it) => it.latestType, className: 'mono' };
  const deepest = table('Longest mailboxes', [actor, depth, turn, type, state], (it) => it.path);
  const slowest = table('Longest turns', [actor, turn, depth, type, state], (it) => it.path);
  const noDeep = empty('✓ All mailboxes are empty.');
  const noSlow = empty('No turn was measured yet.', 'Turns are measured now and then.');
  const swept = el('span', { class: 'dim' });
  const node = el('div', { class: 'stack' },
    panel('Longest mailboxes', { aside: swept, body: [deepest.node, noDeep] }).node,
    panel('Longest turns', { body: [slowest.node, noSlow] }).node);
  return {
    node,
    update(actors) {
      deepest.update(actors.deepest);
      slowest.update(actors.slowest);
      shown(deepest.node, actors.deepest.length > 0);
      shown(slowest.node, actors.slowest.length > 0);
      shown(noDeep, actors.deepest.length === 0);
      shown(noSlow, actors.slowest.length === 0);
      text(swept, `a sweep takes ${nanos(actors.sweepNanos)}`);
    },
  };
}

