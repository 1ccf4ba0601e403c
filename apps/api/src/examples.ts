import type { CallExample } from '@yunduo/api-contract/examples';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';

/** The part of the published document that examples are compared with. */
interface Described {
  operationId: string;
  parameters?: { name?: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}
export interface DescribedDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, unknown> };
}

/** The operations of a document, by `POST /api/order/create`. */
export const operationsOf = ({ paths }: DescribedDocument): Map<string, Described> =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Described] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    ),
  );

/** Violations of an operation's schemas by an example, and missing parts; empty when it can be published. */
export function exampleFaults(
  { components }: DescribedDocument,
  operation: Described,
  example: CallExample | undefined,
): string[] {
  const resolved = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(resolved);
    if (typeof schema !== 'object' || schema === null) return schema;
    if ('$ref' in schema && typeof schema.$ref === 'string')
      return resolved(components.schemas[schema.$ref.replace('#/components/schemas/', '')]);
    return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, resolved(inner)]));
  };
  const against = (place: string, schema: unknown, value: unknown): string[] =>
    schema === undefined
      ? []
      : Compile(resolved(schema) as TSchema)
          .Errors(value)
          .map(({ instancePath, message }) => `${place}${instancePath}: ${message}`);

  const body = operation.requestBody?.content['application/json'];
  const answer = operation.responses['200']?.content?.['application/json'];
  const given = { ...example?.query, ...example?.path, ...example?.headers };
  const names = new Set(operation.parameters?.flatMap(({ name }) => name ?? []));
  return [
    ...(body ? against('body', body.schema, example?.body) : []),
    ...(answer ? against('answer', answer.schema, example?.answer) : []),
    ...(operation.parameters ?? []).flatMap(({ name, required, schema }) => {
      if (name === undefined) return [];
      if (name in given) return against(name, schema, given[name]);
      return required ? [`${name} is missing`] : [];
    }),
    ...Object.keys(given).flatMap((name) => (names.has(name) ? [] : [`${name} is no parameter`])),
  ];
}

/** Two entries of each list and the beginning of long texts: examples are read by people. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const sign = /^[\w=-]+$/.test(value) ? '' : '…';
    return value.length > 200 ? value.slice(0, 160) + sign : value;
  }
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

/** Score of an example: its number of non-empty fields. English texts score higher, as more people read them. */
export function worth(example: CallExample): number {
  let filled = 0;
  const count = (value: unknown): void => {
    if (value === null || value === '' || value === undefined) return;
    filled += 1;
    if (typeof value === 'object') Object.values(value).forEach(count);
  };
  count(example);
  const text = JSON.stringify(example);
  return Math.min(filled, 60) - text.length / 2000 - (text.match(/\p{Script=Han}/gu)?.length ?? 0) / 20;
}
