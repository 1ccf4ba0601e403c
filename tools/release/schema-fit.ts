/** A JSON schema in OpenAPI 3.1, limited to the keywords that the contract uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
}

/** Why a value that one side sends is invalid for the other. */
export interface Misfit {
  /** The path in the value: `list[].status`. */
  at: string;
  /**
   * `type`: different type · `values`: unknown enum value · `limit`: outside the bounds · `required`: a
   * required field may be missing · `removed`: an unknown field.
   */
  rule: 'type' | 'values' | 'limit' | 'required' | 'removed';
  what: string;
}

/** `strict`: unknown fields are rejected, as by the server. `tolerant`: they are ignored. */
export type Reading = 'strict' | 'tolerant';

type Bound = [key: keyof Schema, way: 'lower' | 'upper'];

const BOUNDS: Bound[] = [
  ['minLength', 'lower'],
  ['maxLength', 'upper'],
  ['minItems', 'lower'],
  ['maxItems', 'upper'],
  ['minimum', 'lower'],
  ['maximum', 'upper'],
  ['exclusiveMinimum', 'lower'],
  ['exclusiveMaximum', 'upper'],
];

/**
 * The mismatches between the values that `written` allows and a reader of `read`; empty if all can be read.
 * For a request the old schema writes and the new one reads strictly; for a response the new one writes and
 * the old one reads tolerantly.
 */
export function misfits(written: Schema, read: Schema, reading: Reading, at = ''): Misfit[] {
  const from = simplified(written);
  const to = simplified(read);
  const choices = from.anyOf;
  if (choices) return distinct(choices.flatMap((choice) => misfits(choice, to, reading, at)));
  if (to.anyOf) {
    // The closest variant gives the best error.
    const tried = to.anyOf.map((variant) => misfits(from, variant, reading, at));
    return tried.reduce((best, next) => (farness(next, at) < farness(best, at) ? next : best));
  }
  const values = valuesOf(from);
  const known = valuesOf(to);
  if (known) {
    if (!values) return [{ at, rule: 'values', what: `only ${shown(known)}` }];
    const strange = values.filter((value) => !known.includes(value));
    return strange.length ? [{ at, rule: 'values', what: `${shown(strange)} is not known` }] : [];
  }
  if (!typeFits(from, to, values)) {
    return [{ at, rule: 'type', what: `${typeName(from)} where ${typeName(to)} is read` }];
  }
  if (values) return [];
  return [...limits(from, to, at), ...ofItems(from, to, reading, at), ...ofFields(from, to, reading, at)];
}

/** Several types become variants, `const` an enum of one value, `allOf` of objects one object. */
function simplified(schema: Schema): Schema {
  if (Array.isArray(schema.type)) {
    return { anyOf: schema.type.map((type) => ({ ...schema, type })) };
  }
  if (schema.oneOf) return { anyOf: schema.oneOf };
  if (schema.allOf) {
    const parts = schema.allOf.map(simplified);
    return {
      type: 'object',
      properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, Schema>,
      required: [...new Set(parts.flatMap((part) => part.required ?? []))],
      ...(parts.some((part) => part.additionalProperties === false) && { additionalProperties: false }),
    };
  }
  return schema;
}

const valuesOf = (schema: Schema): unknown[] | undefined =>
  'const' in schema ? [schema.const] : (schema.enum ?? (schema.type === 'null' ? [null] : undefined));

const isAnything = (schema: Schema): boolean => schema.type === undefined && !schema.properties;

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function typeFits(from: Schema, to: Schema, values: unknown[] | undefined): boolean {
  if (isAnything(to)) return true;
  const types = values ? values.map(typeOfValue) : [from.type];
  return types.every((type) => type === to.type || (type === 'integer' && to.type === 'number'));
}

const typeName = (schema: Schema): string => {
  const values = valuesOf(schema);
  return values ? shown(values) : String(schema.type ?? 'anything');
};

