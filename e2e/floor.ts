import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompatData, Identifier, SimpleSupportStatement, SupportBlock } from '@mdn/browser-compat-data';

// What the oldest browsers that both apps run in do not know, derived from MDN's data.

/** MDN's data: the package is one JSON file. */
export const compatData = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

const NAMES: Readonly<Record<string, keyof SupportBlock>> = { ios_saf: 'safari_ios' };

/** `browserslist` of the workspace: MDN's name of each browser and the oldest version. */
export function readFloor(): [browser: keyof SupportBlock, version: number][] {
  const file = join(import.meta.dirname, '../package.json');
  const { browserslist } = JSON.parse(readFileSync(file, 'utf8')) as { browserslist: string[] };
  return browserslist.map((line) => {
    const [name = '', version = ''] = line.split(' ');
    return [NAMES[name] ?? (name as keyof SupportBlock), Number(version)];
  });
}

const floor = readFloor();

/** Without a flag, a prefix or another name, in this version. */
function knows(statement: SimpleSupportStatement, version: number): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name } = statement;
  if (flags?.length || prefix || alternative_name || typeof added !== 'string') return false;
  const from = Number.parseFloat(added.replace('≤', ''));
  const until = typeof removed === 'string' ? Number.parseFloat(removed.replace('≤', '')) : Infinity;
  return from <= version && version < until;
}

/** Whether every browser of the floor knows a feature; what MDN says nothing about is known. */
export function isKnown(feature: Identifier | undefined): boolean {
  const support = feature?.__compat?.support;
  if (!support) return true;
  return floor.every(([browser, version]) => {
    const statements = support[browser];
    if (!statements) return true;
    return [statements].flat().some((statement) => knows(statement, version));
  });
}

export interface Lacking {
  /** Names of the global object: `requestIdleCallback`, `CloseWatcher`. */
  globals: string[];
  /** `URL.canParse`, `Intl.Segmenter`. */
  statics: [owner: string, name: string][];
  /** Of every instance: `Array.prototype.toSorted`. */
  members: [owner: string, name: string][];
}

/** Interfaces whose members are names of the global object. */
const GLOBAL = new Set(['Window', 'WindowOrWorkerGlobalScope', 'globals']);

/** The built-ins that a browser of the floor lacks. */
export function lackingBuiltIns(): Lacking {
  const found: Lacking = { globals: [], statics: [], members: [] };
  const look = (owner: string, feature: Identifier, isScript: boolean): void => {
    if (!GLOBAL.has(owner) && !isKnown(feature)) found.globals.push(owner);
    for (const [key, child] of Object.entries(feature)) {
      if (key === '__compat' || key === owner || !/^[a-z]\w*$/i.test(key) || key.endsWith('_event')) continue;
      if (isKnown(child as Identifier)) continue;
      const isStatic = key.endsWith('_static');
      const name = key.replace(/_static$/, '');
      // A part of a feature, such as a parameter, is described in words with underscores.
      if (name.includes('_')) continue;
      if (GLOBAL.has(owner)) found.globals.push(name);
      else {
        if (isStatic || isScript) found.statics.push([owner, name]);
        if (!isStatic) found.members.push([owner, name]);
      }
    }
  };
  // MDN does not say of JavaScript's own which methods are static: both are looked at.
  for (const [owner, feature] of Object.entries(compatData.javascript.builtins ?? {}))
    look(owner, feature as Identifier, true);
  for (const [owner, feature] of Object.entries(compatData.api)) look(owner, feature as Identifier, false);
  return found;
}

/**
 * What can be taken from a browser of today: all but trusted types. The policies of the pages demand them of a browser
 * that knows them, whatever its scripts see.
 */
export function removable(): Lacking {
  const { globals, statics, members } = lackingBuiltIns();
  const stays = (name: string): boolean => /^trustedTypes$|^TrustedType/.test(name);
  return {
    globals: globals.filter((name) => !stays(name)),
    statics: statics.filter(([owner]) => !stays(owner)),
    members: members.filter(([owner]) => !stays(owner)),
  };
}

/** Runs in a page before its own scripts: takes away what a browser of the floor lacks. */
export function takeAway({ globals, statics, members }: Lacking): void {
  const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  // First the members: their owners may go as well.
  for (const [owner, name] of members)
    if (all[owner]?.prototype) Reflect.deleteProperty(all[owner].prototype, name);
  for (const [owner, name] of statics) if (all[owner]) Reflect.deleteProperty(all[owner], name);
  for (const name of globals) {
    Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(Object.getPrototypeOf(globalThis) as object, name);
  }
}
