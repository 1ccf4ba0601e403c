/**
 * The size of an upload or its limit: `10 MB`, `4.6 MB`, of 1024² bytes. Rounded up, so that a size above a
 * limit never reads like the limit.
 */
export function megabytes(bytes: number): string {
  const size = Math.ceil((bytes / (1024 * 1024)) * 10) / 10;
  return `${Number.isInteger(size) ? size : size.toFixed(1)} MB`;
}
