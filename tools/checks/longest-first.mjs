import { basename } from 'node:path';

/**
 * Checks that take a minute or more, and the API's longest files on the embedded database. A fresh clone has no
 * recorded durations, or those of another database, and a long file that starts last delays the end.
 */
const LONGEST = [
  'generators.check.ts',
  'dev.check.ts',
  'release.check.ts',
  'start.check.ts',
  'edge.check.ts',
  'command-lines.check.ts',
  'runtime-config.check.ts',
  'backup.test.ts',
  'server.test.ts',
  'control.test.ts',
];

const place = ({ path }) => {
  const at = LONGEST.indexOf(basename(path));
  return at < 0 ? LONGEST.length : at;
};

/** Replaces Jest's order; recorded durations are not needed. */
export default class LongestFirst {
  sort(tests) {
    return tests.toSorted((one, other) => place(one) - place(other));
  }
  cacheResults() {}
}
