import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';

/** The part of a schema that says how the words of a query are meant. */
interface Fields {
  properties?: Record<string, { type?: string }>;
}

/**
 * Validates with the contract's schemas. A query is text: numbers and truth values are read from it to the letter, and
 * what is not written exactly so stays text and is refused. (TypeBox's own conversion would make 1 of `1.5`.)
 */
export function validatorCompiler(route: FastifyRouteSchemaDef<never>) {
  const validate = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' } as never);
  if (route.httpPart === 'body') return validate;
  const { properties = {} } = route.schema as Fields;
  return (query: Record<string, unknown>) =>
    validate(
      Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, read(value, properties[name]?.type)]),
      ),
    );
}

function read(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
