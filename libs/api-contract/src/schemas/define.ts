import { PAGE_SIZE, SEARCH_MAX } from '@yunduo/validation';
import type { ErrorCode } from '../errors.ts';
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/**
 * One call: the schemas that the server validates with, dropping what they do not name, and what the published document
 * says of it.
 */
export interface CallSchemas {
  /** What it does, as a heading: one sentence without a full stop. */
  summary: string;
  /** What a caller must know beyond that. */
  description?: string;
  /** What it may refuse with, beside what follows from its access, proof, input and format. Tests record the rest. */
  errors?: readonly ErrorCode[];
  /** Everybody is answered alike: with an `ETag`, and with 304 to who sends it back. */
  shared?: true;
  /** The type of an answer without the envelope. */
  media?: string;
  /** A file, of which parts may be asked for. */
  ranges?: true;
  /** Answered with 303. */
  redirects?: true;
  /** Headers that it must be sent with, each with what it holds. */
  headers?: Readonly<Record<string, string>>;
  /** The parts of a multipart body, which are read as they come. */
  parts?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The named parts of a url such as `/pay_notify/{provider}`. */
  params?: TSchema;
  data: TSchema;
}

/** Declares a call: an error code that does not exist, or a call without a summary, does not compile. */
export const call = <const T extends CallSchemas>(schemas: T): T => schemas;

/** The types of a call's schemas, for `endpoint<ShapeOf<typeof …>>`. */
export type ShapeOf<T extends CallSchemas> = {
  [K in keyof T & ('query' | 'body' | 'data')]: T[K] extends TSchema ? Static<T[K]> : never;
} & { data: Static<T['data']> };

/** An object that refuses fields it does not name: no mass assignment. */
export function Strict<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** The same schema with more to say to readers. Copied with what validators and types know of it, which stands hidden. */
const saying = <T extends TSchema>(schema: T, said: Record<string, string>): T =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      ...Object.getOwnPropertyDescriptors(said),
    },
  ) as T;

/**
 * A schema with a sentence for the readers of the published document. What has a name of its own keeps its own sentence
 * under that name: this one is said where it is used.
 */
export const about = <T extends TSchema>(description: string, schema: T): T =>
  saying(schema, 'title' in schema ? { $comment: description } : { description });

/** A schema that has a name of its own in the published document, where others refer to it. */
export const model = <T extends TSchema>(title: string, schema: T): T => saying(schema, { title });

/** A closed set of words. */
export function OneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A moment: ISO 8601, UTC. */
export const Moment = Type.String({ format: 'date-time' });
export const Empty = Type.Null();
/** A line that a person typed: bounded, so that no validator meets a novel. */
export const Line = (maxLength: number) => Type.String({ maxLength });
/** A token or ticket in a body. */
export const Token = Type.String({ minLength: 1, maxLength: 200 });
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** How often something was edited. One below what the database can count, so that the next one still fits. */
export const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_646 });

/** A file in a multipart body. */
export const Upload = Type.Unsafe<Blob>({ type: 'string', format: 'binary' });

/** What a person reads, in both languages. */
export const Both = Type.Object({ zh: Type.String(), en: Type.String() });

/** The page of a list that is asked for, and how much stands on one. */
export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE.max })),
};
/** The fields of an answer to `Paging`: the page that was read, and how many items there are in all. */
export const paged = <T extends TSchema>(item: T) => ({
  list: Type.Array(item),
  total: Type.Integer(),
  page: Type.Integer(),
  page_size: Type.Integer(),
});

export { Type };
export type { Static, TSchema };

/** A text to search with: a null byte is nothing that a column takes. */
export const Search = Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' });
