import { Format, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import type { SchemaFault } from './field-errors.ts';

/**
 * A moment that both we and the database can tell: the form of one is also that of a leap second, of the year 0 and of
 * what a calendar's name follows.
 */
const isInForm = Format.Get('date-time');
Format.Set('date-time', (text) => {
  const year = new Date(text).getUTCFullYear();
  return isInForm?.(text) === true && year >= 1 && year <= 9999;
});

/** The part of a schema that says how the words of a query are meant. */
interface Fields {
  properties?: Record<string, { type?: string }>;
  additionalProperties?: unknown;
}

/**
 * Validates with the contract's schemas. A query is text: numbers and truth values are read from it to the letter, and
 * what is not written exactly so stays text and is refused. (TypeBox's own conversion would make 1 of `1.5`.) Names that
 * the schema does not know are left out where it is open, and refused where it is not.
 */
export function validatorCompiler(route: FastifyRouteSchemaDef<never>) {
  const validate = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' } as never);
  if (route.httpPart === 'body') return (body: unknown) => rejectUnstorable(body) ?? validate(body);
  const { properties = {}, additionalProperties } = route.schema as Fields;
  const isRead = (name: string): boolean => additionalProperties === false || Object.hasOwn(properties, name);
  return (query: Record<string, unknown>) =>
    rejectUnstorable(query) ??
    validate(
      Object.fromEntries(
        Object.entries(query)
          .filter(([name]) => isRead(name))
          .map(([name, value]) => [name, read(value, properties[name]?.type)]),
      ),
    );
}

function rejectUnstorable(input: unknown): { error: (SchemaFault & { message: string })[] } | null {
  const field = unstorableField(input);
  return field === null
    ? null
    : {
        error: [{ keyword: 'storable', instancePath: `/${field}`, message: 'cannot be stored', params: {} }],
      };
}

/**
 * The first field that holds a NUL or half a pair of surrogates: PostgreSQL cannot store them, and nobody types them. It
 * is the caller's fault in words, not an error of ours. Looks without recursion, so that depth costs no stack.
 */
export function unstorableField(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  for (const [field, value] of Object.entries(input)) {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const next = waiting.pop();
      if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return field;
      if (typeof next === 'object' && next !== null) {
        for (const [name, inner] of Object.entries(next)) waiting.push(inner, name);
      }
    }
  }
  return null;
}

function read(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
