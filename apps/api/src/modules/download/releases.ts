import type { Readable } from 'node:stream';
import { ARCHITECTURES, CLIENT_PLATFORMS, RELEASE_PRODUCTS, type ReleaseProduct } from '@yunduo/validation';
import {
  privateReleaseSchema,
  releaseSchema,
  withdrawSchema,
  type FieldMessage,
} from '@yunduo/validation/schemas';
import { and, desc, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { artefacts, releases } from '../../db/schema/index.ts';
import { randomName, type Files } from '../../files.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { versionKey } from '../store/version-key.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { touchContent } from '../site/settings.ts';
import { checkMarkdown } from '../text/written.ts';
import { KINDS, packageKind, type Target } from './package-kind.ts';

export type ReleaseRow = typeof releases.$inferSelect;
export type ArtefactRow = typeof artefacts.$inferSelect;
export type Release = ReleaseRow & { artefacts: ArtefactRow[] };

/** Releases listed on a page. */
const LISTED = 30;

export const TARGETS: Record<ReleaseProduct, readonly Target[]> = {
  client: CLIENT_PLATFORMS,
  private: ARCHITECTURES,
};
const ALL_TARGETS: readonly string[] = [...CLIENT_PLATFORMS, ...ARCHITECTURES];
/** Whether it is a known platform or architecture. */
export const isTarget = (name: string): name is Target => ALL_TARGETS.includes(name);

/** A client release needs every platform, a private deployment at least one architecture. */
const complete = ({ product }: ReleaseRow, list: readonly { target: string }[]): boolean =>
  product === 'client'
    ? CLIENT_PLATFORMS.every((name) => list.some(({ target }) => target === name))
    : list.length > 0;

/**
 * Offered releases: published, complete and not withdrawn; highest version first. Those of a page, or with `which` all
 * that fulfil the condition, however old.
 */
export async function offeredReleases(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  product: ReleaseProduct,
  which?: SQL,
): Promise<Release[]> {
  const query = db
    .select()
    .from(releases)
    .where(
      and(
        eq(releases.product, product),
        isNull(releases.withdrawnAt),
        lte(releases.publishedAt, clock.now()),
        which,
      ),
    )
    .orderBy(desc(releases.versionKey));
  const rows = await (which ? query : query.limit(LISTED));
  return (await withArtefacts(db, rows)).filter((release) => complete(release, release.artefacts));
}

/** Every release of both products, including withdrawn ones: for operators. */
export async function allReleases(db: Db): Promise<Release[]> {
  const rows = await db.select().from(releases).orderBy(releases.product, desc(releases.versionKey));
  return withArtefacts(db, rows);
}

async function withArtefacts(db: Db, rows: ReleaseRow[]): Promise<Release[]> {
  const ids = rows.map(({ id }) => id);
  const files =
    ids.length > 0 ? await db.select().from(artefacts).where(inArray(artefacts.releaseId, ids)) : [];
  return rows.map((row) => ({
    ...row,
    artefacts: TARGETS[row.product].flatMap((target) =>
      files.filter((file) => file.releaseId === row.id && file.target === target),
    ),
  }));
}

/** A stored file not yet part of a release. */
export interface StoredPackage {
  target: string;
  file: string;
  size: number;
  sha256: string;
}

/**
 * Gives `work` a function that stores packages as they arrive, of any size; if `work` fails, the stored files are
 * deleted.
 */
export async function withPackages<T>(
  files: Files,
  work: (
    store: (target: string, bytes: Readable) => Promise<void>,
    stored: readonly StoredPackage[],
  ) => Promise<T>,
): Promise<T> {
  const stored: StoredPackage[] = [];
  try {
    return await work(async (target, bytes) => {
      const file = `private/releases/${randomName()}.bin`;
      stored.push({ target, file, ...(await files.putStream(file, bytes)) });
    }, stored);
  } catch (error) {
    await Promise.all(stored.map(({ file }) => files.remove(file)));
    throw error;
  }
}

export interface ReleaseForm {
  product: string;
  version: string;
  notes_zh: string;
  notes_en: string;
  image?: string | undefined;
  digest?: string | undefined;
}

/**
 * Publishes a release with packages already stored. Size, checksum and package kind are computed from the stored bytes.
 * @throws ApiError VALIDATION_FAILED, RELEASE_INCOMPLETE, ARTEFACT_TYPE, RELEASE_TAKEN
 */
export async function publishRelease(
  { db, clock, files }: Context,
  actor: Actor,
  input: ReleaseForm,
  packages: readonly StoredPackage[],
): Promise<Release> {
  const product = RELEASE_PRODUCTS.find((known) => known === input.product);
  if (!product) throw apiError('VALIDATION_FAILED', { fields: { product: 'field_invalid' } });
  const form =
    product === 'private'
      ? await checkForm(privateReleaseSchema, input)
      : { ...(await checkForm(releaseSchema, input)), image: null, digest: null };
  checkMarkdown({ notes_zh: form.notes_zh, notes_en: form.notes_en }, 'release_notes_required');
  rejectIncomplete(product, packages);
  const kinds = await kindsOf(files, packages);

  return db
    .transaction(async (tx) => {
      const [release] = await tx
        .insert(releases)
        .values({
          product,
          version: form.version,
          versionKey: versionKey(form.version),
          notes: { zh: form.notes_zh, en: form.notes_en },
          image: form.image,
          digest: form.digest,
          publishedAt: clock.now(),
        })
        .returning();
      if (!release) throw new Error('no release was written');
      const name = product === 'client' ? 'yunduo' : 'yunduo-private';
      const rows = packages.map(({ target, file, size, sha256 }) => ({
        releaseId: release.id,
        target,
        filename: `${name}-${form.version}-${target}.${kinds.get(target)}`,
        file,
        size,
        sha256,
      }));
      const written = await tx.insert(artefacts).values(rows).returning();
      await audit({ db: tx, clock }, actor, {
        action: 'release.publish',
        target: `release:${product}:${form.version}`,
        details: {
          ...(form.digest && { image: form.image, digest: form.digest }),
          artefacts: rows.map(({ target, size, sha256 }) => ({ target, size, sha256 })),
        },
      });
      await touchContent(tx);
      return { ...release, artefacts: written };
    })
    .catch((error: unknown) => {
      throw brokenUniqueIndex(error) === 'releases_version' ? apiError('RELEASE_TAKEN') : error;
    });
}

function rejectIncomplete(product: ReleaseProduct, packages: readonly StoredPackage[]): void {
  const fields: Record<string, FieldMessage> = {};
  for (const { target, size } of packages) {
    const again = packages.filter((other) => other.target === target).length > 1;
    const known = TARGETS[product].some((name) => name === target);
    if (!known || again) fields[target] = 'field_invalid';
    else if (size === 0) fields[target] = 'artefact_required';
  }
  const needed = product === 'client' || packages.length === 0 ? TARGETS[product] : [];
  for (const target of needed) {
    if (!packages.some((one) => one.target === target)) fields[target] = 'artefact_required';
  }
  if (Object.keys(fields).length > 0) throw apiError('RELEASE_INCOMPLETE', { fields });
}

async function kindsOf(files: Files, packages: readonly StoredPackage[]): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  const fields: Record<string, FieldMessage> = {};
  for (const { target, file, size } of packages) {
    const kind = await packageKind(files, file, size);
    if (kind !== null && isTarget(target) && KINDS[target].includes(kind)) kinds.set(target, kind);
    else fields[target] = 'artefact_type';
  }
  if (Object.keys(fields).length > 0) throw apiError('ARTEFACT_TYPE', { fields });
  return kinds;
}

/**
 * Withdraws a release: it is no longer offered, and its links stop working at once. Its number is not reused.
 * @throws ApiError VALIDATION_FAILED, RELEASE_NOT_FOUND (unknown, or withdrawn before)
 */
export async function withdrawRelease(
  { db, clock }: Context,
  actor: Actor,
  { product, version, reason }: { product: ReleaseProduct; version: string; reason: string },
): Promise<ReleaseRow> {
  const form = await checkForm(withdrawSchema, { reason });
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(releases)
      .set({ withdrawnAt: clock.now(), withdrawReason: form.reason })
      .where(and(eq(releases.product, product), eq(releases.version, version), isNull(releases.withdrawnAt)))
      .returning();
    if (!row) throw apiError('RELEASE_NOT_FOUND');
    await audit({ db: tx, clock }, actor, {
      action: 'release.withdraw',
      target: `release:${product}:${version}`,
      details: { reason: form.reason },
    });
    await touchContent(tx);
    return row;
  });
}
