import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

export const IMAGES = ['api', 'public-site', 'developer-console', 'edge'] as const;
export type Image = (typeof IMAGES)[number];

/** The program that keeps a build's files before it goes live, in the volume KEPT_FILES. */
export const KEEPS = {
  'public-site': ['node', 'keep-files.mts', '--client', 'client'],
  'developer-console': ['sh', 'keep-files.sh', '--client', 'client'],
};

export const pathOf = (image: Image): string => `tools/deployment/images/${image}.Dockerfile`;

/** The lines of an image file; `npm run images` shows how engines read the rest. */
export function imageFile(image: Image) {
  const text = readFileSync(join(root, pathOf(image)), 'utf8');
  const of = (name: string, part = text): string[] =>
    [...part.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, rest = '']) => rest);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  return {
    text,
    bases: of('FROM').map((rest) => rest.split(' ')[0] ?? ''),
    runs: of('RUN'),
    copies: of('COPY'),
    user: of('USER', last).at(-1) ?? '',
    port: Number(of('EXPOSE', last)[0]),
    health: of('HEALTHCHECK', last)[0] ?? '',
    command: of('CMD', last)[0] ?? '',
    env: Object.fromEntries(
      of('ENV', last).flatMap((rest) =>
        rest
          .split(/\s+/)
          .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
      ),
    ) as Record<string, string | undefined>,
  };
}
