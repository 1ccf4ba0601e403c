import {
  APP_CATEGORIES,
  APP_SOURCES,
  APP_TEXTS,
  ARCHITECTURES,
  APP_STATUSES,
  CHANGE_KINDS,
  CHECK_APPS_MAX,
  EMAIL_MAX,
  FEATURED_MAX,
  OPERATING_SYSTEMS,
  REPORT_REASONS,
  REPORT_RESOLUTIONS,
  REPORT_STATES,
  REPORT_TEXT,
  SEARCH_MAX,
  SERVER_REQUIREMENTS,
  STORE_CATEGORIES,
  STORE_SORTS,
} from '@yunduo/validation';
import { Id, Line, Moment, Nullable, OneOf, paged, Paging, Strict, Type } from './define.ts';

/**
 * Texts that are shown in the app's other language, because its developer has not written them in the language of the
 * header. Missing when there are none.
 */
const Untranslated = Type.Optional(Type.Array(OneOf(APP_TEXTS)));
/** The language in which name and intro are written, if it is one only. Missing when it is both. */
const OnlyIn = Type.Optional(OneOf(['zh', 'en']));

/** An app in a list. Words are in the language of the header, except those in `untranslated`. */
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
  untranslated: Untranslated,
  only_in: OnlyIn,
});

const Release = Type.Object({
  version: Type.String(),
  /** Tag or commit that the package was built from. */
  git_version: Type.String(),
  /** The whole commit id that the review saw behind it. Null for a version from before it was recorded. */
  git_commit: Nullable(Type.String()),
  /** SHA-256 of the package that the review saw, in 64 hex digits. Null as the commit. */
  package_sha256: Nullable(Type.String()),
  released_at: Moment,
  size: Type.Integer(),
  human_size: Type.String(),
  changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Type.String() })),
  /** True when the changes are written in the other language only. */
  untranslated: Type.Optional(Type.Literal(true)),
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
    ...Paging,
  }),
  data: Type.Object(paged(AppItem)),
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
        /** The other language repeats it. */
        only_in: OnlyIn,
        logo: Nullable(Type.String()),
        cate: OneOf(APP_CATEGORIES),
        certified: Type.Boolean(),
        source: OneOf(APP_SOURCES),
        version: Type.String(),
        repo_url: Nullable(Type.String()),
        /** Tag or commit that the package was built from. */
        git_version: Type.String(),
        /** The whole commit id that the review saw. Null for a version from before it was recorded. */
        git_commit: Nullable(Type.String()),
        size: Type.Integer(),
        /** SHA-256 of the package, in 64 hex digits: install nothing else. Null as the commit. */
        package_sha256: Nullable(Type.String()),
        updated_at: Moment,
        os: Type.Array(OneOf(OPERATING_SYSTEMS)),
        arch: Type.Array(OneOf(ARCHITECTURES)),
        dependencies: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        conflicts: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        /** What a server must have; what is left out is not asked for. */
        minimum: Type.Object({
          /** Oldest release by system, such as `{ "ubuntu": "20.04" }`. */
          os: Type.Optional(Type.Record(Type.String(), Type.String())),
          mem_mb: Type.Optional(Type.Integer()),
          disk_mb: Type.Optional(Type.Integer()),
          cores: Type.Optional(Type.Integer()),
        }),
      }),
    ),
  }),
};

/** Names a thing of the store to a reader. */
const NamedApp = Type.Object({
  id: Type.Integer(),
  app_key: Type.String(),
  name: Type.String(),
  /** As it was asked for, or else the current one. */
  version: Type.String(),
});
/** Bounds of a fact about a server: a number a machine may really have. */
const Megabytes = Type.Integer({ minimum: 0, maximum: 2_000_000_000 });

