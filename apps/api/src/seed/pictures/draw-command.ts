// node apps/api/src/seed/pictures/draw-command.ts: draws the logos and screenshots of the seeded store into
// seed/assets. They are committed, so that neither a start nor a build needs fonts or simple-icons. Chinese needs the
// font "Noto Sans CJK SC".
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS } from '@yunduo/validation';
import sharp from 'sharp';
import * as icons from 'simple-icons';
import { catalogue } from '../catalogue/index.ts';
import { shotsOf } from '../shots.ts';
import { drawLogo } from './logo.ts';
import { drawScene } from './scenes.ts';

const assets = join(import.meta.dirname, '../assets');
const HELM =
  '<svg viewBox="0 0 24 24" fill="none" stroke="#0b2226" stroke-width="1.8"><circle cx="12" cy="12" r="6.5"/><circle cx="12" cy="12" r="9.7" pathLength="80" stroke-width="3" stroke-dasharray="2 8" stroke-dashoffset="1"/><path d="M12 12V1" stroke="#27b2bc"/></svg>';
const BRAND = { zh: '云舵', en: 'Yunduo' };

/** Names in simple-icons that differ from the app's key. */
const ICONS: Record<string, string> = {
  nodejs: 'nodedotjs',
  tomcat: 'apachetomcat',
  kafka: 'apachekafka',
  nats: 'natsdotio',
  traefik: 'traefikproxy',
  certbot: 'letsencrypt',
};

const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon]));
const flag = (name: string): string =>
  `<svg viewBox="0 0 24 24"><rect width="24" height="24" rx="5.5" fill="#1d5c8a"/><path d="M0 12h24" stroke="#efc04c" stroke-width="7"/><text x="12" y="16.500" font-family="Noto Sans CJK SC" font-size="11" font-weight="700" text-anchor="middle" fill="#0b2226">${name[0]}</text></svg>`;

for (const folder of ['logos', 'screenshots']) {
  await rm(join(assets, folder), { recursive: true, force: true });
  await mkdir(join(assets, folder), { recursive: true });
}

const drawn = new Set<string>();
for (const app of catalogue) {
  const icon = app.logo === false ? undefined : bySlug.get(ICONS[app.key] ?? app.key);
  if (app.logo !== false && !icon) console.warn(`no icon for ${app.key}`);
  const logo = icon && drawLogo(icon.path, icon.hex);
  if (logo) await writeFile(join(assets, 'logos', `${app.key}.svg`), logo);
  for (const locale of ['zh', 'en'] as const) {
    for (const shot of shotsOf(app, locale)) {
      if (drawn.has(shot.file)) continue;
      drawn.add(shot.file);
      const svg = drawScene(shot.scene, {
        app: shot.app ?? BRAND[locale],
        logo: shot.app === null ? HELM : (logo ?? flag(shot.app)),
        server: shot.server,
        rail: shot.rail,
      });
      await Promise.all(
        PICTURE_WIDTHS.map((width) =>
          sharp(Buffer.from(svg))
            .resize(width)
            .webp({ quality: 50, effort: 6 })
            .toFile(join(assets, 'screenshots', `${shot.file}-${width}.webp`)),
        ),
      );
    }
  }
}
console.log(`drew ${drawn.size} screenshots`);
