import { basename } from 'node:path';

/** Checks of a minute and more. A fresh clone knows no durations, and one that began last would be waited for alone. */
const LONGEST = [
  'generators',
  'dev',
  'release',
  'start',
  'affected',
  'edge',
  'command-lines',
  'runtime-config',
];

const place = ({ path }) => {
  const at = LONGEST.indexOf(basename(path, '.check.ts'));
  return at < 0 ? LONGEST.length : at;
};

/** In which order Jest runs them; what it learns of their durations is not needed. */
export default class LongestFirst {
  sort(tests) {
    return tests.toSorted((one, other) => place(one) - place(other));
  }
  cacheResults() {}
}
