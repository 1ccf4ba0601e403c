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
import {
  about,
  call,
  model,
  Id,
  Line,
  Moment,
  Nullable,
  OneOf,
  paged,
  Paging,
  Strict,
  Type,
} from './define.ts';

const Untranslated = about(
  "Texts that are shown in the app's other language, because its developer has not written them in the language of the header. Missing when there are none.",
  Type.Optional(Type.Array(OneOf(APP_TEXTS))),
);

const OnlyIn = about(
  'The language in which name and intro are written, if it is one only. Missing when it is both.',
  Type.Optional(OneOf(['zh', 'en'])),
);

export const AppItem = model(
  'StoreApp',
  about(
    'An app in a list. Words are in the language of the header, except those in `untranslated`.',
    Type.Object({
      id: Type.Integer(),
      app_key: about('Stable key for the desktop client, such as `nginx`.', Type.String()),
      name: Type.String(),
      intro: Type.String(),
      logo: about('Null: the page shows the signal flag of the first letter.', Nullable(Type.String())),
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
    }),
  ),
);

export const StorePublisher = model(
  'StorePublisher',
  Type.Object({
    support_email: Type.String(),
    website: Nullable(Type.String()),
    verified_host: about(
      'The host of the website, once it was proved to be theirs.',
      Nullable(Type.String()),
    ),
  }),
);

const Release = model(
  'AppRelease',
  Type.Object({
    version: Type.String(),
    git_version: about('Tag or commit that the package was built from.', Type.String()),
    git_commit: about(
      'The whole commit id that the review saw behind it. Null for a version from before it was recorded.',
      Nullable(Type.String()),
    ),
    package_sha256: about(
      'SHA-256 of the package that the review saw, in 64 hex digits. Null as the commit.',
      Nullable(Type.String()),
    ),
    released_at: Moment,
    size: Type.Integer(),
    human_size: Type.String(),
    changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Type.String() })),
    untranslated: about(
      'True when the changes are written in the other language only.',
      Type.Optional(Type.Literal(true)),
    ),
  }),
);

const Relation = model(
  'AppRelation',
  about(
    'Another app, or a package of the system, that this one needs or cannot live beside.',
    Type.Object({
      name: Type.String(),
      id: about('Null when it is not an app of the store.', Nullable(Type.Integer())),
      constraint: Type.String(),
      note: Type.String(),
    }),
  ),
);

/** Filters of the store, beside its categories. */
const Narrowing = {
  q: Type.Optional(Line(SEARCH_MAX * 2)),
  os: Type.Optional(OneOf(OPERATING_SYSTEMS)),
  arch: Type.Optional(OneOf(ARCHITECTURES)),
  certified: Type.Optional(Type.Boolean()),
  source: Type.Optional(OneOf(APP_SOURCES)),
};

export const categories = call({
  summary: 'List the categories of the store',
  description:
    'Each with the number of its apps; with a search or filters, with the number of those that fit.',
  shared: true,

  query: Strict(Narrowing),
  data: Type.Object({
    list: Type.Array(
      Type.Object({ id: OneOf(STORE_CATEGORIES), name: Type.String(), count: Nullable(Type.Integer()) }),
    ),
  }),
});

export const list = call({
  summary: 'Search the store',
  errors: ['UNAUTHENTICATED'],
  shared: true,

  query: Strict({
    cate: Type.Optional(OneOf(STORE_CATEGORIES)),
    ...Narrowing,
    sort: Type.Optional(OneOf(STORE_SORTS)),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AppItem),
  }),
});

/** An app of the store, by one of its two identifiers. */
const WhichApp = {
  id: about('One of `id` and `app_key` is needed.', Type.Optional(Id)),
  app_key: about(
    'In place of `id`: what clients and build servers know an app by.',
    Type.Optional(Line(100)),
  ),
};

