import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAMES: Readonly<Record<string, string>> = { ios_saf: 'ios' };

/**
 * The oldest supported browsers of both apps, as the build names them (`chrome109`), from `browserslist` in
 * the workspace's `package.json`.
 */
export function browserFloor(): string[] {
  const file = join(import.meta.dirname, '../../../../package.json');
  const { browserslist } = JSON.parse(readFileSync(file, 'utf8')) as { browserslist: string[] };
  return browserslist.map((browser) => {
    const [name = '', version = ''] = browser.split(' ');
    return (NAMES[name] ?? name) + version;
  });
}

/**
 * `light-dark()` compiles to two variables in every themed token, and every page carries the tokens: short
 * names save 60 bytes in each.
 */
export const shortThemeNames = (): Plugin => ({
  name: 'short-theme-names',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = String(file.source).replaceAll('--lightningcss-', '--');
    }
  },
});
