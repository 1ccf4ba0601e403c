import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PICTURE_WIDTHS } from '@yunduo/validation';
import type { Files } from '../files.ts';

/** Next to this file; the build copies the folder. */
const folder = new URL('./assets/', import.meta.url);
const read = (name: string): Promise<Buffer> => readFile(new URL(name, folder));

/** Part of a file's name: a name is served for a year, so its bytes must never change. */
const fingerprint = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/** Stores the logos of the seeded apps; returns their stored names by app. */
export async function storeLogos(files: Files): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const file of await readdir(fileURLToPath(new URL('logos/', folder)))) {
    const bytes = await read(`logos/${file}`);
    const key = file.replace(/\.svg$/, '');
    const name = `logos/${key}-${fingerprint(bytes)}.svg`;
    await files.put(name, bytes);
    names.set(key, name);
  }
  return names;
}

/** Stores a screenshot in every width; returns the stem of its stored names. */
export async function storeScreenshot(files: Files, file: string): Promise<string> {
  const sizes = await Promise.all(
    PICTURE_WIDTHS.map(async (width) => ({ width, bytes: await read(`screenshots/${file}-${width}.webp`) })),
  );
  const stem = `screenshots/${file}-${fingerprint(Buffer.concat(sizes.map(({ bytes }) => bytes)))}`;
  await Promise.all(sizes.map(({ width, bytes }) => files.put(`${stem}-${width}.webp`, bytes)));
  return stem;
}

/** A drawn screenshot in one width. */
export const readScreenshot = (file: string, width: number): Promise<Buffer> =>
  read(`screenshots/${file}-${width}.webp`);

/** The text of an agreement. */
export const readProtocol = async (slug: string, version: string, locale: string): Promise<string> =>
  (await read(`protocols/${slug}-${version}.${locale}.md`)).toString('utf8');
