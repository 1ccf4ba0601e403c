import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { importsOf } from './imports.ts';
import { filesOf, projectOf, readProjects, readSources, root } from './workspace.ts';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  sideEffects?: false | string[];
}

/** Needed in addition to the imports. */
const PEERS: Record<string, string[]> = {
  // Redux Toolkit's React entry requires both.
  'data-access': ['react', 'react-redux'],
};

const projects = readProjects();
const sources = readSources(projects);
const shipped = projects.filter(({ folder }) => /^(apps|libs)\//.test(folder));

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

const importedBy = (folder: string): string[] =>
  sources
    .filter(({ path }) => projectOf(path, projects)?.folder === folder)
    .flatMap((file) => importsOf(file).map(({ specifier }) => specifier));

test.each(projects)('$name declares what it imports, in its own or in the root manifest', ({ folder }) => {
  const own = manifestOf(folder);
  const declared = { [own.name]: '', ...own.dependencies, ...manifestOf('.').devDependencies };
  const packages = importedBy(folder)
    .filter((specifier) => !/^[./]/.test(specifier) && !isBuiltin(specifier))
    .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  expect([...new Set(packages)].filter((name) => !(name in declared))).toEqual([]);
});

test.each(shipped)('$name declares nothing that it does not import', ({ name, folder }) => {
  const imported = importedBy(folder);
  const styles = filesOf(`${folder}/**/*.css`).map((path) => readFileSync(join(root, path), 'utf8'));
  const isUsed = (dependency: string): boolean =>
    imported.some((specifier) => specifier === dependency || specifier.startsWith(`${dependency}/`)) ||
    styles.some((text) => text.includes(`'${dependency}/`));
  const declared = Object.keys(manifestOf(folder).dependencies ?? {});
  expect(declared.filter((one) => !isUsed(one) && !PEERS[name]?.includes(one))).toEqual([]);
});

test.each(shipped)('$name lists only existing files as side effects', ({ folder }) => {
  const { sideEffects } = manifestOf(folder);
  const missing = (sideEffects || []).filter(
    (pattern) => filesOf(`${folder}/${pattern.includes('/') ? pattern : `**/${pattern}`}`).length === 0,
  );
  expect(missing).toEqual([]);
});