export const detail = call({
  summary: 'Read an app of the store',
  description:
    'An app that its developer unpublished answers APP_NOT_FOUND with its name, and with the app that replaces it, in `data.unpublished`.',
  shared: true,
  errors: ['APP_NOT_FOUND'],

  query: Strict(WhichApp),
  data: Type.Intersect([
    AppItem,
    Type.Object({
      description: about('Sanitised rich text.', Type.String()),
      screenshots: Type.Array(
        Type.Object({
          src: Type.String(),
          srcset: about('`srcset` over the widths that are kept.', Type.String()),
          width: Type.Integer(),
          height: Type.Integer(),
          alt: Type.String(),
        }),
      ),
      update_log: Type.Array(Release),
      withdrawn: about(
        'Versions that were released and withdrawn, with the reason; missing when there are none.',
        Type.Optional(
          Type.Array(
            Type.Object({
              version: Type.String(),
              released_at: Moment,
              reason: Type.String(),
              untranslated: about(
                'The reason is in the other language; missing when it is not.',
                Type.Optional(Type.Literal(true)),
              ),
            }),
          ),
        ),
      ),
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
      developer: about('The name of the publisher; of who has given none, their nickname.', Type.String()),
      publisher: about(
        'More about the publisher; missing for our own apps, and where the developer has given nothing.',
        Type.Optional(StorePublisher),
      ),
      licence: Type.String(),
      homepage: Nullable(Type.String()),
      repo_url: Nullable(Type.String()),
      first_published_at: Moment,
    }),
  ]),
});

export const versions = call({
  summary: 'List the versions of an app',
  shared: true,
  errors: ['APP_NOT_FOUND'],
  query: Strict(WhichApp),
  data: Type.Object({ list: Type.Array(Release) }),
});

export const changelog = call({
  summary: 'Read what changed between two versions',
  shared: true,
  description: 'The merged log after `from` up to `to` (default: the current version).',
  errors: ['APP_NOT_FOUND'],

  query: Strict({ ...WhichApp, from: Line(20), to: Type.Optional(Line(20)) }),
  data: Type.Object({ from: Type.String(), to: Type.String(), list: Type.Array(Release) }),
});

export const catalog = call({
  summary: 'Read the whole catalogue, or what changed in it',
  description:
    'Without `since` every app of the store. With the `as_of` of an answer before: the apps that changed after it, and the keys of those that left. An app may come again without a change.',
  shared: true,
  query: Type.Object({
    since: about('The `as_of` of the answer that the caller keeps.', Type.Optional(Moment)),
  }),
  data: Type.Object({
    schema_version: Type.Integer(),
    updated_at: about('When the newest version of the store was released.', Moment),
    as_of: about('Sent back as `since`.', Moment),
    removed: about('Keys of apps that left the store; empty without `since`.', Type.Array(Type.String())),
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        name: Type.Object({ zh: Type.String(), en: Type.String() }),
        intro: Type.Object({ zh: Type.String(), en: Type.String() }),
        only_in: about('The other language repeats it.', OnlyIn),
        logo: Nullable(Type.String()),
        cate: OneOf(APP_CATEGORIES),
        certified: Type.Boolean(),
        source: OneOf(APP_SOURCES),
        version: Type.String(),
        repo_url: Nullable(Type.String()),
        git_version: about('Tag or commit that the package was built from.', Type.String()),
        git_commit: about(
          'The whole commit id that the review saw. Null for a version from before it was recorded.',
          Nullable(Type.String()),
        ),
        size: Type.Integer(),
        package_sha256: about(
          'SHA-256 of the package, in 64 hex digits: install nothing else. Null as the commit.',
          Nullable(Type.String()),
        ),
        updated_at: Moment,
        os: Type.Array(OneOf(OPERATING_SYSTEMS)),
        arch: Type.Array(OneOf(ARCHITECTURES)),
        dependencies: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        conflicts: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        minimum: about(
          'What a server must have; what is left out is not asked for.',
          Type.Object({
            os: about(
              'Oldest release by system, such as `{ "ubuntu": "20.04" }`.',
              Type.Optional(Type.Record(Type.String(), Type.String())),
            ),
            mem_mb: Type.Optional(Type.Integer()),
            disk_mb: Type.Optional(Type.Integer()),
            cores: Type.Optional(Type.Integer()),
          }),
        ),
      }),
    ),
  }),
});

const NamedApp = model(
  'NamedApp',
  about(
    'Names a thing of the store to a reader.',
    Type.Object({
      id: Type.Integer(),
      app_key: Type.String(),
      name: Type.String(),
      version: about('As it was asked for, or else the current one.', Type.String()),
    }),
  ),
);

const Megabytes = about(
  'Bounds of a fact about a server: a number a machine may really have.',
  Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
);

