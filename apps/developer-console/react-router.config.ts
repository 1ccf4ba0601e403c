import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { frame as enFrame } from '@yunduo/i18n-developer-console/en/frame';
import { frame as zhFrame } from '@yunduo/i18n-developer-console/zh/frame';
import { LANDING_PATHS } from './app/paths.ts';
import { loaderSource, shapeLanding } from './prerender/shape-landing.ts';

/**
 * The document of every page that was not prerendered, in each language: what a screen reader, a tab and a slow line
 * know before any script has run. React leaves both as they are until the page says its own.
 */
async function writeFallbacks(zh: string, en: string): Promise<void> {
  const document = await readFile(zh, 'utf8');
  const [before, after] = document.split('<html lang="zh-CN"><head><meta charSet="utf-8"/>');
  if (before === undefined || after === undefined) throw new Error(`${zh} begins otherwise than expected`);
  const inLanguage = (lang: string, title: string): string =>
    `${before}<html lang="${lang}"><head><meta charSet="utf-8"/><title>${title}</title>${after}`;
  await writeFile(zh, inLanguage('zh-CN', zhFrame.title));
  await writeFile(en, inLanguage('en', enFrame.title));
}

/** The landing pages wait with the application until somebody is there (`prerender/landing-loader.ts`). */
async function shapeLandings(client: string): Promise<void> {
  const loader = await loaderSource();
  for (const path of LANDING_PATHS) {
    const file = join(client, path, 'index.html');
    const { html, boot } = shapeLanding(await readFile(file, 'utf8'), loader, '/developer-center/');
    await writeFile(file, html);
    await writeFile(join(client, boot.name), boot.source);
  }
}

const config: Config = {
  // Static files: nothing here is rendered per request, and no host of it runs JavaScript.
  ssr: false,
  prerender: [...LANDING_PATHS],
  buildDirectory: 'dist/build',
  routeDiscovery: { mode: 'initial' },
  // `index.html` would pass for the page of "/", which belongs to the public site.
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    const fallback = join(client, '__spa-fallback.html');
    await rename(join(client, 'index.html'), fallback);
    await writeFallbacks(fallback, join(client, 'en/__spa-fallback.html'));
    await shapeLandings(client);
  },
};

export default config;
