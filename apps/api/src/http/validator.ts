import { Format, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import type { SchemaFault } from './field-errors.ts';
import { unstorableField } from './storable.ts';

/**
 * A time valid both for us and for the database: the date-time format also allows leap seconds, the year 0 and a
 * calendar suffix.
 */
const isInForm = Format.Get('date-time');
Format.Set('date-time', (text) => {
  const year = new Date(text).getUTCFullYear();
  return isInForm?.(text) === true && year >= 1 && year <= 9999;
});

/** The part of a schema that gives the types of query parameters. */
interface Fields {
  properties?: Record<string, { type?: string }>;
  additionalProperties?: unknown;
}

/**
 * Validates with the contract's schemas. A query is text: numbers and booleans are parsed strictly, and anything else
 * stays text and is refused. (TypeBox's own conversion turns `1.5` into 1.) Unknown names are dropped where the schema
 * is open, and refused where it is not.
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

function read(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
