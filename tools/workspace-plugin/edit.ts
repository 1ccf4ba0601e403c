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

/** @throws Error when there is something of that name already: a generator writes over nothing. */
export function writeNew(tree: Tree, path: string, text: string): void {
  if (tree.exists(path)) throw new Error(`${path} exists already`);
  tree.write(path, text);
}

/**
 * Changes a file at places that are found by their text.
 * @throws Error naming the file, when a place is not there: it was written anew, and the generator has to follow
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

/** Where the last import of a file ends. */
export const LAST_IMPORT = /(^import [^;]+;\n)(?!import )/m;
