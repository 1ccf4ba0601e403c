import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** What the wire has against a body, by the schema that the server checks it with first; nothing when it takes it. */
export const faultsOnWire = (schema: TSchema, body: unknown): { path: string; message: string }[] =>
  Compile(schema)
    .Errors(body)
    .map(({ instancePath, message }) => ({ path: instancePath, message }));
