const PART = 100_000;

/** Orders versions x.x.x as numbers, `1.10.0` after `1.9.0`; each part has at most five digits (specification §5). */
export function versionKey(version: string): number {
  return version.split('.').reduce((key, part) => key * PART + Number(part), 0);
}
