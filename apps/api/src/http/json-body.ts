import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from './errors.ts';

/** Maximum nesting of a JSON body; no call needs half of it. */
const DEPTH_MAX = 32;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether JSON is nested deeper than `DEPTH_MAX`. Checked on the text: parsing ten thousand levels would turn a body of
 * 20 kB into a megabyte of objects.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < json.length; place += 1) {
    const code = json.charCodeAt(place);
    if (inString) {
      if (code === BACKSLASH) place += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (OPENING.has(code)) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    } else if (CLOSING.has(code)) depth -= 1;
  }
  return false;
}

/**
 * Parses JSON bodies in this scope as Fastify does, but refuses deep nesting (400 BAD_REQUEST). `heard` is called with
 * the raw text of each.
 */
export function readJson(
  scope: FastifyInstance,
  heard: (request: FastifyRequest, text: string) => void = () => undefined,
): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    heard(request, text);
    if (isTooDeep(text)) done(apiError('BAD_REQUEST'));
    else parse(request, text, done);
  });
}
