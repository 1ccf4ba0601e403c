import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../../../..');

const shortNames = new Map<string, string>();

/**
 * For CSS Modules: six characters per class, because its file and name would be sent in every page, twice.
 * @throws if two classes have one name
 */
export function shortClass(name: string, file: string): string {
  const whole = `${relative(ROOT, file.split('?')[0] ?? file)}:${name}`;
  const short = `c${BigInt(`0x${createHash('sha256').update(whole).digest('hex').slice(0, 12)}`)
    .toString(36)
    .slice(-5)}`;
  const taken = shortNames.get(short);
  if (taken !== undefined && taken !== whole) throw new Error(`One class name for ${taken} and ${whole}`);
  shortNames.set(short, whole);
  return short;
}

const NAMES: Readonly<Record<string, string>> = { ios_saf: 'ios' };

/**
 * The oldest supported browsers of both apps, as the build names them (`chrome109`), from `browserslist` in
 * the workspace's `package.json`.
 */
export function browserFloor(): string[] {
  const { browserslist } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    browserslist: string[];
  };
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
