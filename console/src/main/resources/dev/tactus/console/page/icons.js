// The page's own signs, drawn as lines on a field of 16 by 16.

import { svg } from './dom.js';

const PATHS = {
  overview: 'M2 2h5v6H2zM9 2h5v3.5H9zM9 7.5h5V14H9zM2 10h5v4H2z',
  actors: 'M8 1.5a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 0 1 0-3.6zM8 5.1v3M3.5 11V8.1h9V11M3.5 11a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4zM12.5 11a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4z',
  workers: 'M2 3h8M2 6.3h12M2 9.7h5M2 13h10',
  timers: 'M8 1.8a6.2 6.2 0 1 1 0 12.4a6.2 6.2 0 0 1 0-12.4zM8 4.5V8l2.5 1.8',
  processes: 'M1.8 3h4.4v4H1.8zM9.8 9h4.4v4H9.8zM6.2 5H12v4M9.8 11H4V7',
  letters: 'M1.8 3.5h12.4v9H1.8zM1.8 4l6.2 5l6.2-5',
  warnings: 'M8 2l6.5 11.5h-13zM8 6.3v3.4M8 11.4v.6',
  recordings: 'M8 1.8a6.2 6.2 0 1 1 0 12.4a6.2 6.2 0 0 1 0-12.4zM6.5 5.4l4 2.6l-4 2.6z',
  traces: 'M2 3.5h12M2 8h12M2 12.5h12M4 3.5l3.5 4.5M8.5 8l4 4.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  play: 'M4.5 2.8l8.5 5.2l-8.5 5.2z',
  pause: 'M5 3v10M11 3v10',
  back: 'M10 3.5L5.5 8l4.5 4.5',
  forth: 'M6 3.5L10.5 8L6 12.5',
  dark: 'M13.5 9.5A6 6 0 1 1 6.5 2.5a4.8 4.8 0 0 0 7 7z',
  light: 'M8 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8L13 13M13 3l-1.2 1.2M4.2 11.8L3 13',
  auto: 'M8 1.8a6.2 6.2 0 1 1 0 12.4a6.2 6.2 0 0 1 0-12.4zM8 1.8v12.4M8 5h4.8M8 8h6M8 11h4.8',
  pulse: 'M1 9h3l2-5.5l3.5 9L12 7l1 2h2',
};

/** A sign; it is decoration, so a label stands beside it. */
export function icon(name) {
  return svg(
    'svg',
    { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: PATHS[name] }),
  );
}
