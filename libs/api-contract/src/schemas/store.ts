import {
  APP_CATEGORIES,
  APP_SOURCES,
  ARCHITECTURES,
  CHANGE_KINDS,
  OPERATING_SYSTEMS,
  PAGE_SIZE,
  SEARCH_MAX,
  STORE_CATEGORIES,
  STORE_SORTS,
} from '@yunduo/validation';
import { Id, Line, Moment, Nullable, OneOf, Strict, Type } from './define.ts';

/** An app in a list. Words are in the language of the header. */
export const AppItem = Type.Object({
  id: Type.Integer(),
  /** Stable key for the desktop client, such as `nginx`. */
  app_key: Type.String(),
  name: Type.String(),
  intro: Type.String(),
  /** Null: the page shows the signal flag of the first letter. */
  logo: Nullable(Type.String()),
  cate: OneOf(APP_CATEGORIES),
  cate_name: Type.String(),
  certified: Type.Boolean(),
  source: OneOf(APP_SOURCES),
  free: Type.Boolean(),
  version: Type.String(),
  size: Type.Integer(),
  human_size: Type.String(),
  download_num: Type.Integer(),
  human_download_num: Type.String(),
  updated_at: Moment,
  os: Type.Array(OneOf(OPERATING_SYSTEMS)),
  arch: Type.Array(OneOf(ARCHITECTURES)),
});

const Release = Type.Object({
  version: Type.String(),
  git_version: Type.String(),
  released_at: Moment,
  size: Type.Integer(),
  human_size: Type.String(),
  changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Type.String() })),
});

/** Another app, or a package of the system, that this one needs or cannot live beside. */
const Relation = Type.Object({
  name: Type.String(),
  /** Null when it is not an app of the store. */
  id: Nullable(Type.Integer()),
  constraint: Type.String(),
  note: Type.String(),
});

export const categories = {
  data: Type.Object({
    list: Type.Array(
      Type.Object({ id: OneOf(STORE_CATEGORIES), name: Type.String(), count: Nullable(Type.Integer()) }),
    ),
  }),
};

export const list = {
  query: Strict({
    cate: Type.Optional(OneOf(STORE_CATEGORIES)),
    q: Type.Optional(Line(SEARCH_MAX * 2)),
    os: Type.Optional(OneOf(OPERATING_SYSTEMS)),
    arch: Type.Optional(OneOf(ARCHITECTURES)),
    certified: Type.Optional(Type.Boolean()),
    source: Type.Optional(OneOf(APP_SOURCES)),
    sort: Type.Optional(OneOf(STORE_SORTS)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE.max })),
  }),
  data: Type.Object({
    list: Type.Array(AppItem),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  }),
};

export const detail = {
  query: Strict({ id: Id }),
  data: Type.Intersect([
    AppItem,
    Type.Object({
      /** Sanitised rich text. */
      description: Type.String(),
      screenshots: Type.Array(
        Type.Object({
          src: Type.String(),
          /** `srcset` over the widths that are kept. */
          srcset: Type.String(),
          width: Type.Integer(),
          height: Type.Integer(),
          alt: Type.String(),
        }),
      ),
      update_log: Type.Array(Release),
      requirements: Type.Object({
        os: Type.String(),
        gpu: Type.String(),
        hard_disk: Type.String(),
        mem: Type.String(),
        cpu: Type.String(),
        network_card: Type.String(),
      }),
      dependencies: Type.Array(Relation),
      conflicts: Type.Array(Relation),
      developer: Type.String(),
      licence: Type.String(),
      homepage: Nullable(Type.String()),
      repo_url: Nullable(Type.String()),
      first_published_at: Moment,
    }),
  ]),
};

export const versions = { query: Strict({ id: Id }), data: Type.Object({ list: Type.Array(Release) }) };

/** The merged log after `from` up to `to` (default: the current version). */
export const changelog = {
  query: Strict({ id: Id, from: Line(20), to: Type.Optional(Line(20)) }),
  data: Type.Object({ from: Type.String(), to: Type.String(), list: Type.Array(Release) }),
};

export const catalog = {
  data: Type.Object({
    schema_version: Type.Integer(),
    updated_at: Moment,
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        name: Type.Object({ zh: Type.String(), en: Type.String() }),
        intro: Type.Object({ zh: Type.String(), en: Type.String() }),
        logo: Nullable(Type.String()),
        cate: OneOf(APP_CATEGORIES),
        certified: Type.Boolean(),
        source: OneOf(APP_SOURCES),
        version: Type.String(),
        size: Type.Integer(),
        updated_at: Moment,
        os: Type.Array(OneOf(OPERATING_SYSTEMS)),
        arch: Type.Array(OneOf(ARCHITECTURES)),
        dependencies: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        conflicts: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
      }),
    ),
  }),
};
