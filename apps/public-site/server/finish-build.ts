import './production.ts';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inlineCall, inlineScript } from '@yunduo/app-shell/inline-script';
import { networkNotice } from '@yunduo/app-shell/network-notice';
import { htmlLang, type Locale, LOCALES, localePath } from '@yunduo/i18n';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { intentLoader } from './intent-loader.ts';
import { cspHash, pagePolicy } from './security.ts';
import { postprocessHtml } from './postprocess-html.ts';
import { readStaticFiles, stylesOf } from './static-files.ts';

// Second part of the build, after `react-router build`: prepares what the server reads next to the bundle. There is no
// API at build time: calls fail, and the error page handles that.
process.env['API_BASE_URL'] = 'http://127.0.0.1:1';
process.env['ORIGIN'] = 'http://site.invalid';

const built = join(import.meta.dirname, '../dist/build');

const parts = await Promise.all([
  inlineScript(intentLoader),
  // Listed last: the loader calls `preventDefault` on a press that it keeps.
  inlineCall(networkNotice, { zh: zh.lost, en: en.lost }),
]);
const source = parts.join('');
await writeFile(join(built, 'server/head-script.js'), source);

const build = (await import(pathToFileURL(join(built, 'server/index.js')).href)) as ServerBuild;
const handle = createRequestHandler(build, 'production');
const styles = stylesOf(readStaticFiles(join(built, 'client')));

/** The error page as plain markup without scripts: it is sent when the renderer itself fails. */
async function errorPage(locale: Locale): Promise<{ html: string; policy: string }> {
  const request = new Request(new URL(localePath(locale, '/'), process.env['ORIGIN']));
  const response = await handle(request);
  const html = await response.text();
  if (response.status < 500 || !html.includes(`lang="${htmlLang(locale)}"`)) {
    throw new Error(`The error page of ${locale} came with status ${response.status}`);
  }
  const { html: page, hashes } = postprocessHtml(html, {
    scripts: 'intent',
    url: '/',
    buildId: build.assets.version,
    headScript: { source: '', hash: cspHash('') },
    widget: null,
    styles,
  });
  return { html: page, policy: pagePolicy(hashes, null) };
}

const fallback = Object.fromEntries(
  await Promise.all(LOCALES.map(async (locale) => [locale, await errorPage(locale)] as const)),
);
await writeFile(join(built, 'server/fallback.json'), JSON.stringify(fallback));
console.log(
  `head script ${readFileSync(join(built, 'server/head-script.js')).length} bytes, error pages made`,
);
// The bundle may hold open timers.
process.exit(0);
