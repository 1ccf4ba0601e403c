import type { InputOf, protocol } from '@yunduo/api-contract';

/** The text that the address names; null if the id or the version is malformed. */
export function protocolInput(
  id: string | undefined,
  query: URLSearchParams,
): InputOf<typeof protocol.detail> | null {
  if (id === undefined || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) || id.length > 64) return null;
  const version = query.get('version') ?? '';
  if (version === '') return { id };
  return /^[\w.-]{1,20}$/.test(version) ? { id, version } : null;
}
