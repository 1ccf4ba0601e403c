import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatTestResults } from '@jest/test-result';

const reports = join(import.meta.dirname, '../../reports/jest');

/**
 * Writes a project's test results for `npm test` and the list of requirements. A partial run writes nothing,
 * because the report covers all tests.
 */
export default class Report {
  #config;

  constructor(config) {
    this.#config = config;
  }

  onRunComplete(_contexts, results) {
    const { rootDir, testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard } = this.#config;
    const project = join(rootDir, 'project.json');
    const some = testPathPatterns.isSet() || testNamePattern || onlyChanged || onlyFailures || shard;
    if (some || !existsSync(project)) return;
    const { name } = JSON.parse(readFileSync(project, 'utf8'));
    // A fresh clone has no folder for them.
    mkdirSync(reports, { recursive: true });
    writeFileSync(join(reports, `${name}.json`), JSON.stringify(formatTestResults(results)));
  }
}
