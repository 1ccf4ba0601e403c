import { PAGE_SIZE, SEARCH_MAX } from '@yunduo/validation';
import type { ErrorCode } from '../errors.ts';
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/**
 * One call: the schemas by which the server validates, dropping undeclared fields, and its texts in the
 * published document.
 */
export interface CallSchemas {
  /** Its purpose as a heading: one sentence without a full stop. */
  summary: string;
  /** Further details for callers. */
  description?: string;
  /**
   * Its error codes, beside those that follow from access, proof, input and format. Tests record the rest.
   */
  errors?: readonly ErrorCode[];
  /** The response is the same for all callers: it has an `ETag`, and a matching `If-None-Match` gives 304. */
  shared?: true;
  /** The content type of a response without the envelope. */
  media?: string;
  /** A file that supports range requests. */
  ranges?: true;
  /** Answered with 303. */
  redirects?: true;
  /** Required request headers, each with a description. */
  headers?: Readonly<Record<string, string>>;
  /** The parts of a multipart body, which are read in order. */
  parts?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The named parts of a url such as `/pay_notify/{provider}`. */
  params?: TSchema;
  data: TSchema;
}

/** Declares a call. An unknown error code, or a call without a summary, does not compile. */
export const call = <const T extends CallSchemas>(schemas: T): T => schemas;

/** The types of a call's schemas, for `endpoint<ShapeOf<typeof …>>`. */
export type ShapeOf<T extends CallSchemas> = {
  [K in keyof T & ('query' | 'body' | 'data')]: T[K] extends TSchema ? Static<T[K]> : never;
} & { data: Static<T['data']> };

/** An object schema that rejects undeclared fields, against mass assignment. */
export function Strict<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/**
 * The same schema with more annotations. The copy includes the hidden properties that validators and types
 * use.
 */
const saying = <T extends TSchema>(schema: T, message: Record<string, string>): T =>
  Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      ...Object.getOwnPropertyDescriptors(message),
    },
  ) as T;

/**
 * A schema with a sentence for the published document. A named schema keeps its own sentence under its name;
 * this one is shown where it is used.
 */
export const about = <T extends TSchema>(description: string, schema: T): T =>
  saying(schema, 'title' in schema ? { $comment: description } : { description });

/** A schema with its own name in the published document, where others refer to it. */
export const model = <T extends TSchema>(title: string, schema: T): T => saying(schema, { title });

/** A closed set of words. */
export function OneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A timestamp: ISO 8601, UTC. */
export const Moment = Type.String({ format: 'date-time' });
export const Empty = Type.Null();
/** A typed line: bounded, so that validators never process very long texts. */
export const Line = (maxLength: number) => Type.String({ maxLength });
/** A token or ticket in a body. */
export const Token = Type.String({ minLength: 1, maxLength: 200 });
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** The number of edits. One below the database's maximum, so that the next one still fits. */
export const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_646 });

/** A file in a multipart body. */
export const Upload = Type.Unsafe<Blob>({ type: 'string', format: 'binary' });

/** A text for people, in both languages. */
export const Both = Type.Object({ zh: Type.String(), en: Type.String() });

/** The requested page of a list, and its size. */
export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE.max })),
};
/** The response fields for `Paging`: the returned page, and the total number of items. */
export const paged = <T extends TSchema>(item: T) => ({
  list: Type.Array(item),
  total: Type.Integer(),
  page: Type.Integer(),
  page_size: Type.Integer(),
});

export { Type };
export type { Static, TSchema };

/** A search text. A null byte is rejected, because no text column accepts it. */
export const Search = Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' });
