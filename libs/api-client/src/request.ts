import type { Endpoint } from '@yunduo/api-contract';
import { isRecord } from './api-error.ts';

/** A request before it is sent. */
export interface PreparedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/** A GET carries its input as query, every other method as body: JSON, or the given FormData. */
export function prepareRequest(
  base: string,
  endpoint: Endpoint,
  input: unknown,
  headers: Record<string, string>,
): PreparedRequest {
  const url = `${base}${endpoint.url}`;
  if (endpoint.method === 'GET') return { url: url + queryOf(input), method: 'GET', headers };
  // The browser adds the boundary of a multipart body to the content type.
  if (input instanceof FormData) return { url, method: endpoint.method, headers, body: input };
  return {
    url,
    method: endpoint.method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(input ?? {}),
  };
}

/** `?a=1&b=2`; undefined, null and empty values are left out, a list is joined by commas. */
function queryOf(input: unknown): string {
  if (!isRecord(input)) return '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue;
    query.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

export interface Answer {
  status: number;
  text: string;
}
