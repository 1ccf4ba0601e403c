// Lints every fixture as if it stood where its first line says, and prints the rules that refuse it as JSON by name.
// A process of its own: Nx's rule reads the project graph while ESLint loads, which Jest's module registry cannot host.
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
