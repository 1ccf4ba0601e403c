import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, ERRORS } from '@yunduo/api-contract';
import { root } from '../test/run.ts';
import {
  contractBreaks,
  type Break,
  type Catalogue,
  type Contract,
  type OpenApi,
} from './contract-breaks.ts';
import { compareVersions, WEB_APPS, type Releases, type WebApp } from './released.ts';

const FOLDER = join(import.meta.dirname, 'released');
const OPENAPI = join(FOLDER, 'openapi.json');
const CATALOGUE = join(FOLDER, 'catalogue.json');
const ACCEPTED = join(FOLDER, 'accepted.json');

/** Accepted breaks, with the reason why no client needs the removed part. */
export interface Accepted {
  reason: string;
  /**
   * The first version of each web app that does not use it; both must run at least that version before the
   * break ships.
   */
  without: Record<WebApp, string>;
  /** As `npm run release -- contract` names them: `POST /api/order/create body.plan: input removed`. */
  breaks: string[];
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The contract of the last released API. */
export function releasedContract(): Contract & { version: string } {
  const { version, ...catalogue } = readJson<Catalogue & { version: string }>(CATALOGUE);
  return { version, openapi: readJson<OpenApi>(OPENAPI), catalogue };
}

/** A document with every component inlined, as the comparison reads it. */
function resolved(document: OpenApi & { components?: unknown }): OpenApi {
  const at = (pointer: string): unknown =>
    pointer
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
  const whole = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(whole);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, prefixItems, ...rest } = part as { $ref?: string; prefixItems?: unknown };
    if (typeof $ref === 'string') return whole(at($ref));
    if (Array.isArray(prefixItems)) return { ...(whole(rest) as object), items: whole(prefixItems) };
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, whole(value)]));
  };
  return {
    paths: whole(document.paths) as OpenApi['paths'],
    webhooks: whole(document.webhooks ?? {}) as NonNullable<OpenApi['webhooks']>,
  };
}

/** The current contract: `npm run openapi` writes the documents, a test of the API compares them. */
export function currentContract(): Contract {
  const documents = ['openapi.json', 'openapi.operators.json'].map((file) =>
    resolved(readJson<OpenApi>(join(root, 'libs/api-contract', file))),
  );
  return {
    openapi: {
      paths: Object.assign({}, ...documents.map(({ paths }) => paths)) as OpenApi['paths'],
      webhooks: Object.assign({}, ...documents.map(({ webhooks }) => webhooks)) as OpenApi['webhooks'],
    },
    catalogue: {
      errors: { ...ERRORS },
      idempotent: Object.values(endpoints)
        .flatMap((area) => Object.values(area))
        .filter((call) => 'idempotent' in call)
        .map(({ method, url }) => `${method} /api${url}`)
        .sort(),
    },
  };
}

export const acceptedBreaks = (): Accepted[] => readJson<Accepted[]>(ACCEPTED);

const nameOf = ({ call, kind, at }: Break): string => `${call}${at && ` ${at}`}: ${kind}`;

export interface Verdict {
  /** Breaks without a decision. */
  breaks: Break[];
  /** Decisions that may not ship yet, or that match no break: each a sentence. */
  faults: string[];
}

/**
 * Compares a contract with the released one. An accepted break ships once every pinned release of both web
 * apps, rollback targets included, works without the removed part: expand first, contract after.
 */
export function judge(
  released: Contract,
  next: Contract,
  accepted: readonly Accepted[],
  releases: Releases,
): Verdict {
  const breaks = contractBreaks(released, next);
  const names = new Set(breaks.map(nameOf));
  const faults = accepted.flatMap(({ breaks: decided, without }) => {
    const pinned = WEB_APPS.flatMap((app) =>
      releases[app]
        .slice(0, 2)
        .filter(({ version }) => compareVersions(version, without[app]) < 0)
        .map(({ version }) => `${app}@${version}`),
    );
    return decided.flatMap((name) =>
      names.has(name)
        ? pinned.map((release) => `${name}: ${release} is pinned and still needs it`)
        : [`${name} is accepted, but nothing breaks`],
    );
  });
  const decided = new Set(accepted.flatMap((one) => one.breaks));
  return { breaks: breaks.filter((found) => !decided.has(nameOf(found))), faults };
}

export const sentence = (found: Break): string => `${nameOf(found)}, ${found.what}`;

/** One line per call, so that the next release shows its changes in a diff. */
function inLines({ paths, ...rest }: OpenApi): string {
  const lines = Object.entries(paths).map(
    ([path, call]) => `${JSON.stringify(path)}:${JSON.stringify(call)}`,
  );
  return `${JSON.stringify(rest).slice(0, -1)},"paths":{\n${lines.join(',\n')}\n}}\n`;
}

/**
 * Stores a contract as the released one and removes the decisions about the previous one. Returns the written
 * files.
 */
export function storeContract({ openapi, catalogue }: Contract, version: string): string[] {
  writeFileSync(OPENAPI, inLines(openapi));
  writeFileSync(CATALOGUE, `${JSON.stringify({ version, ...catalogue }, null, 2)}\n`);
  writeFileSync(ACCEPTED, '[]\n');
  return [OPENAPI, CATALOGUE, ACCEPTED];
}
