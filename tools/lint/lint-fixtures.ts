// Lints every fixture under the path on its first line, and prints the violated rules as JSON by name. A
// separate process: Nx's rule reads the project graph while ESLint loads, which Jest's module registry does
// not support.
import { ESLint } from 'eslint';
import { root } from '../checks/workspace.ts';
import { codeFixtures, importFixtures } from './read-fixtures.ts';

const eslint = new ESLint({ cwd: root });
const rules: Record<string, (string | null)[]> = {};
for (const { name, at, text } of [...importFixtures, ...codeFixtures]) {
  const [result] = await eslint.lintText(text, { filePath: at });
  rules[name] = (result?.messages ?? []).map(({ ruleId }) => ruleId);
}
process.stdout.write(JSON.stringify(rules));
