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
  'Fields shown in the other language because the developer has not provided them in the requested one. Missing if there are none.',
  Type.Optional(Type.Array(OneOf(APP_TEXTS))),
);

const OnlyIn = about(
  'The language of name and intro if they exist in one language only; otherwise missing.',
  Type.Optional(OneOf(['zh', 'en'])),
);

export const AppItem = model(
  'StoreApp',
  about(
    'An app in a list, in the requested language except for the fields in `untranslated`.',
    Type.Object({
      id: Type.Integer(),
      app_key: about('Stable key for the desktop client, such as `nginx`.', Type.String()),
      name: Type.String(),
      intro: Type.String(),
      logo: about('Null: a letter tile is shown.', Nullable(Type.String())),
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
    verified_host: about('The verified host of the website.', Nullable(Type.String())),
  }),
);

const Release = model(
  'AppRelease',
  Type.Object({
    version: Type.String(),
    git_version: about('Tag or commit from which the package was built.', Type.String()),
    git_commit: about('The full id of the reviewed commit. Null if not recorded.', Nullable(Type.String())),
    package_sha256: about(
      'SHA-256 of the reviewed package in 64 hexadecimal digits. Null if not recorded.',
      Nullable(Type.String()),
    ),
    released_at: Moment,
    size: Type.Integer(),
    human_size: Type.String(),
    changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Type.String() })),
    untranslated: about(
      'True if the changes exist only in the other language.',
      Type.Optional(Type.Literal(true)),
    ),
  }),
);

