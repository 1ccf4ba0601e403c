import type { AppCheck, InputOf, appStore } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { storeAnswers as en } from '@yunduo/i18n/en/store-answers';
import { storeAnswers as zh } from '@yunduo/i18n/zh/store-answers';
import { and, asc, eq, inArray, not } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { appRelations, apps, appVersions } from '../../db/schema/store.ts';
import { localized } from '../text/localized.ts';
import { meetsConstraint } from './constraint.ts';
import { findUnpublished, READABLE, yankReasonsOf } from './detail.ts';
import { isPublished } from './list.ts';
import { unmetBy, unmetTogether, type AppRequirements } from './server-facts.ts';

type Input = InputOf<typeof appStore.check>;
type Named = AppCheck['apps'][number];

const words = { zh: zh.check, en: en.check };

/** A requested app. */
interface Listed {
  named: Named;
  requirements: AppRequirements;
  /** A repeated app with another version. */
  again: boolean;
}

/**
 * Whether the apps of a list can be installed together on a server: missing dependencies, conflicts, unmet
 * requirements, and unknown apps. An app without a version means its current one.
 */
export async function checkApps(
  { db }: Pick<Context, 'db'>,
  input: Input,
  locale: Locale,
): Promise<AppCheck> {
  const wanted = distinct(input.apps);
  const { listed, unknown } = await findListed(db, wanted, locale);
  const relations = await findRelations(
    db,
    listed.map(({ named }) => named.id),
  );
  const server = input.server ?? {};
  const once = listed.filter(({ again }) => !again);

  const missing = await findMissing(db, listed, relations, locale);
  const conflicting = [
    ...findConflicts(listed, relations, locale),
    ...listed
      .filter(({ again }) => again)
      .map(({ named }) => ({
        apps: listed.filter((other) => other.named.id === named.id).map((other) => other.named),
        note: words[locale].twice,
      })),
  ];
  const unmet = [
    ...once.flatMap(({ named, requirements }) =>
      unmetBy(server, requirements, locale).map((one) => ({ app: named, ...one })),
    ),
    ...unmetTogether(
      server,
      once.map(({ requirements }) => requirements),
      locale,
    ).map((one) => ({ app: null, ...one })),
  ];
  const packages = listed.flatMap(({ named }) =>
    relations
      .filter((one) => one.appId === named.id && one.kind === 'dependency' && one.package !== null)
      .map((one) => ({
        name: one.package ?? '',
        constraint: one.constraint,
        needed_by: named,
        note: localized(one.note, locale),
      })),
  );
  return {
    ok: missing.length + conflicting.length + unmet.length + unknown.length === 0,
    apps: listed.map(({ named }) => named),
    missing,
    conflicting,
    unmet,
    unknown,
    packages,
  };
}

/** Keys in canonical form, each pair of key and version once, in list order. */
function distinct(list: Input['apps']): { key: string; version: string | null }[] {
  const seen = new Map<string, { key: string; version: string | null }>();
  for (const { app_key, version } of list) {
    const one = { key: app_key.trim().toLowerCase(), version: version?.trim().replace(/^v/i, '') || null };
    seen.set(`${one.key} ${one.version ?? ''}`, one);
  }
  return [...seen.values()].filter(({ key }) => key !== '');
}

type ReleasedRow = Pick<
  typeof appVersions.$inferSelect,
  'version' | 'reviewStatus' | 'yankReason' | 'yankReasons'
>;

async function findListed(db: Db, wanted: ReturnType<typeof distinct>, locale: Locale) {
  const rows = await db
    .select({
      id: apps.id,
      appKey: apps.appKey,
      name: apps.name,
      os: apps.os,
      arch: apps.arch,
      minimum: apps.minimum,
      version: appVersions.version,
    })
    .from(apps)
    .innerJoin(appVersions, eq(appVersions.id, apps.currentVersionId))
    .where(
      and(
        isPublished,
        inArray(
          apps.appKey,
          wanted.map(({ key }) => key),
        ),
      ),
    );
  const known = new Map(rows.map((row) => [row.appKey, row]));
  const released = await findReleased(db, wanted, [...known.values()]);
  const missing = wanted.map(({ key }) => key).filter((key) => !known.has(key));
  const unpublished = new Map(
    missing.length > 0
      ? (await findUnpublished(db, inArray(apps.appKey, missing), locale)).map((app) => [app.app_key, app])
      : [],
  );
  const listed: Listed[] = [];
  const unknown: AppCheck['unknown'] = [];
  for (const { key, version } of wanted) {
    const row = known.get(key);
    const requested = row && version !== null ? released.get(`${row.id} ${version}`) : undefined;
    if (
      !row ||
      (version !== null && requested?.reviewStatus !== 'released' && requested?.reviewStatus !== 'superseded')
    ) {
      const gone = unpublished.get(key);
      unknown.push({
        app_key: key,
        version: row ? version : null,
        ...(requested && { withdrawn: localized(yankReasonsOf(requested), locale) }),
        ...(gone && { unpublished: { name: gone.name, replaced_by: gone.replaced_by } }),
      });
      continue;
    }
    const named = {
      id: row.id,
      app_key: key,
      name: localized(row.name, locale),
      version: version ?? row.version,
    };
    const before = listed.filter((other) => other.named.id === row.id);
    if (before.some((other) => other.named.version === named.version)) continue;
    const requirements = { name: named.name, os: row.os, arch: row.arch, minimum: row.minimum };
    listed.push({ named, requirements: requirements, again: before.length > 0 });
  }
  return { listed, unknown };
}

