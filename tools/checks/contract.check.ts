import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { acceptedBreaks, currentContract, judge, releasedContract, sentence } from '../release/contract.ts';
import {
  callsOf,
  contractBreaks,
  type Content,
  type Contract,
  type Operation,
} from '../release/contract-breaks.ts';
import { git, holdsCommit } from '../release/git.ts';
import { readReleases } from '../release/released.ts';
import type { Schema } from '../release/schema-fit.ts';
import { root } from '../test/run.ts';

const released = releasedContract();

test('the API breaks nothing that released web apps use', () => {
  const { breaks, faults } = judge(released, currentContract(), acceptedBreaks(), readReleases());
  expect({ breaks: breaks.map(sentence), faults }).toEqual({ breaks: [], faults: [] });
});

test('the stored contract is that of the released API', () => {
  expect(readReleases().api.map(({ version }) => version)).toContain(released.version);
  expect(callsOf(released.openapi).size).toBeGreaterThan(100);
});

test('each patch of a release’s tests belongs to a pinned release and applies to it', () => {
  const pinned = Object.values(readReleases())
    .flat()
    .map(({ commit }) => commit);
  const folder = join(root, 'tools/release/released');
  const patches = readdirSync(folder).filter((name) => name.endsWith('.patch'));
  const scratch = mkdtempSync(join(tmpdir(), 'yunduo-patches-'));
  try {
    for (const name of patches) {
      const commit = pinned.find((one) => name === `${one.slice(0, 8)}.patch`);
      expect({ name, pinned: commit !== undefined }).toEqual({ name, pinned: true });
      // A shallow clone lacks it; `compat` needs a whole one.
      if (!commit || !holdsCommit(commit)) continue;
      const clone = join(scratch, name);
      git(['clone', '--quiet', '--shared', '--no-checkout', root, clone]);
      git(['read-tree', commit], clone);
      git(['apply', '--cached', join(folder, name)], clone);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** Every object below a schema: its fields and their position. */
function objectsIn(schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  const items = Array.isArray(schema.items) ? schema.items : [schema.items];
  const rest = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  const below = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), ...items, ...rest];
  return [...(schema.properties ? [schema] : []), ...below.flatMap(objectsIn)];
}

/** The fields below the schemas of `pick`, and those whose removal, one at a time, is not detected. */
function fieldsMissed(pick: (call: Operation) => Content | undefined): { all: number; unseen: string[] } {
  const unseen: string[] = [];
  let all = 0;
  for (const [path, methods] of Object.entries(released.openapi.paths)) {
    const before: Contract = {
      openapi: { paths: { [path]: methods } },
      catalogue: { errors: {}, idempotent: [] },
    };
    const next = structuredClone(before);
    const schemas = [...callsOf(next.openapi).values()].map(
      (call) => pick(call)?.content?.['application/json']?.schema,
    );
    for (const object of schemas.flatMap(objectsIn)) {
      const { properties = {}, required = [] } = object;
      for (const name of Object.keys(properties)) {
        all += 1;
        object.properties = Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
        object.required = required.filter((key) => key !== name);
        if (contractBreaks(before, next).length === 0) unseen.push(`${path}: ${name}`);
        object.properties = properties;
        object.required = required;
      }
    }
  }
  return { all, unseen };
}

test('detects every field removed from a response', () => {
  const { all, unseen } = fieldsMissed((call) => call.responses?.['200']);
  expect(all).toBeGreaterThan(1000);
  expect(unseen).toEqual([]);
});

test('detects every field newly rejected in a request', () => {
  const { all, unseen } = fieldsMissed((call) => call.requestBody);
  expect(all).toBeGreaterThan(100);
  expect(unseen).toEqual([]);
});
