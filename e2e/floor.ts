import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompatData, Identifier, SimpleSupportStatement, SupportBlock } from '@mdn/browser-compat-data';

// Features that the oldest supported browsers of both apps lack, derived from MDN's data.

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

/** Supported in this version without a flag, a prefix or another name. */
function knows(statement: SimpleSupportStatement, version: number): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name } = statement;
  if (flags?.length || prefix || alternative_name || typeof added !== 'string') return false;
  const from = Number.parseFloat(added.replace('≤', ''));
  const until = typeof removed === 'string' ? Number.parseFloat(removed.replace('≤', '')) : Infinity;
  return from <= version && version < until;
}

/** True if every supported browser has a feature; features without data count as supported. */
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
  /** Instance members: `Array.prototype.toSorted`. */
  members: [owner: string, name: string][];
}

/** Interfaces whose members are global names. */
const GLOBAL = new Set(['Window', 'WindowOrWorkerGlobalScope', 'globals']);

/** The built-ins that a supported browser may lack. */
export function lackingBuiltIns(): Lacking {
  const found: Lacking = { globals: [], statics: [], members: [] };
  const probe = (owner: string, feature: Identifier, isScript: boolean): void => {
    if (!GLOBAL.has(owner) && !isKnown(feature)) found.globals.push(owner);
    for (const [key, child] of Object.entries(feature)) {
      if (key === '__compat' || key === owner || !/^[a-z]\w*$/i.test(key) || key.endsWith('_event')) continue;
      if (isKnown(child as Identifier)) continue;
      const isStatic = key.endsWith('_static');
      const name = key.replace(/_static$/, '');
      // MDN names a part of a feature, such as a parameter, with underscores.
      if (name.includes('_')) continue;
      if (GLOBAL.has(owner)) found.globals.push(name);
      else {
        if (isStatic || isScript) found.statics.push([owner, name]);
        if (!isStatic) found.members.push([owner, name]);
      }
    }
  };
  // MDN does not mark static methods of JavaScript built-ins: both forms are checked.
  for (const [owner, feature] of Object.entries(compatData.javascript.builtins ?? {}))
    probe(owner, feature as Identifier, true);
  for (const [owner, feature] of Object.entries(compatData.api)) probe(owner, feature as Identifier, false);
  return found;
}

/**
 * What can be removed from a current browser: everything but Trusted Types, because the pages' policies
 * require them of a browser that supports them, whatever its scripts see.
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

/** Runs in a page before its own scripts: removes what a supported browser may lack. */
export function takeAway({ globals, statics, members }: Lacking): void {
  const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  // Members first, because their owners may be removed too.
  for (const [owner, name] of members)
    if (all[owner]?.prototype) Reflect.deleteProperty(all[owner].prototype, name);
  for (const [owner, name] of statics) if (all[owner]) Reflect.deleteProperty(all[owner], name);
  for (const name of globals) {
    Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(Object.getPrototypeOf(globalThis) as object, name);
  }
}
