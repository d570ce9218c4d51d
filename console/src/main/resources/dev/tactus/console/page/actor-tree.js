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
  #marked = '';
  #root = null;
  #run = 0;
  #depths = new Map();

  /** `choose(path)` is called when somebody picks an actor. */
  constructor(choose) {
    this.#choose = choose;
    this.list = el('ul', { role: 'tree', class: 'tree', 'aria-label': 'Actors' });
    this.node = el('div', { class: 'tree-box' }, this.list);
    this.list.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Shows the top of a system, when that has not been done. It is no actor, but has children. */
  async start(system, run) {
    const path = `tactus://${system}/`;
    if (this.#root?.path === path && this.#run === run) return;
    this.#run = run;
    this.#depths.clear();
    this.#root = this.#item({ path, children: null }, 1);
    fill(this.list, this.#root.node);
    attr(this.#root.row, 'tabindex', '0');
    await this.#root.open();
    const user = this.#root.children.find((it) => lastName(it.path) === 'user');
    await user?.open();
    await this.#reveal(this.#marked);
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
    let at = path ? this.#root : null;
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
    const hasChildren = actor.children !== 0;
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
      actor.children ? el('span', { class: 'tree-children num' }, short(actor.children)) : null),
    group);
    const item = { path, node: row, row, children: [] };
    let next = '';
    let first = null;

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
      first ??= load('');
      await first;
    };
    item.close = () => {
      attr(row, 'aria-expanded', 'false');
      shown(group, false);
      text(twist, '▸');
    };
    row.firstChild.addEventListener('click', (event) => {
      this.#focus(row);
      const isChosen = row.getAttribute('aria-selected') === 'true';
      if (event.target === twist || isChosen || level === 1) this.#toggle(row);
      else this.#choose(path);
    });
    row.addEventListener('tree-open', () => item.open());
    row.addEventListener('tree-close', () => item.close());
    return item;
  }

  #toggle(row) {
    const isOpen = row.getAttribute('aria-expanded');
    if (isOpen) row.dispatchEvent(new CustomEvent(isOpen === 'true' ? 'tree-close' : 'tree-open'));
  }

  #enter(row) {
    if (row.dataset.path === this.#root.path) this.#toggle(row);
    else this.#choose(row.dataset.path);
  }

  #moreRow(more, next, left, load) {
    shown(more, next !== '');
    const label = left > 0 ? `${short(Math.min(PAGE, left))} more of ${short(left)}` : 'More';
    fill(more, el('button', { class: 'button more',
      on: { click: (event) => { event.target.disabled = true; load(); } } }, label));
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
        if (isOpen === 'false') this.#toggle(row);
        else if (isOpen === 'true' && rows[at + 1]) this.#focus(rows[at + 1]);
      },
      ArrowLeft: () => {
        if (isOpen === 'true') this.#toggle(row);
        else if (parent) this.#focus(parent);
      },
      Enter: () => this.#enter(row),
      ' ': () => this.#enter(row),
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      move();
    }
  }
}
