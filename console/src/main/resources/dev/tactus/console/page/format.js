// Figures as people read them. All of them are short and of about the same width, so that columns
// do not jump.

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const NONE = '–';

/** A count in full: 1,024,014. */
export function whole(value) {
  return Number.isFinite(value) ? WHOLE.format(value) : NONE;
}

/** A count in at most four digits and a letter: 1.02 M. */
export function short(value) {
  if (!Number.isFinite(value)) return NONE;
  const size = Math.abs(value);
  if (size >= 1e9) return `${digits(value / 1e9)} G`;
  if (size >= 1e6) return `${digits(value / 1e6)} M`;
  if (size >= 1e4) return `${digits(value / 1e3)} k`;
  return size >= 100 || Number.isInteger(value) ? WHOLE.format(value) : digits(value);
}

/** Three digits that count. */
function digits(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value)) return WHOLE.format(value);
  if (size >= 99.95) return WHOLE.format(value);
  return size >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}

/** A share as a percentage. */
export function percent(share) {
  if (!Number.isFinite(share)) return NONE;
  const value = share * 100;
  return `${value >= 9.95 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}

/** A time that something took. */
export function nanos(value) {
  if (!Number.isFinite(value) || value < 0) return NONE;
  if (value === 0) return '0 s';
  if (value < 1e3) return `${Math.round(value)} ns`;
  if (value < 1e6) return `${digits(value / 1e3)} µs`;
  if (value < 1e9) return `${digits(value / 1e6)} ms`;
  if (value < 120e9) return `${digits(value / 1e9)} s`;
  return long(value);
}

/** A long time: 1 d 2 h. */
export function long(value) {
  if (!Number.isFinite(value)) return NONE;
  const seconds = Math.floor(value / 1e9);
  const parts = [
    [Math.floor(seconds / 86400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return parts.slice(first, first + 2).map(([count, unit]) => `${count} ${unit}`).join(' ');
}

/** Bytes of a file. */
export function bytes(value) {
  if (!Number.isFinite(value)) return NONE;
  if (value < 1000) return `${value} B`;
  if (value < 1e6) return `${digits(value / 1e3)} kB`;
  return value < 1e9 ? `${digits(value / 1e6)} MB` : `${digits(value / 1e9)} GB`;
}

const TWO = (value) => String(value).padStart(2, '0');

/** The time of day, as the viewer's clock has it. */
export function clock(millis) {
  const at = new Date(millis);
  return `${TWO(at.getHours())}:${TWO(at.getMinutes())}:${TWO(at.getSeconds())}`;
}

/** Day and time of day. */
export function dateTime(millis) {
  const at = new Date(millis);
  return `${at.getFullYear()}-${TWO(at.getMonth() + 1)}-${TWO(at.getDate())} ${clock(millis)}`;
}

/** How long ago something was. */
export function ago(millis, now) {
  const passed = Math.max(0, now - millis);
  return passed < 1000 ? 'now' : `${long(passed * 1e6)} ago`;
}

/** A name of the program, such as NO_RECIPIENT, as words. */
export function words(name) {
  const spaced = String(name).replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const SYSTEM = /^tactus:\/\/[^/]*/;

/** The path of an actor without the name of its system. */
export function shortPath(path) {
  return path.replace(SYSTEM, '') || '/';
}

/** Whether this is the path of an actor, and not the name of something else. */
export function isPath(subject) {
  return subject.startsWith('/') || SYSTEM.test(subject);
}

/** The last name of a path. */
export function lastName(path) {
  const cut = path.lastIndexOf('/');
  return cut < 0 || cut === path.length - 1 ? path : path.slice(cut + 1);
}

/** One and many. */
export function plural(count, one, many = `${one}s`) {
  return `${whole(count)} ${count === 1 ? one : many}`;
}