/** Whether these apps can live together on this server. Facts that are left out are not checked. */
export const check = {
  body: Strict({
    apps: Type.Array(Strict({ app_key: Line(100), version: Type.Optional(Line(20)) }), {
      minItems: 1,
      maxItems: CHECK_APPS_MAX,
    }),
    server: Type.Optional(
      Strict({
        /** `ID` of /etc/os-release; one that we do not build for meets no requirement. */
        os: Type.Optional(Line(40)),
        /** `VERSION_ID` of /etc/os-release. */
        os_version: Type.Optional(Line(40)),
        /** As `uname -m` says it. */
        arch: Type.Optional(Line(20)),
        mem_mb: Type.Optional(Megabytes),
        /** Free space. */
        disk_mb: Type.Optional(Megabytes),
        cores: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      }),
    ),
  }),
  data: Type.Object({
    /** Nothing is missing, conflicting, unmet or unknown. */
    ok: Type.Boolean(),
    apps: Type.Array(NamedApp),
    /** Apps that are needed and not in the list, or in it with a version that is too old. */
    missing: Type.Array(
      Type.Object({
        /** Null id: it is not in the store at present. */
        id: Nullable(Type.Integer()),
        app_key: Type.String(),
        name: Type.String(),
        /** Such as `17+`; empty when any version will do. */
        constraint: Type.String(),
        /** The version in the list that is not enough; null when it is not there at all. */
        listed_version: Nullable(Type.String()),
        /** Apps of the store that do as well. */
        alternatives: Type.Array(
          Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() }),
        ),
        needed_by: NamedApp,
        note: Type.String(),
      }),
    ),
    /** Pairs that cannot live beside each other. */
    conflicting: Type.Array(Type.Object({ apps: Type.Array(NamedApp), note: Type.String() })),
    unmet: Type.Array(
      Type.Object({
        /** Null: the apps together, each of which alone would fit. */
        app: Nullable(NamedApp),
        requirement: OneOf(SERVER_REQUIREMENTS),
        /** What is asked for, what is there, and both in a sentence, in the language of the header. */
        needs: Type.String(),
        has: Type.String(),
        text: Type.String(),
      }),
    ),
    /** What the store does not have; `version` is null when it has no such app at all. */
    unknown: Type.Array(Type.Object({ app_key: Type.String(), version: Nullable(Type.String()) })),
    /** Packages of the system that are needed: whether they are there, the list cannot tell. */
    packages: Type.Array(
      Type.Object({
        name: Type.String(),
        constraint: Type.String(),
        needed_by: NamedApp,
        note: Type.String(),
      }),
    ),
  }),
};

export const report = {
  body: Strict({
    id: Id,
    reason: Line(40),
    text: Line(REPORT_TEXT.max * 2),
    /** Where an answer may go. */
    email: Type.Optional(Line(EMAIL_MAX * 2)),
  }),
  /** False: the same person told about this app today already, and that report stands. */
  data: Type.Object({ counted: Type.Boolean() }),
};

export const download = {
  body: Strict({
    app_key: Line(100),
    version: Line(20),
    /** A random word that the client made for itself once. Without one its address alone tells it from others. */
    client_id: Type.Optional(Line(100)),
  }),
  /** False: this client's download of this version was counted today already. */
  data: Type.Object({ counted: Type.Boolean() }),
};

/** An Atom document. */
export const feed = {
  query: Strict({ lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.String(),
};

/** Whether the caller keeps an app; one that is not there is not kept. */
export const saved = { query: Strict({ id: Id }), data: Type.Object({ saved: Type.Boolean() }) };
export const save = { body: Strict({ id: Id }), data: Type.Object({ saved: Type.Boolean() }) };

/** An app as operators see it. */
const AdminApp = Type.Object({
  id: Type.Integer(),
  app_key: Type.String(),
  name: Type.String(),
  status: OneOf(APP_STATUSES),
  certified: Type.Boolean(),
  /** Place among the recommended ones; null stands outside. */
  recommended_rank: Nullable(Type.Integer()),
  taken_down_at: Nullable(Moment),
  taken_down_reason: Nullable(Type.String()),
});

export const certify = { body: Strict({ id: Id, certified: Type.Boolean() }), data: AdminApp };
/** Puts the app at a place of the editors' selection and moves those behind it; null takes it out. */
export const feature = {
  body: Strict({ id: Id, rank: Nullable(Type.Integer({ minimum: 1, maximum: FEATURED_MAX })) }),
  data: AdminApp,
};
/** Keeps an app out of the store, or lets it back in. The reason is for its developer to read. */
export const takedown = {
  body: Strict({ id: Id, taken_down: Type.Boolean(), reason: Type.Optional(Line(REPORT_TEXT.max * 2)) }),
  data: AdminApp,
};

const Report = Type.Object({
  id: Type.Integer(),
  app: Type.Object({
    id: Type.Integer(),
    app_key: Type.String(),
    name: Type.String(),
    status: OneOf(APP_STATUSES),
  }),
  /** The current one when it was reported. */
  version: Type.String(),
  reason: OneOf(REPORT_REASONS),
  text: Type.String(),
  email: Nullable(Type.String()),
  /** Who is signed in when telling; null: a visitor, or an account that is gone. */
  user_id: Nullable(Type.Integer()),
  created_at: Moment,
  state: OneOf(REPORT_STATES),
  closed_at: Nullable(Moment),
  closed_by: Nullable(Type.String()),
  resolution: Nullable(OneOf(REPORT_RESOLUTIONS)),
  note: Type.String(),
});

/** Open ones oldest first, closed ones newest first. */
export const reportList = {
  query: Strict({
    state: Type.Optional(OneOf(REPORT_STATES)),
    reason: Type.Optional(OneOf(REPORT_REASONS)),
    app_id: Type.Optional(Id),
    ...Paging,
  }),
  data: Type.Object(paged(Report)),
};

export const reportClose = {
  body: Strict({
    id: Id,
    resolution: OneOf(REPORT_RESOLUTIONS),
    /** For colleagues; it is not sent to whoever reported. */
    note: Type.Optional(Line(REPORT_TEXT.max * 2)),
  }),
  data: Report,
};
