import { devApp, type DevToken, type Endpoint } from '@yunduo/api-contract';

type Kind = 'read' | 'write' | 'submit';

/** A command for the first thing that a token may do; a token that may read gets one that only reads. */
export function exampleFor(
  { scopes, app }: Pick<DevToken, 'scopes' | 'app'>,
  token: string,
  origin: string,
): { kind: Kind; command: string } {
  const call = ({ url }: Endpoint, body?: object) =>
    [
      'curl',
      ...(body ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`] : []),
      `-H 'Authorization: Bearer ${token}'`,
      `${origin}/api${url}`,
    ].join(' ');
  if (scopes.includes('app:read')) return { kind: 'read', command: call(devApp.list) };
  if (scopes.includes('version:submit'))
    return { kind: 'submit', command: call(devApp.submit, { version_id: 1 }) };
  const begun = { app_id: app?.id ?? 1, version: '1.0.0' };
  return { kind: 'write', command: call(devApp.versionSave, begun) };
}
