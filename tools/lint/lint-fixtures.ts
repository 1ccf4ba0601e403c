// Lints every fixture as if it stood where its first line says, and prints the boundary messages as JSON by name.
// A process of its own: Nx's rule reads the project graph while ESLint loads, which Jest's module registry cannot host.
import { ESLint } from 'eslint';
import { root } from '../checks/workspace.ts';
import { readFixtures } from './read-fixtures.ts';

const eslint = new ESLint({ cwd: root });
const messages: Record<string, string[]> = {};
for (const { name, at, text } of readFixtures()) {
  const [result] = await eslint.lintText(text, { filePath: at });
  messages[name] = (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === '@nx/enforce-module-boundaries')
    .map(({ message }) => message);
}
process.stdout.write(JSON.stringify(messages));
