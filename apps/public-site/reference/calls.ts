import { bodyOf, isIdempotent, ownParameters, type Call } from './document.ts';

/** The origin in examples; a host replaces it with its own. */
export const ORIGIN = 'https://yunduo.example';

const filled = (call: Call, place: 'query' | 'path' | 'header'): [string, unknown][] =>
  ownParameters(call)
    .filter((parameter) => parameter.in === place && (parameter.example !== undefined || parameter.required))
    .map(({ name, example }) => [name, example ?? `<${name}>`]);

const needsToken = ({ security }: Call): boolean =>
  security.length > 0 && !security.some((one) => Object.keys(one).length === 0);
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const short = (json: string): boolean => json.length <= 56;

/** JSON on one line if it fits on a phone's screen, otherwise on several. */
function json(value: unknown): string {
  const line = JSON.stringify(value);
  return short(line) ? line : JSON.stringify(value, null, 2);
}

/** The call as a curl command. */
export function curlOf(call: Call): string {
  const body = bodyOf(call);
  const path = filled(call, 'path').reduce(
    (all, [name, value]) => all.replace(`{${name}}`, String(value)),
    call.path,
  );
  const query = filled(call, 'query').map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const address = ORIGIN + path + (query.length > 0 ? `?${query.join('&')}` : '');
  const lines = [
    `curl ${/[?&]/.test(address) ? quoted(address) : address}`,
    ...(needsToken(call) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(isIdempotent(call) ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...filled(call, 'header').map(([name, value]) => `-H ${quoted(`${name}: ${String(value)}`)}`),
  ];
  if (body?.media === 'multipart/form-data')
    for (const [name, schema] of Object.entries(body.content.schema?.properties ?? {}))
      lines.push(`-F ${schema.format === 'binary' ? `${name}=@picture.png` : `${name}=1`}`);
  else if (body) {
    lines.push("-H 'Content-Type: application/json'");
    if (body.content.example !== undefined) lines.push(`-d ${quoted(json(body.content.example))}`);
  } else if (call.method === 'POST') lines.splice(1, 0, '-X POST');
  return lines.join(' \\\n  ');
}

/** Idiomatic TypeScript: property names without quotes where possible. */
function literal(value: unknown, indent = ''): string {
  const flat = (piece: unknown): string => {
    if (Array.isArray(piece)) return `[${piece.map(flat).join(', ')}]`;
    if (typeof piece === 'object' && piece !== null)
      return `{ ${Object.entries(piece)
        .map(([name, inner]) => `${nameOf(name)}: ${flat(inner)}`)
        .join(', ')} }`.replace('{  }', '{}');
    return typeof piece === 'string' ? stringOf(piece) : JSON.stringify(piece);
  };
  const line = flat(value);
  if (short(line) || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${deeper}${literal(item, deeper)},\n`).join('')}${indent}]`;
  const fields = Object.entries(value).map(
    ([name, inner]) => `${deeper}${nameOf(name)}: ${literal(inner, deeper)},\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}
const nameOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : stringOf(name));
const stringOf = (text: string): string => (/['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`);

/** The call with openapi-fetch; null for an upload, which the curl example covers. */
export function typescriptOf(call: Call): string | null {
  const body = bodyOf(call);
  if (body?.media === 'multipart/form-data') return null;
  const params = Object.fromEntries(
    (['path', 'query', 'header'] as const).flatMap((place) => {
      const values = filled(call, place);
      return values.length > 0 ? [[place, Object.fromEntries(values)]] : [];
    }),
  );
  const headers = isIdempotent(call) ? "  headers: { 'Idempotency-Key': crypto.randomUUID() },\n" : '';
  const options = [
    ...(Object.keys(params).length > 0 ? [`  params: ${literal(params, '  ')},\n`] : []),
    ...(body?.content.example === undefined ? [] : [`  body: ${literal(body.content.example, '  ')},\n`]),
    headers,
  ].join('');
  const rest = options ? `, {\n${options}}` : '';
  return `const { data, error } = await api.${call.method}('${call.path}'${rest});`;
}
