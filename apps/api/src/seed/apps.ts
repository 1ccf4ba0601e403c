import type { Locale } from '@yunduo/i18n';
import { ARCHITECTURES, OPERATING_SYSTEMS } from '@yunduo/validation';
import type { Files } from '../files.ts';
import type { Db } from '../db/client.ts';
import type { Bilingual } from '../db/schema/bilingual.ts';
import { storeLogos, storeScreenshot } from './assets.ts';
import { createApp, daysBefore, relateApp, type RelationInput, type ScreenshotInput } from './builders.ts';
import type { AppSeed, Block, Pair, RelationSeed } from './catalogue/define.ts';
import { SCENE } from './pictures/size.ts';
import { minimumOf, requirementsOf } from './requirements.ts';
import { nameOf, shotsOf } from './shots.ts';

const bilingual = ([zh, en]: Pair): Bilingual => ({ zh, en });

/** Stored logos and screenshots of the catalogue, by app. */
export interface Pictures {
  logos: Map<string, string>;
  screenshots: Map<string, ScreenshotInput[]>;
}

/** Catalogue app whose screenshot an unpublished app borrows: one of the same kind. */
const SAMPLE_SHOTS: Record<string, string> = {
  'slow-query-digest': 'mysql',
  'log-broom': 'elasticsearch',
  'cert-alarm': 'certbot',
  'dns-doctor': 'prometheus',
  'swap-tuner': 'netdata',
  'disk-ledger': 'minio',
  'kernel-jump': 'docker',
  'queue-lantern': 'rabbitmq',
  'cron-keeper': 'grafana',
  'shell-notebook': 'gitea',
};

/** The screenshot of an unpublished app: the one shared by apps of its kind. */
export function sampleShots({ screenshots }: Pictures, appKey: string): ScreenshotInput[] {
  const like = SAMPLE_SHOTS[appKey];
  return like === undefined ? [] : (screenshots.get(like) ?? []).slice(-1);
}

/** Stores the pictures. A picture shared by several apps is stored once. */
export async function storePictures(files: Files, catalogue: readonly AppSeed[]): Promise<Pictures> {
  const stems = new Map<string, Promise<string>>();
  const stem = (file: string): Promise<string> => {
    const known = stems.get(file) ?? storeScreenshot(files, file);
    stems.set(file, known);
    return known;
  };
  const screenshots = new Map<string, ScreenshotInput[]>();
  for (const app of catalogue) {
    const shots = (locale: Locale) =>
      Promise.all(shotsOf(app, locale).map(async ({ file, alt }) => ({ stem: await stem(file), alt })));
    const [zh, en] = [await shots('zh'), await shots('en')];
    const list = zh.map((shot, index) => ({
      stem: { zh: shot.stem, en: en[index]?.stem ?? shot.stem },
      alt: { zh: shot.alt, en: en[index]?.alt ?? shot.alt },
      ...SCENE,
    }));
    screenshots.set(app.key, list);
  }
  return { logos: await storeLogos(files), screenshots };
}

/** Creates the apps with versions, screenshots and relations; returns their ids by key. */
export async function seedApps(
  db: Db,
  catalogue: readonly AppSeed[],
  { now, pictures, owners }: { now: Date; pictures: Pictures; owners: Map<string, number> },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const app of catalogue) {
    const developerId = app.developer === undefined ? null : (owners.get(app.developer) ?? null);
    const { id } = await createApp(db, {
      appKey: app.key,
      name: { zh: nameOf(app, 'zh'), en: nameOf(app, 'en') },
      intro: bilingual(app.intro),
      description: { zh: htmlOf(app.about[0]), en: htmlOf(app.about[1]) },
      category: app.category,
      os: app.os ?? OPERATING_SYSTEMS,
      arch: app.arch ?? ARCHITECTURES,
      certified: app.certified ?? true,
      source: app.source ?? 'official',
      developerId,
      logo: pictures.logos.get(app.key) ?? null,
      requirements: requirementsOf(app),
      minimum: minimumOf(app),
      licence: app.licence,
      homepage: app.homepage ?? null,
      repoUrl: app.repo ?? null,
      keywords: app.keywords,
      recommendedRank: app.recommended ?? null,
      downloadCount: app.downloads,
      firstPublishedAt: daysBefore(now, app.firstPublished),
      versions: app.releases.map(([version, gitVersion, days, changes], index) => ({
        version,
        gitVersion,
        // Each release is a little larger than the previous one.
        size: Math.round(app.megabytes * 1e6 * (1 - index * 0.023)),
        reviewStatus: index === 0 ? 'released' : 'superseded',
        releasedAt: daysBefore(now, days),
        changes: changes.map(([kind, zh, en]) => ({ kind, text: { zh, en } })),
        // A developer's submission has both; our own apps are not submitted.
        ...(developerId !== null && {
          repoUrl: app.repo ?? `https://git.example.com/yunduo/${app.key}`,
          description: {
            zh: changes.map(([, zh]) => zh).join('；'),
            en: changes.map(([, , en]) => en).join('; '),
          },
        }),
      })),
      screenshots: pictures.screenshots.get(app.key) ?? [],
      now,
    });
    ids.set(app.key, id);
  }
  for (const app of catalogue) {
    const id = ids.get(app.key);
    if (id === undefined) continue;
    await relateApp(db, id, [
      ...(app.needs ?? []).map((relation) => relationInput('dependency', relation, ids)),
      ...(app.clashes ?? []).map((relation) => relationInput('conflict', relation, ids)),
    ]);
  }
  return ids;
}

function relationInput(
  kind: RelationInput['kind'],
  { app, pkg, version, or, bundled, note }: RelationSeed,
  ids: Map<string, number>,
): RelationInput {
  const target = app === undefined ? undefined : ids.get(app);
  return {
    kind,
    ...(target === undefined ? { package: pkg ?? app ?? '' } : { targetAppId: target }),
    constraint: version ?? '',
    alternatives: or ?? [],
    bundled: bundled ?? false,
    note: bilingual(note),
  };
}

/** Paragraphs and lists; text in backticks is code. */
export function htmlOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      typeof block === 'string'
        ? `<p>${inline(block)}</p>`
        : `<ul>${block.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`,
    )
    .join('');
}

function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}
