// Reads the trace of a simulation: one line for each event, fields with tabs between them. Joins
// each message to its handling, and each sending to the turn that it came from.

const HEADER = 'tactus-trace 1 seed ';

export const KINDS = ['SENT', 'TIMER', 'HANDLED', 'STARTED', 'FAILED', 'RESTARTED', 'STOPPED',
  'DEAD_LETTER', 'FAULT', 'TIME', 'REACHED', 'WARNING'];

/** The lane of what has no actor. */
export const OUTSIDE = '(outside)';

/** `{seed, events, lanes}`; throws an error that says what is wrong. */
export function parseTrace(source) {
  const lines = source.split(/\r?\n/);
  if (!lines[0].startsWith(HEADER)) {
    throw new Error(`This is not a trace: its first line does not begin with “${HEADER}”.`);
  }
  const events = [];
  for (let at = 1; at < lines.length; at += 1) {
    if (lines[at] === '' && at === lines.length - 1) break;
    events.push(parseLine(lines[at], at + 1, events.length));
  }
  join(events);
  return { seed: lines[0].slice(HEADER.length), events, lanes: lanesOf(events) };
}

function parseLine(line, number, index) {
  const fields = line.split('\t');
  if (fields.length !== 5) {
    throw new Error(`Line ${number} of the trace has ${fields.length} fields, not five.`);
  }
  const [time, kind, actor, other, detail] = fields;
  const nanos = Number(time);
  if (time === '' || !Number.isFinite(nanos) || !KINDS.includes(kind)) {
    throw new Error(`Line ${number} of the trace does not begin with a time and a kind of event.`);
  }
  return { index, nanos, kind, actor, other, detail, cause: -1, effect: -1 };
}

/** Where an event is drawn: sendings at the sender, everything else at its actor. */
export function laneOf(event) {
  if (event.kind === 'SENT') return event.other || OUTSIDE;
  return event.actor || OUTSIDE;
}

function lanesOf(events) {
  const lanes = new Set();
  for (const event of events) {
    if (event.kind === 'TIME') continue;
    lanes.add(laneOf(event));
    if (event.kind === 'SENT') lanes.add(event.actor);
  }
  const names = [...lanes].filter((it) => it !== OUTSIDE).sort();
  return lanes.has(OUTSIDE) ? [OUTSIDE, ...names] : names;
}

/** Messages are handled in the order in which they were sent, for each receiver and type. */
function join(events) {
  const waiting = new Map();
  const turns = new Map();
  const key = (actor, type) => `${actor}\t${type}`;
  const link = (event, type) => {
    const sent = waiting.get(key(event.actor, type))?.shift();
    if (sent) {
      sent.effect = event.index;
      event.cause = sent.index;
    }
  };
  for (const event of events) {
    if (event.kind === 'SENT' || event.kind === 'TIMER') {
      const name = key(event.actor, event.detail);
      if (!waiting.has(name)) waiting.set(name, []);
      waiting.get(name).push(event);
      if (event.other) event.cause = turns.get(event.other) ?? -1;
    } else if (event.kind === 'HANDLED') {
      link(event, event.detail);
      turns.set(event.actor, event.index);
    } else if (event.kind === 'DEAD_LETTER') {
      link(event, event.detail.slice(0, event.detail.lastIndexOf(' ')));
    } else if (event.kind === 'FAILED') {
      event.cause = turns.get(event.actor) ?? -1;
    }
  }
}
