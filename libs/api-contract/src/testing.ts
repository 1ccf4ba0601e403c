import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * The wire validation errors of a body, by the schema that the server checks it with first; empty if it is
 * valid.
 */
export const faultsOnWire = (schema: TSchema, body: unknown): { path: string; message: string }[] =>
  Compile(schema)
    .Errors(body)
    .map(({ instancePath, message }) => ({ path: instancePath, message }));
