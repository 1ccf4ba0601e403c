import type { Tree } from '@nx/devkit';

/** `road-map` as `roadMap`, `RoadMap`, `road_map`. */
export interface Names {
  camel: string;
  pascal: string;
  snake: string;
}

export function namesOf(kebab: string): Names {
  const pascal = kebab.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return {
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: kebab.replaceAll('-', '_'),
  };
}

/** @throws Error if the name is taken: a generator never overwrites files. */
export function writeNew(tree: Tree, path: string, text: string): void {
  if (tree.exists(path)) throw new Error(`${path} exists already`);
  tree.write(path, text);
}

/**
 * Edits a file at places that are found by their text.
 * @throws Error naming the file if a place is not found: the file has changed, and the generator must follow
 */
export function edit(tree: Tree, path: string, ...changes: [at: string | RegExp, to: string][]): void {
  let text = tree.read(path, 'utf8') ?? '';
  for (const [at, to] of changes) {
    const next = text.replace(at, to);
    if (next === text) throw new Error(`${path} has no place like ${String(at)}: add by hand\n${to}`);
    text = next;
  }
  tree.write(path, text);
}

/** The end of a file's last import. */
export const LAST_IMPORT = /(^import [^;]+;\n)(?!import )/m;