export const check = call({
  summary: 'Check whether apps run together on a server',
  description:
    'Whether these apps can live together on this server. Facts that are left out are not checked.',

  body: Strict({
    apps: Type.Array(Strict({ app_key: Line(100), version: Type.Optional(Line(20)) }), {
      minItems: 1,
      maxItems: CHECK_APPS_MAX,
    }),
    server: Type.Optional(
      Strict({
        os: about(
          '`ID` of /etc/os-release; one that we do not build for meets no requirement.',
          Type.Optional(Line(40)),
        ),
        os_version: about('`VERSION_ID` of /etc/os-release.', Type.Optional(Line(40))),
        arch: about('As `uname -m` says it.', Type.Optional(Line(20))),
        mem_mb: Type.Optional(Megabytes),
        disk_mb: about('Free space.', Type.Optional(Megabytes)),
        cores: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      }),
    ),
  }),
  data: Type.Object({
    ok: about('Nothing is missing, conflicting, unmet or unknown.', Type.Boolean()),
    apps: Type.Array(NamedApp),
    missing: about(
      'Apps that are needed and not in the list, or in it with a version that is too old.',
      Type.Array(
        Type.Object({
          id: about('Null id: it is not in the store at present.', Nullable(Type.Integer())),
          app_key: Type.String(),
          name: Type.String(),
          constraint: about('Such as `17+`; empty when any version will do.', Type.String()),
          listed_version: about(
            'The version in the list that is not enough; null when it is not there at all.',
            Nullable(Type.String()),
          ),
          alternatives: about(
            'Apps of the store that do as well.',
            Type.Array(Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() })),
          ),
          needed_by: NamedApp,
          note: Type.String(),
        }),
      ),
    ),
    conflicting: about(
      'Pairs that cannot live beside each other.',
      Type.Array(Type.Object({ apps: Type.Array(NamedApp), note: Type.String() })),
    ),
    unmet: Type.Array(
      Type.Object({
        app: about('Null: the apps together, each of which alone would fit.', Nullable(NamedApp)),
        requirement: OneOf(SERVER_REQUIREMENTS),
        needs: about(
          'What is asked for, what is there, and both in a sentence, in the language of the header.',
          Type.String(),
        ),
        has: Type.String(),
        text: Type.String(),
        values: about(
          'The same for programs: figures with their unit, and the names of systems and architectures as the catalogue has them.',
          Type.Object({
            needs: Type.Union([Type.Number(), Type.String(), Type.Array(Type.String())]),
            has: Type.Union([Type.Number(), Type.String()]),
            unit: about('Null for names and releases. Others may come.', Nullable(OneOf(['MB', 'cores']))),
          }),
        ),
      }),
    ),
    unknown: about(
      'What the store does not have; `version` is null when it has no such app at all.',
      Type.Array(
        Type.Object({
          app_key: Type.String(),
          version: Nullable(Type.String()),
          withdrawn: about(
            'Why this version was withdrawn; missing when it was not.',
            Type.Optional(Type.String()),
          ),
          unpublished: about(
            'The app was published and its developer unpublished it; missing otherwise.',
            Type.Optional(
              Type.Object({
                name: Type.String(),
                replaced_by: about(
                  'The published app that replaces it, if its developer named one.',
                  Nullable(Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() })),
                ),
              }),
            ),
          ),
        }),
      ),
    ),
    packages: about(
      'Packages of the system that are needed: whether they are there, the list cannot tell.',
      Type.Array(
        Type.Object({
          name: Type.String(),
          constraint: Type.String(),
          needed_by: NamedApp,
          note: Type.String(),
        }),
      ),
    ),
  }),
});

export const report = call({
  summary: 'Report an app',
  errors: ['APP_NOT_FOUND'],

  body: Strict({
    id: Id,
    reason: Line(40),
    text: Line(REPORT_TEXT.max * 2),
    email: about('Where an answer may go.', Type.Optional(Line(EMAIL_MAX * 2))),
  }),
  data: about(
    'False: the same person told about this app today already, and that report stands.',
    Type.Object({ counted: Type.Boolean() }),
  ),
});

export const download = call({
  summary: 'Count a download and get its source',
  errors: ['APP_NOT_FOUND', 'VERSION_NOT_FOUND'],

  body: Strict({
    app_key: Line(100),
    version: Line(20),
    client_id: about(
      'A random word that the client made for itself once. Without one its address alone tells it from others.',
      Type.Optional(Line(100)),
    ),
  }),
  data: about(
    "False: this client's download of this version was counted today already.",
    Type.Object({ counted: Type.Boolean() }),
  ),
});

