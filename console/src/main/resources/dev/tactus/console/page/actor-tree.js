// The tree of actors. Children are asked for when a node is opened, a page at a time, so a parent
// with a million children costs no more than one with a hundred. One node can be reached by Tab,
// the arrow keys reach the others.

import { get } from './api.js';
import { attr, el, fill, shown, text } from './dom.js';
import { lastName, short } from './format.js';
import { failed } from './parts.js';

const PAGE = 100;

export class ActorTree {
  #choose;
  #isStarted = false;
  #marked = '';
  #root = null;
  #depths = new Map();

  /** `choose(path)` is called when somebody picks an actor. */
  constructor(choose) {
    this.#choose = choose;
    this.list = el('ul', { role: 'tree', class: 'tree', 'aria-label': 'Actors' });
    this.state = el('div');
    this.node = el('div', { class: 'tree-box' }, this.state, this.list);
    this.list.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Shows the root with its children, when that has not been done. */
  async start() {
    if (this.#isStarted) return;
    this.#isStarted = true;
    try {
      const { items } = await get('api/actors', { max: 1 });
      fill(this.state);
      if (!items.length) return;
      this.#root = this.#item(items[0], 1);
      fill(this.list, this.#root.node);
      attr(this.#root.row, 'tabindex', '0');
      await this.#root.open();
      const user = this.#root.children.find((it) => lastName(it.path) === 'user');
      await user?.open();
      await this.#reveal(this.#marked);
    } catch (error) {
      this.#isStarted = false;
      fill(this.state, failed(error, () => this.start()));
    }
  }

  /** Marks the actor that is shown beside the tree. */
  mark(path) {
    this.#marked = path;
    for (const row of this.list.querySelectorAll('[role=treeitem]')) {
      attr(row, 'aria-selected', String(row.dataset.path === path));
    }
    this.#reveal(path);
  }

  /** Opens what lies above an actor, as far as the first page of each level has it. */
  async #reveal(path) {
    let at = this.#root;
    while (at && at.path !== path) {
      if (at.row.getAttribute('aria-expanded') === 'false') await at.open();
      at = at.children.find((it) => path === it.path || path.startsWith(`${it.path}/`));
    }
  }

  /** Writes the longest mailboxes beside their actors, as far as these are shown. */
  update(deepest) {
    const now = new Map(deepest.map((it) => [it.path, it.depth]));
    for (const [path, node] of this.#depths) {
      const depth = now.get(path);
      text(node, depth ? `${short(depth)} ✉` : '');
    }
  }

  #item(actor, level) {
    const { path } = actor;
    const name = level === 1 ? path : lastName(path);
    const hasChildren = actor.children > 0;
    const group = el('ul', { role: 'group', hidden: true });
    const more = el('li', { role: 'none', hidden: true });
    const depth = el('span', { class: 'tree-depth num', title: 'messages that wait' });
    this.#depths.set(path, depth);
    const twist = el('span', { class: 'twist', 'aria-hidden': 'true' }, hasChildren ? '▸' : '');
    const row = el('li', { role: 'treeitem', tabindex: '-1', 'aria-level': String(level),
      'aria-selected': String(path === this.#marked),
      'aria-expanded': hasChildren ? 'false' : null, 'data-path': path },
    el('span', { class: 'tree-row', title: path }, twist, el('span', { class: 'tree-name' }, name),
      depth,
      hasChildren ? el('span', { class: 'tree-children num' }, short(actor.children)) : null),
    group);
    const item = { path, node: row, row, children: [] };
    let next = null;

    const load = async (after) => {
      text(twist, '◌');
      try {
        const page = await get('api/actors', { parent: path, after, max: PAGE });
        const made = page.items.map((it) => this.#item(it, level + 1));
        item.children.push(...made);
        group.append(...made.map((it) => it.node));
        next = page.next;
        this.#moreRow(more, next, actor.children - item.children.length, async () => {
          const before = item.children.length;
          await load(next);
          if (item.children[before]) this.#focus(item.children[before].row);
        });
        group.append(more);
      } catch (error) {
        fill(more, failed(error, () => load(after)));
        shown(more, true);
        group.append(more);
      }
      text(twist, '▾');
    };
    item.open = async () => {
      attr(row, 'aria-expanded', 'true');
      shown(group, true);
      text(twist, '▾');
      if (next === null) await load('');
    };
    item.close = () => {
      attr(row, 'aria-expanded', 'false');
      shown(group, false);
      text(twist, '▸');
    };
    row.firstChild.addEventListener('click', (event) => {
      this.#focus(row);
      const isChosen = row.getAttribute('aria-selected') === 'true';
      if (event.target === twist || isChosen) this.#toggle(item);
      else this.#choose(path);
    });
    row.addEventListener('tree-open', (event) => { event.stopPropagation(); item.open(); });
    row.addEventListener('tree-close', (event) => { event.stopPropagation(); item.close(); });
    return item;
  }

  #toggle(item) {
    const isOpen = item.row.getAttribute('aria-expanded');
    if (isOpen === 'false') item.open();
    else if (isOpen === 'true') item.close();
  }

  #moreRow(more, next, left, load) {
    shown(more, next !== '');
    fill(more, el('button', { class: 'button more',
      on: { click: (event) => { event.target.disabled = true; load(); } } },
    `${short(Math.min(PAGE, Math.max(1, left)))} more of ${short(Math.max(1, left))}`));
  }

  #focus(row) {
    for (const it of this.list.querySelectorAll('[tabindex="0"][role=treeitem]')) {
      attr(it, 'tabindex', '-1');
    }
    attr(row, 'tabindex', '0');
    row.focus({ preventScroll: false });
  }

  #key(event) {
    const row = event.target.closest('[role=treeitem]');
    if (!row || event.target.matches('button')) return;
    const rows = [...this.list.querySelectorAll('[role=treeitem]')]
      .filter((it) => !it.parentElement.closest('[hidden]'));
    const at = rows.indexOf(row);
    const isOpen = row.getAttribute('aria-expanded');
    const parent = row.parentElement.closest('[role=treeitem]');
    const moves = {
      ArrowDown: () => rows[at + 1] && this.#focus(rows[at + 1]),
      ArrowUp: () => rows[at - 1] && this.#focus(rows[at - 1]),
      Home: () => this.#focus(rows[0]),
      End: () => this.#focus(rows.at(-1)),
      ArrowRight: () => {
        if (isOpen === 'false') row.dispatchEvent(new CustomEvent('tree-open'));
        else if (isOpen === 'true' && rows[at + 1]) this.#focus(rows[at + 1]);
      },
      ArrowLeft: () => {
        if (isOpen === 'true') row.dispatchEvent(new CustomEvent('tree-close'));
        else if (parent) this.#focus(parent);
      },
      Enter: () => this.#choose(row.dataset.path),
      ' ': () => this.#choose(row.dataset.path),
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
    }
  }
}
