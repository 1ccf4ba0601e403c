import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** A project of the workspace: its folder (relative, with slashes), its Nx tags and its import name. */
export interface Project {
  name: string;
  folder: string;
  tags: string[];
  packageName: string;
}

/** A file as the checks see it; `path` is relative to the root. */
export interface SourceFile {
  path: string;
  text: string;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

const passedOver =
  /(^|\/)(node_modules|dist|build|reports|fixtures|storybook-static|test-results|\.react-router|\.nx|\.data|\.tmp)(\/|$)/;

/** Relative paths of the matching files, without build output and dependencies. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: (path) => passedOver.test(path.replaceAll('\\', '/')) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !passedOver.test(path))
    .sort();
}

export function readProjects(): Project[] {
  return filesOf('{apps,libs,e2e,tools}/**/project.json').map((path) => {
    const folder = dirname(path);
    const { name, tags = [] } = readJson<{ name: string; tags?: string[] }>(join(root, path));
    const manifest = join(root, folder, 'package.json');
    const packageName = existsSync(manifest) ? readJson<{ name: string }>(manifest).name : name;
    return { name, folder, tags, packageName };
  });
}

export function readSources(projects: readonly Project[]): SourceFile[] {
  // A project may be nested in another one.
  const paths = new Set(projects.flatMap(({ folder }) => filesOf(`${folder}/**/*.{ts,tsx,mts,mjs,js}`)));
  return [...paths].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The project of a file: the one with the longest folder. */
export function projectOf(path: string, projects: readonly Project[]): Project | undefined {
  return projects
    .filter(({ folder }) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/**
 * In a copy of the workspace, third-party packages are the original's, workspace packages those of the copy.
 */
export function linkPackages(copy: string): void {
  const packages = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@yunduo'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (!name.startsWith('.') && name !== '@yunduo')
      symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(packages, '@yunduo')))
    symlinkSync(readlinkSync(join(packages, '@yunduo', name)), join(copy, 'node_modules/@yunduo', name));
}
