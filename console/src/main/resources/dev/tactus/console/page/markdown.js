// Shows the Markdown that explanations are written in: headings, paragraphs, lists, tables, code.
// Everything becomes elements and text nodes; markup in the source stays text. Links to other
// places are shown with their address as text.

import { el } from './dom.js';

/** The elements for a page. */
export function markdown(source) {
  const lines = source.replace(/\r/g, '').split('\n');
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) {
      at += 1;
    } else if (line.startsWith('```')) {
      at = code(lines, at, out);
    } else if (/^#{1,6} /.test(line)) {
      const depth = line.indexOf(' ');
      out.push(el(`h${Math.min(6, depth + 2)}`, {}, inline(line.slice(depth + 1))));
      at += 1;
    } else if (line.startsWith('|')) {
      at = table(lines, at, out);
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      at = list(lines, at, out);
    } else {
      at = paragraph(lines, at, out);
    }
  }
  return out;
}

function code(lines, from, out) {
  let to = from + 1;
  while (to < lines.length && !lines[to].startsWith('```')) to += 1;
  out.push(el('pre', { tabindex: '0' }, el('code', {}, lines.slice(from + 1, to).join('\n'))));
  return to + 1;
}

function table(lines, from, out) {
  let to = from;
  while (to < lines.length && lines[to].startsWith('|')) to += 1;
  const rows = lines.slice(from, to)
    .filter((line) => !/^\|[\s:|-]+\|?\s*$/.test(line))
    .map((line) => line.replace(/^\||\|\s*$/g, '').split('|').map((cell) => cell.trim()));
  const [head, ...body] = rows;
  out.push(el('div', { class: 'scroller' }, el('table', {},
    el('thead', {}, el('tr', {}, head.map((cell) => el('th', { scope: 'col' }, inline(cell))))),
    el('tbody', {}, body.map((row) =>
      el('tr', {}, row.map((cell) => el('td', {}, inline(cell)))))))));
  return to;
}

function list(lines, from, out) {
  const items = [];
  let to = from;
  while (to < lines.length && lines[to].trim()) {
    const start = /^\s*([-*]|\d+\.) (.*)$/.exec(lines[to]);
    if (start) items.push(start[2]);
    else items[items.length - 1] += ` ${lines[to].trim()}`;
    to += 1;
  }
  const isNumbered = /^\s*\d/.test(lines[from]);
  out.push(el(isNumbered ? 'ol' : 'ul', {}, items.map((item) => el('li', {}, inline(item)))));
  return to;
}

function paragraph(lines, from, out) {
  let to = from;
  while (to < lines.length && lines[to].trim() && !/^(#{1,6} |```|\||\s*[-*] )/.test(lines[to])) {
    to += 1;
  }
  to = Math.max(to, from + 1);
  out.push(el('p', {}, inline(lines.slice(from, to).join(' '))));
  return to;
}

const PIECES = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g;

function inline(source) {
  const out = [];
  let end = 0;
  for (const match of source.matchAll(PIECES)) {
    out.push(source.slice(end, match.index));
    const [whole, mono, strong, weak, label, address] = match;
    if (mono) out.push(el('code', {}, mono));
    else if (strong) out.push(el('strong', {}, strong));
    else if (weak) out.push(el('em', {}, weak));
    else out.push(label, label === address ? null : el('span', { class: 'dim' }, ` (${address})`));
    end = match.index + whole.length;
  }
  out.push(source.slice(end));
  return out;
}
