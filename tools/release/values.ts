import fc from 'fast-check';
import type { Schema } from './schema-fit.ts';

/** Longest text and list that is tried: what matters is the border, and a border far out is too slow to try. */
const FAR = 600;

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((moment) => moment.toISOString()),
};

function texts({ minLength = 0, maxLength = FAR, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format) {
    const known = FORMATS[format];
    if (!known) throw new Error(`values.ts makes no ${format} yet`);
    return known;
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const lengths = [minLength, Math.min(maxLength, FAR)];
  const borders = lengths.map((length) => fc.constant('字'.repeat(length)));
  const [min = 0, max = FAR] = lengths;
  return fc.oneof(...borders, fc.string({ minLength: min, maxLength: Math.min(max, min + 20) }));
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema;
  const borders = [minimum, maximum].map((value) => fc.constant(value));
  const between =
    schema.type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof(...borders, between);
}

/** Values that a schema of the contract allows: borders, every word of a set, optional fields there and not there. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map(valuesOf));
  if (schema.allOf) {
    return fc
      .tuple(...schema.allOf.map(valuesOf))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown);
  }
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return lists(schema);
    case 'object':
      return objects(schema);
    default:
      return fc.constantFrom<unknown>(null, 'anything', 7);
  }
}

function lists({ items = {}, minItems = 0, maxItems = FAR }: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(items)) return fc.tuple(...items.map(valuesOf));
  return fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
}

function objects({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]),
  );
  const named = fc.record(fields, { requiredKeys: required });
  if (typeof additionalProperties !== 'object') return named;
  const others = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(additionalProperties), {
    maxKeys: 2,
  });
  return fc.tuple(others, named).map(([rest, known]) => ({ ...rest, ...known }));
}
