import { buffer } from 'node:stream/consumers';
import type { ClientPlatform, Architecture } from '@yunduo/validation';
import type { Files } from '../../files.ts';

/** Client platform, or server architecture. */
export type Target = ClientPlatform | Architecture;

const SIGNATURES = [
  ['exe', '4d5a'],
  ['msi', 'd0cf11e0a1b11ae1'],
  ['zip', '504b0304'],
  ['pkg', '78617221'],
  ['tar.gz', '1f8b08'],
] as const;
export type PackageKind = (typeof SIGNATURES)[number][0] | 'dmg';

/** Package kinds for each target. */
export const KINDS: Record<Target, readonly PackageKind[]> = {
  'windows-x64': ['exe', 'msi', 'zip'],
  'mac-x64': ['dmg', 'pkg', 'zip'],
  'mac-arm64': ['dmg', 'pkg', 'zip'],
  x86_64: ['tar.gz'],
  arm64: ['tar.gz'],
};

/** The last block of a disk image starts with this signature. */
const DMG_TRAILER = 512;

/** Package kind of a stored file by its bytes; its name and declared type are ignored. Null for anything else. */
export async function packageKind(files: Files, file: string, size: number): Promise<PackageKind | null> {
  if (size >= DMG_TRAILER) {
    const start = size - DMG_TRAILER;
    const trailer = await buffer(files.read(file, { start, end: start + 3 }));
    if (trailer.toString('latin1') === 'koly') return 'dmg';
  }
  const head = (await buffer(files.read(file, { start: 0, end: 7 }))).toString('hex');
  return SIGNATURES.find(([, signature]) => head.startsWith(signature))?.[0] ?? null;
}
