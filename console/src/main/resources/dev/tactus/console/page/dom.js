// Makes elements and changes them. Whatever comes from the server becomes a text node or the value
// of an attribute, never markup; nothing is written that is there already, so a view may be
// updated as often as it likes.

const SVG = 'http://www.w3.org/2000/svg';

/** An element; `on` holds listeners, `vars` custom properties of its style, null leaves out. */
export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === 'vars') {
      for (const [property, it] of Object.entries(value)) cssVar(node, property, it);
    } else {
      attr(node, name, value);
    }
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Writes an attribute; null and false take it away, true writes it empty. */
export function attr(node, name, value) {
  if (value === null || value === undefined || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else {
    const text = value === true ? '' : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/** Writes a text. */
export function text(node, value) {
  const wanted = String(value);
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Writes a custom property of the style. */
export function cssVar(node, property, value) {
  const wanted = String(value);
  if (node.style.getPropertyValue(property) !== wanted) node.style.setProperty(property, wanted);
}

/** Shows or hides. */
export function shown(node, isShown) {
  if (node.hidden === isShown) node.hidden = !isShown;
}

/** Takes all children away and puts these in. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/**
 * Keeps the children of a parent in step with a list. `make(item)` returns `{node, update}`; nodes
 * of items that are still there stay, with their focus.
 */
export function keyed(parent, keyOf, make) {
  const rows = new Map();
  return {
    rows,
    update(items) {
      const wanted = new Set();
      let before = null;
      for (const item of items) {
        const key = keyOf(item);
        if (wanted.has(key)) continue;
        wanted.add(key);
        let row = rows.get(key);
        if (!row) {
          row = make(item);
          rows.set(key, row);
        }
        row.update?.(item);
        const place = before ? before.nextSibling : parent.firstChild;
        if (row.node !== place) parent.insertBefore(row.node, place);
        before = row.node;
      }
      for (const [key, row] of rows) {
        if (!wanted.has(key)) {
          row.node.remove();
          rows.delete(key);
        }
      }
    },
  };
}

/** Says something to those who hear the page. */
export function say(message) {
  text(document.getElementById('said'), message);
}

/** A number that no other element of the page has in its id. */
let ids = 0;
export function freshId(prefix) {
  ids += 1;
  return `${prefix}-${ids}`;
}