export const view = call({
  summary: 'Count a view of an app',
  description:
    'Sent by the page of an app once somebody does something on it. Only a sum is kept. Developers do not count on the pages of their own apps.',
  errors: ['APP_NOT_FOUND'],

  body: Strict({ id: Id }),
  data: about(
    'False: enough views of this app were counted from this network today.',
    Type.Object({ counted: Type.Boolean() }),
  ),
});

const feed = {
  query: Strict({ lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.String(),
};
export const feedNew = call({
  summary: 'Follow new apps as an Atom feed',
  shared: true,
  media: 'application/atom+xml',
  ...feed,
});
export const feedUpdated = call({
  summary: 'Follow updated apps as an Atom feed',
  shared: true,
  media: 'application/atom+xml',
  ...feed,
});

export const saved = call({
  summary: 'Tell whether the caller saved an app',
  description: 'Whether the caller keeps an app; one that is not there is not kept.',
  query: Strict({ id: Id }),
  data: Type.Object({ saved: Type.Boolean() }),
});
const saving = { body: Strict({ id: Id }), data: Type.Object({ saved: Type.Boolean() }) };
export const save = call({
  summary: 'Save an app',
  errors: ['APP_NOT_FOUND'],
  ...saving,
});
export const unsave = call({
  summary: 'Remove an app from the saved ones',
  ...saving,
});

const AdminApp = model(
  'AdminApp',
  about(
    'An app as operators see it.',
    Type.Object({
      id: Type.Integer(),
      app_key: Type.String(),
      name: Type.String(),
      status: OneOf(APP_STATUSES),
      certified: Type.Boolean(),
      recommended_rank: about(
        'Place among the recommended ones; null stands outside.',
        Nullable(Type.Integer()),
      ),
      taken_down_at: Nullable(Moment),
      taken_down_reason: Nullable(Type.String()),
    }),
  ),
);

export const certify = call({
  summary: 'Certify an app, or take it back',
  errors: ['APP_NOT_FOUND', 'CONFLICT_OF_INTEREST'],
  body: Strict({ id: Id, certified: Type.Boolean() }),
  data: AdminApp,
});

export const feature = call({
  summary: 'Place an app among the featured ones',
  description:
    "Puts the app at a place of the editors' selection and moves those behind it; null takes it out.",
  errors: ['APP_NOT_FOUND', 'CONFLICT_OF_INTEREST'],

  body: Strict({ id: Id, rank: Nullable(Type.Integer({ minimum: 1, maximum: FEATURED_MAX })) }),
  data: AdminApp,
});

export const takedown = call({
  summary: 'Take an app down, or let it back in',
  description: 'Keeps an app out of the store, or lets it back in. The reason is for its developer to read.',
  errors: ['APP_NOT_FOUND', 'CONFLICT_OF_INTEREST', 'STATE_CHANGED'],

  body: Strict({ id: Id, taken_down: Type.Boolean(), reason: Type.Optional(Line(REPORT_TEXT.max * 2)) }),
  data: AdminApp,
});

const Report = model(
  'AppReport',
  Type.Object({
    id: Type.Integer(),
    app: Type.Object({
      id: Type.Integer(),
      app_key: Type.String(),
      name: Type.String(),
      status: OneOf(APP_STATUSES),
    }),
    version: about('The current one when it was reported.', Type.String()),
    reason: OneOf(REPORT_REASONS),
    text: Type.String(),
    email: Nullable(Type.String()),
    user_id: about(
      'Who is signed in when telling; null: a visitor, or an account that is gone.',
      Nullable(Type.Integer()),
    ),
    created_at: Moment,
    state: OneOf(REPORT_STATES),
    closed_at: Nullable(Moment),
    closed_by: Nullable(Type.String()),
    resolution: Nullable(OneOf(REPORT_RESOLUTIONS)),
    note: Type.String(),
  }),
);

export const reportList = call({
  summary: 'List reports about apps',
  description: 'Open ones oldest first, closed ones newest first.',

  query: Strict({
    state: Type.Optional(OneOf(REPORT_STATES)),
    reason: Type.Optional(OneOf(REPORT_REASONS)),
    app_id: Type.Optional(Id),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(Report),
  }),
});

export const reportClose = call({
  summary: 'Close a report',
  errors: ['CONFLICT_OF_INTEREST', 'NOT_FOUND', 'STATE_CHANGED'],

  body: Strict({
    id: Id,
    resolution: OneOf(REPORT_RESOLUTIONS),
    note: about(
      'For colleagues; it is not sent to whoever reported.',
      Type.Optional(Line(REPORT_TEXT.max * 2)),
    ),
  }),
  data: Report,
});