/** Requested versions that were released, withdrawn ones too, by `id version`. */
async function findReleased(
  db: Db,
  wanted: ReturnType<typeof distinct>,
  known: readonly { id: number }[],
): Promise<Map<string, ReleasedRow>> {
  const versions = wanted.flatMap(({ version }) => version ?? []);
  if (versions.length === 0 || known.length === 0) return new Map();
  const rows = await db
    .select({
      appId: appVersions.appId,
      version: appVersions.version,
      reviewStatus: appVersions.reviewStatus,
      yankReason: appVersions.yankReason,
      yankReasons: appVersions.yankReasons,
    })
    .from(appVersions)
    .where(
      and(
        inArray(
          appVersions.appId,
          known.map(({ id }) => id),
        ),
        inArray(appVersions.version, versions),
        inArray(appVersions.reviewStatus, [...READABLE, 'yanked']),
        not(appVersions.listing),
      ),
    );
  return new Map(rows.map((row) => [`${row.appId} ${row.version}`, row]));
}

async function findRelations(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const target = alias(apps, 'target');
  const rows = await db
    .select({
      appId: appRelations.appId,
      kind: appRelations.kind,
      package: appRelations.package,
      constraint: appRelations.constraint,
      alternatives: appRelations.alternatives,
      bundled: appRelations.bundled,
      note: appRelations.note,
      target: {
        id: target.id,
        appKey: target.appKey,
        name: target.name,
        status: target.status,
        firstPublishedAt: target.firstPublishedAt,
      },
    })
    .from(appRelations)
    .leftJoin(target, eq(target.id, appRelations.targetAppId))
    .where(inArray(appRelations.appId, [...ids]))
    .orderBy(asc(appRelations.appId), asc(appRelations.kind), asc(appRelations.position));
  return rows.filter(({ bundled }) => !bundled);
}

type Relation = Awaited<ReturnType<typeof findRelations>>[number];

async function findMissing(
  db: Db,
  listed: readonly Listed[],
  relations: readonly Relation[],
  locale: Locale,
): Promise<AppCheck['missing']> {
  const versionsOf = (key: string): string[] =>
    listed.filter(({ named }) => named.app_key === key).map(({ named }) => named.version);
  const missing = listed.flatMap(({ named, again }) =>
    again
      ? []
      : relations.flatMap((relation) => {
          const { target, kind, appId, constraint, alternatives } = relation;
          if (!target || kind !== 'dependency' || appId !== named.id) return [];
          const there = versionsOf(target.appKey);
          const met = there.some((version) => meetsConstraint(version, constraint));
          // The constraint applies to the app itself: an alternative has its own version numbers.
          if (met || alternatives.some((key) => versionsOf(key).length > 0)) return [];
          return [{ relation, target, listedVersion: there[0] ?? null, neededBy: named }];
        }),
  );
  const others = await namesOf(
    db,
    missing.flatMap(({ relation }) => relation.alternatives),
    locale,
  );
  return missing.map(({ relation, target, listedVersion, neededBy }) => ({
    id: target.status === 'published' ? target.id : null,
    app_key: target.appKey,
    // An app never published is named by its key, as on the page of the app.
    name: target.firstPublishedAt ? localized(target.name, locale) : target.appKey,
    constraint: relation.constraint,
    listed_version: listedVersion,
    alternatives: relation.alternatives.flatMap((key) => others.get(key) ?? []),
    needed_by: neededBy,
    note: localized(relation.note, locale),
  }));
}

async function namesOf(db: Db, keys: readonly string[], locale: Locale) {
  if (keys.length === 0) return new Map<string, { id: number; app_key: string; name: string }>();
  const rows = await db
    .select({ id: apps.id, appKey: apps.appKey, name: apps.name })
    .from(apps)
    .where(and(isPublished, inArray(apps.appKey, [...keys])));
  return new Map(
    rows.map(({ id, appKey, name }) => [appKey, { id, app_key: appKey, name: localized(name, locale) }]),
  );
}

/** Each pair once, whichever app declares it. */
function findConflicts(
  listed: readonly Listed[],
  relations: readonly Relation[],
  locale: Locale,
): AppCheck['conflicting'] {
  const pairs = new Map<string, AppCheck['conflicting'][number]>();
  for (const { appId, kind, target, constraint, note } of relations) {
    if (kind !== 'conflict' || !target) continue;
    const one = listed.find(({ named }) => named.id === appId);
    const other = listed.find(
      ({ named }) => named.id === target.id && meetsConstraint(named.version, constraint),
    );
    const pair = [appId, target.id].sort((a, b) => a - b).join(' ');
    if (!one || !other || pairs.has(pair)) continue;
    pairs.set(pair, { apps: [one.named, other.named], note: localized(note, locale) });
  }
  return [...pairs.values()];
}