const Relation = model(
  'AppRelation',
  about(
    'An app or system package that this app depends on or conflicts with.',
    Type.Object({
      name: Type.String(),
      id: about('Null if it is not in the store.', Nullable(Type.Integer())),
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
  summary: 'List store categories',
  description:
    'Includes the number of apps in each category. With a search or filters, only matching apps are counted.',
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
  id: about('Either `id` or `app_key` is required.', Type.Optional(Id)),
  app_key: about('Use instead of `id` in clients and build servers.', Type.Optional(Line(100))),
};

export const detail = call({
  summary: 'Get an app',
  description:
    'For an app that its developer unpublished, the response is APP_NOT_FOUND with its name and its replacement in `data.unpublished`.',
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
          srcset: about('`srcset` of the available widths.', Type.String()),
          width: Type.Integer(),
          height: Type.Integer(),
          alt: Type.String(),
        }),
      ),
      update_log: Type.Array(Release),
      withdrawn: about(
        'Withdrawn versions with the reason; missing if there are none.',
        Type.Optional(
          Type.Array(
            Type.Object({
              version: Type.String(),
              released_at: Moment,
              reason: Type.String(),
              untranslated: about(
                'Set if the reason exists only in the other language.',
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
      developer: about('The publisher name, or the developer’s nickname if none is set.', Type.String()),
      publisher: about(
        'Publisher details. Missing for official apps and if the developer has not provided any.',
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
  summary: 'List app versions',
  shared: true,
  errors: ['APP_NOT_FOUND'],
  query: Strict(WhichApp),
  data: Type.Object({ list: Type.Array(Release) }),
});

export const changelog = call({
  summary: 'Get changes between two versions',
  shared: true,
  description: 'Merges the changes after `from` up to and including `to` (default: the current version).',
  errors: ['APP_NOT_FOUND'],

  query: Strict({ ...WhichApp, from: Line(20), to: Type.Optional(Line(20)) }),
  data: Type.Object({ from: Type.String(), to: Type.String(), list: Type.Array(Release) }),
});

export const catalog = call({
  summary: 'Get the catalogue',
  description:
    'Without `since`, returns every app. With `since` set to the `as_of` of an earlier response, returns the apps changed since then and the keys of removed apps. An app can be repeated without a change.',
  shared: true,
  query: Type.Object({
    since: about('The `as_of` of the previous response.', Type.Optional(Moment)),
  }),
  data: Type.Object({
    schema_version: Type.Integer(),
    updated_at: about('Release time of the newest version in the store.', Moment),
    as_of: about('Use as `since` in the next call.', Moment),
    removed: about('Keys of removed apps; empty without `since`.', Type.Array(Type.String())),
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        name: Type.Object({ zh: Type.String(), en: Type.String() }),
        intro: Type.Object({ zh: Type.String(), en: Type.String() }),
        only_in: about('The same in both languages.', OnlyIn),
        logo: Nullable(Type.String()),
        cate: OneOf(APP_CATEGORIES),
        certified: Type.Boolean(),
        source: OneOf(APP_SOURCES),
        version: Type.String(),
        repo_url: Nullable(Type.String()),
        git_version: about('Tag or commit from which the package was built.', Type.String()),
        git_commit: about(
          'The full id of the reviewed commit. Null if not recorded.',
          Nullable(Type.String()),
        ),
        size: Type.Integer(),
        package_sha256: about(
          'SHA-256 of the package in 64 hexadecimal digits. Install only a package that matches. Null if not recorded.',
          Nullable(Type.String()),
        ),
        updated_at: Moment,
        os: Type.Array(OneOf(OPERATING_SYSTEMS)),
        arch: Type.Array(OneOf(ARCHITECTURES)),
        dependencies: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        conflicts: Type.Array(Type.Object({ app_key: Type.String(), constraint: Type.String() })),
        minimum: about(
          'Minimum server requirements. A missing field means no requirement.',
          Type.Object({
            os: about(
              'Oldest supported release of each system, such as `{ "ubuntu": "20.04" }`.',
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
      version: about('The requested version, or the current one.', Type.String()),
    }),
  ),
);

const Megabytes = about(
  'Accepted range of a server value.',
  Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
);

export const check = call({
  summary: 'Check compatibility of apps',
  description:
    'Checks requirements, dependencies and conflicts on one server. Server details that you leave out are not checked.',

  body: Strict({
    apps: Type.Array(Strict({ app_key: Line(100), version: Type.Optional(Line(20)) }), {
      minItems: 1,
      maxItems: CHECK_APPS_MAX,
    }),
    server: Type.Optional(
      Strict({
        os: about(
          '`ID` from /etc/os-release. Unsupported systems meet no requirement.',
          Type.Optional(Line(40)),
        ),
        os_version: about('`VERSION_ID` of /etc/os-release.', Type.Optional(Line(40))),
        arch: about('Output of `uname -m`.', Type.Optional(Line(20))),
        mem_mb: Type.Optional(Megabytes),
        disk_mb: about('Free space.', Type.Optional(Megabytes)),
        cores: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      }),
    ),
  }),
  data: Type.Object({
    ok: about('True if nothing is missing, conflicting, unmet or unknown.', Type.Boolean()),
    apps: Type.Array(NamedApp),
    missing: about(
      'Required apps that are missing or too old.',
      Type.Array(
        Type.Object({
          id: about('The id is null if the app is not in the store.', Nullable(Type.Integer())),
          app_key: Type.String(),
          name: Type.String(),
          constraint: about('Such as `17+`; empty for any version.', Type.String()),
          listed_version: about(
            'The version in the list, which does not match; null if the app is missing.',
            Nullable(Type.String()),
          ),
          alternatives: about(
            'Store apps that satisfy it as well.',
            Type.Array(Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() })),
          ),
          needed_by: NamedApp,
          note: Type.String(),
        }),
      ),
    ),
    conflicting: about(
      'Pairs of conflicting apps.',
      Type.Array(Type.Object({ apps: Type.Array(NamedApp), note: Type.String() })),
    ),
    unmet: Type.Array(
      Type.Object({
        app: about('Null: the total of all apps. Each app alone would fit.', Nullable(NamedApp)),
        requirement: OneOf(SERVER_REQUIREMENTS),
        needs: about(
          'Required value, actual value, and a sentence with both in the requested language.',
          Type.String(),
        ),
        has: Type.String(),
        text: Type.String(),
        values: about(
          'The same for programs: numbers with units, and the names of systems and architectures as in the catalogue.',
          Type.Object({
            needs: Type.Union([Type.Number(), Type.String(), Type.Array(Type.String())]),
            has: Type.Union([Type.Number(), Type.String()]),
            unit: about(
              'Null for names and releases. Other values may be added.',
              Nullable(OneOf(['MB', 'cores'])),
            ),
          }),
        ),
      }),
    ),
    unknown: about(
      'Unknown apps and versions; `version` is null if the app itself is unknown.',
      Type.Array(
        Type.Object({
          app_key: Type.String(),
          version: Nullable(Type.String()),
          withdrawn: about(
            'Why this version was withdrawn; otherwise missing.',
            Type.Optional(Type.String()),
          ),
          unpublished: about(
            'Set if the developer unpublished the app; otherwise missing.',
            Type.Optional(
              Type.Object({
                name: Type.String(),
                replaced_by: about(
                  'The replacement set by the developer, if any.',
                  Nullable(Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() })),
                ),
              }),
            ),
          ),
        }),
      ),
    ),
    packages: about(
      'Required system packages. Whether they are installed cannot be checked.',
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
    email: about('Address for the reply.', Type.Optional(Line(EMAIL_MAX * 2))),
  }),
  data: about(
    'False if you already reported this app today. The first report remains.',
    Type.Object({ counted: Type.Boolean() }),
  ),
});

export const download = call({
  summary: 'Record a download',
  errors: ['APP_NOT_FOUND', 'VERSION_NOT_FOUND'],

  body: Strict({
    app_key: Line(100),
    version: Line(20),
    client_id: about(
      'A random identifier generated once by the client. Without it, downloads are counted by address.',
      Type.Optional(Line(100)),
    ),
  }),
  data: about(
    'False if this client’s download was already counted today.',
    Type.Object({ counted: Type.Boolean() }),
  ),
});

export const view = call({
  summary: 'Record an app page view',
  description:
    'Sent by an app page after the first interaction. Only the total is stored. Developers viewing their own apps are not counted.',
  errors: ['APP_NOT_FOUND'],

  body: Strict({ id: Id }),
  data: about(
    'False if the daily limit of counted views from this network was reached.',
    Type.Object({ counted: Type.Boolean() }),
  ),
});

const feed = {
  query: Strict({ lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.String(),
};
export const feedNew = call({
  summary: 'Feed of new apps (Atom)',
  shared: true,
  media: 'application/atom+xml',
  ...feed,
});
export const feedUpdated = call({
  summary: 'Feed of updated apps (Atom)',
  shared: true,
  media: 'application/atom+xml',
  ...feed,
});

export const saved = call({
  summary: 'Check whether an app is saved',
  description: 'Returns false for an app that does not exist.',
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
  summary: 'Unsave an app',
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
        'Position among the featured apps; null if it is not one of them.',
        Nullable(Type.Integer()),
      ),
      taken_down_at: Nullable(Moment),
      taken_down_reason: Nullable(Type.String()),
    }),
  ),
);

export const certify = call({
  summary: 'Certify an app, or remove its certification',
  errors: ['APP_NOT_FOUND', 'CONFLICT_OF_INTEREST'],
  body: Strict({ id: Id, certified: Type.Boolean() }),
  data: AdminApp,
});

export const feature = call({
  summary: 'Set the position of a featured app',
  description:
    'Inserts the app into the featured list at this position and moves later apps down. `null` removes it from the list.',
  errors: ['APP_NOT_FOUND', 'CONFLICT_OF_INTEREST'],

  body: Strict({ id: Id, rank: Nullable(Type.Integer({ minimum: 1, maximum: FEATURED_MAX })) }),
  data: AdminApp,
});

export const takedown = call({
  summary: 'Unpublish an app, or allow it again',
  description:
    'Removes the app from the store until it is allowed again; an app that was published before is then published again. The reason is shown to the developer.',
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
    version: about('The current version when the report was sent.', Type.String()),
    reason: OneOf(REPORT_REASONS),
    text: Type.String(),
    email: Nullable(Type.String()),
    user_id: about(
      'The signed-in user who reported it; null for a visitor or a deleted account.',
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
  description: 'Open reports are sorted oldest first, closed reports newest first.',

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
      'For colleagues; not sent to the person who reported.',
      Type.Optional(Line(REPORT_TEXT.max * 2)),
    ),
  }),
  data: Report,
});
