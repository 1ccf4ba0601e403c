import { PAGE_SIZE } from '@yunduo/validation';
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

/** The schemas of one call: the server validates with them and drops what they do not name. */
export interface CallSchemas {
  query?: TSchema;
  body?: TSchema;
  /** The named parts of a url such as `/pay_notify/{provider}`. */
  params?: TSchema;
  data: TSchema;
}

/** The types of a call's schemas, for `endpoint<ShapeOf<typeof …>>`. */
export type ShapeOf<T extends CallSchemas> = {
  [K in keyof T & ('query' | 'body' | 'data')]: T[K] extends TSchema ? Static<T[K]> : never;
} & { data: Static<T['data']> };

/** An object that refuses fields it does not name: no mass assignment. */
export function Strict<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

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
export type { Static };
