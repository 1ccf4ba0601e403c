import { basename } from 'node:path';

/**
 * Checks that take a minute or more. A fresh clone has no recorded durations, and a long check that starts
 * last delays the end.
 */
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

/** Replaces Jest's order; recorded durations are not needed. */
export default class LongestFirst {
  sort(tests) {
    return tests.toSorted((one, other) => place(one) - place(other));
  }
  cacheResults() {}
}