function limits(from: Schema, to: Schema, at: string): Misfit[] {
  const found: Misfit[] = [];
  for (const [key, way] of BOUNDS) {
    const needed = to[key] as number | undefined;
    if (needed === undefined) continue;
    const sent = from[key] as number | undefined;
    const within = sent !== undefined && (way === 'lower' ? sent >= needed : sent <= needed);
    // A minimum length of 0 rejects nothing.
    const idle = way === 'lower' && needed === 0 && (key === 'minLength' || key === 'minItems');
    if (!within && !idle) found.push({ at, rule: 'limit', what: `${key} ${needed}, was ${sent ?? 'none'}` });
  }
  for (const key of ['pattern', 'format', 'multipleOf'] as const) {
    if (to[key] !== undefined && to[key] !== from[key]) {
      found.push({
        at,
        rule: key === 'format' ? 'type' : 'limit',
        what: `${key} ${to[key]}, was ${from[key] ?? 'none'}`,
      });
    }
  }
  if (to.uniqueItems && !from.uniqueItems) found.push({ at, rule: 'limit', what: 'uniqueItems' });
  return found;
}

function ofItems(from: Schema, to: Schema, reading: Reading, at: string): Misfit[] {
  if (!to.items) return [];
  const place = `${at}[]`;
  const read = Array.isArray(to.items) ? to.items : undefined;
  const written = Array.isArray(from.items) ? from.items : undefined;
  if (read && written) {
    if (read.length !== written.length) return [{ at: place, rule: 'type', what: 'another number of items' }];
    return written.flatMap((schema, index) => misfits(schema, read[index] ?? {}, reading, `${at}[${index}]`));
  }
  if (read || written) return [{ at: place, rule: 'type', what: 'a list where a tuple was, or the reverse' }];
  return misfits((from.items as Schema | undefined) ?? {}, to.items as Schema, reading, place);
}

function ofFields(from: Schema, to: Schema, reading: Reading, at: string): Misfit[] {
  const place = (name: string): string => (at ? `${at}.${name}` : name);
  const found: Misfit[] = [];
  const written = from.properties ?? {};
  const read = to.properties ?? {};
  const rest = to.additionalProperties;
  for (const name of to.required ?? []) {
    if (!from.required?.includes(name)) {
      const what = name in written ? 'may be missing' : 'is not sent';
      found.push({ at: place(name), rule: name in written ? 'required' : missing(reading), what });
    }
  }
  for (const [name, schema] of Object.entries(written)) {
    const known = read[name];
    if (known) found.push(...misfits(schema, known, reading, place(name)));
    else if (typeof rest === 'object') found.push(...misfits(schema, rest, reading, place(name)));
    else if (rest === false && reading === 'strict') {
      found.push({ at: place(name), rule: 'removed', what: 'is refused' });
    }
  }
  for (const name of Object.keys(read)) {
    // The schema does not require it of readers, but a page shows it.
    const removed = reading === 'tolerant' && !(name in written) && !to.required?.includes(name);
    if (removed) found.push({ at: place(name), rule: 'removed', what: 'is not sent any more' });
  }
  if (typeof rest === 'object') {
    const others = from.additionalProperties;
    if (typeof others === 'object') found.push(...misfits(others, rest, reading, place('*')));
    else if (others !== false) found.push({ at: place('*'), rule: 'type', what: 'anything may be sent' });
  }
  return found;
}

/** A required field that is never sent: a server rejects the call, a page lacks data. */
const missing = (reading: Reading): Misfit['rule'] => (reading === 'strict' ? 'required' : 'removed');

const shown = (values: unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

/** A different type is further away than any number of field mismatches. */
const farness = (found: Misfit[], at: string): number =>
  found.length + (found.some((misfit) => misfit.at === at && misfit.rule === 'type') ? 1000 : 0);

function distinct(found: Misfit[]): Misfit[] {
  const seen = new Map(found.map((misfit) => [`${misfit.at} ${misfit.rule} ${misfit.what}`, misfit]));
  return [...seen.values()];
}
