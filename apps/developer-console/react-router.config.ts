import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { inlineCall, inlineScript } from '@yunduo/app-shell/inline-script';
import { networkNotice } from '@yunduo/app-shell/network-notice';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { frame as enFrame } from '@yunduo/i18n-developer-console/en/frame';
import { frame as zhFrame } from '@yunduo/i18n-developer-console/zh/frame';
import { LANDING_PATHS } from './app/paths.ts';
import { landingLoader } from './prerender/landing-loader.ts';
import { shapeLanding } from './prerender/shape-landing.ts';

/**
 * Writes the document of all pages under /en that are not prerendered: the language and title that screen readers, tabs
 * and slow connections get before any script has run. React Router renders it once, in Chinese (`app/root.tsx`).
 */
async function writeEnglishFallback(zh: string, en: string): Promise<void> {
  const chinese = await readFile(zh, 'utf8');
  const english = chinese
    .replace('<html lang="zh-CN">', '<html lang="en">')
    .replace(`<title>${zhFrame.title}</title>`, `<title>${enFrame.title}</title>`);
  if (!english.includes('lang="en"><head>') || !english.includes(`<title>${enFrame.title}<`))
    throw new Error(`${zh} begins otherwise than expected`);
  await writeFile(en, english);
}

const BASE = '/developer-center/';

/** The built stylesheets by their address. */
async function readStyles(client: string): Promise<Map<string, string>> {
  const names = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.css'));
  const read = names.map(
    async (name) =>
      [`${BASE}assets/${name}`, (await readFile(join(client, 'assets', name), 'utf8')).trim()] as const,
  );
  return new Map(await Promise.all(read));
}

/**
 * Makes the landing pages start the application at the first interaction (`prerender/landing-loader.ts`), and inlines
 * the styles that they use.
 */
async function shapeLandings(client: string): Promise<void> {
  const scripts = await Promise.all([
    inlineScript(landingLoader),
    inlineCall(networkNotice, { zh: zh.lost, en: en.lost }),
  ]);
  const parts = { loader: scripts.join(''), base: BASE, styles: await readStyles(client) };
  for (const path of LANDING_PATHS) {
    const file = join(client, path, 'index.html');
    const { html, boot } = shapeLanding(await readFile(file, 'utf8'), parts);
    await writeFile(file, html);
    await writeFile(join(client, boot.name), boot.source);
  }
}

const config: Config = {
  // Static files: nothing is rendered per request, and hosting needs no JavaScript runtime.
  ssr: false,
  prerender: [...LANDING_PATHS],
  // One file for loader and view: `openPage` and `loadRoute` know a page has come when its module has.
  splitRouteModules: false,
  buildDirectory: 'dist/build',
  routeDiscovery: { mode: 'initial' },
  // `index.html` would be served as the page of "/", which belongs to the public site.
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    const fallback = join(client, '__spa-fallback.html');
    await rename(join(client, 'index.html'), fallback);
    await writeEnglishFallback(fallback, join(client, 'en/__spa-fallback.html'));
    await shapeLandings(client);
  },
};

export default config;
