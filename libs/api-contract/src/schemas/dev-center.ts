import {
  DEV_TOKEN,
  DOMAIN_PROOFS,
  DOMAIN_PROOF_FAILURES,
  EMAIL_MAX,
  NOTICE_KINDS,
  PUBLISHER,
  REVIEW_STATUSES,
  STATS_BY,
  TOKEN_SCOPES,
  URL_MAX,
} from '@yunduo/validation';
import {
  about,
  Both,
  call,
  model,
  Empty,
  Id,
  Line,
  Moment,
  Nullable,
  OneOf,
  Revision,
  Strict,
  Token,
  Type,
} from './define.ts';
import { detail } from './store.ts';
import { User } from './auth.ts';

/** A developer's publisher profile in the store. */
const publisherFields = {
  name: about(
    'In at least one language. If one is missing, the store shows the other.',
    Strict({ zh: Line(PUBLISHER.nameMax * 4), en: Line(PUBLISHER.nameMax * 4) }),
  ),
  support_email: about('Contact for users of your apps, shown in the store.', Line(EMAIL_MAX * 2)),
  website: about('An HTTPS URL, or null.', Type.Optional(Nullable(Line(URL_MAX * 2)))),
};
const PublisherFields = Strict(publisherFields);

export const Publisher = model(
  'Publisher',
  Type.Object({
    name: Both,
    support_email: Type.String(),
    website: Nullable(Type.String()),
    revision: Revision,
    proof: about(
      'How to verify the website; null without a website.',
      Nullable(
        Type.Object({
          host: Type.String(),
          file_url: about('URL at which a file containing `text` is expected.', Type.String()),
          record: about('The DNS name of the TXT record.', Type.String()),
          text: Type.String(),
          proved_at: about('Null: not verified yet.', Nullable(Moment)),
        }),
      ),
    ),
  }),
);

export const publisher = call({
  summary: 'Get publisher details',
  data: Type.Object({
    publisher: about('Null: the store shows the developer’s nickname.', Nullable(Publisher)),
  }),
});
export const publisherSave = call({
  summary: 'Update publisher details',
  description:
    'Names used by another publisher in either language, or containing the name of the site, are rejected. A website on a different host must be verified again. If you send `revision`, the call fails when the details were changed in the meantime.',
  errors: ['EDIT_CONFLICT'],
  body: Strict({
    ...publisherFields,
    revision: about('The revision that you edited; 0 if there were no details.', Type.Optional(Revision)),
  }),
  data: Publisher,
});
export const publisherProve = call({
  summary: 'Verify the publisher’s website',
  description:
    'Checks the file or DNS record in `proof` once, over HTTPS on port 443, at public addresses only and without following redirects.',
  errors: ['NOT_FOUND'],
  body: Strict({ method: OneOf(DOMAIN_PROOFS) }),
  data: Type.Object({
    publisher: Publisher,
    failure: about(
      'Why the verification failed; null if it succeeded.',
      Nullable(OneOf(DOMAIN_PROOF_FAILURES)),
    ),
  }),
});

export const join = call({
  summary: 'Become a developer',
  description:
    '`version` is the developer agreement that was shown; the call fails if a newer one is in effect. `publisher` is the same as in `publisherSave`.',
  errors: ['DEVELOPER_REVOKED', 'PROTOCOL_CHANGED'],

  body: Strict({
    agree: Type.Boolean(),
    version: Type.Optional(Line(40)),
    publisher: Type.Optional(PublisherFields),
  }),
  data: about('The user with the new role.', User),
});

export const notices = call({
  summary: 'List to-dos and notices',
  description: 'To-dos and events of your apps, newest first.',

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: about('Stable identifier of the notice, such as `changes_requested:12`.', Type.String()),
        kind: OneOf(NOTICE_KINDS),
        at: Moment,
        text: about('One sentence in the requested language.', Type.String()),
        words: about('Text by the reviewer or operator, if any.', Nullable(Type.String())),
        waits: about('True for a to-do, false for a notice.', Type.Boolean()),
        deadline: about('The deadline, if there is one.', Nullable(Moment)),
        app: Nullable(Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() })),
        version: Nullable(Type.Object({ id: Type.Integer(), version: Type.String() })),
        token: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
      }),
    ),
  }),
});

export const BuildToken = model(
  'BuildToken',
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    scopes: Type.Array(OneOf(TOKEN_SCOPES)),
    hint: about('The first characters of the token, for identification.', Type.String()),
    app: about('Null: all of your apps.', Nullable(Type.Object({ id: Type.Integer(), name: Type.String() }))),
    state: OneOf(['live', 'expired', 'revoked']),
    created_at: Moment,
    expires_at: Moment,
    last_used_at: about('Accurate to a few minutes; null if never used.', Nullable(Moment)),
  }),
);

export const tokenList = call({
  summary: 'List build tokens',

  data: Type.Object({
    list: Type.Array(BuildToken),
    limit: about('Maximum number of active tokens.', Type.Integer()),
  }),
});
export const tokenCreate = call({
  summary: 'Create a build token',
  errors: ['APP_NOT_FOUND', 'TOKEN_LIMIT'],

  body: Strict({
    name: Line(DEV_TOKEN.nameMax * 4),
    scopes: Type.Array(OneOf(TOKEN_SCOPES), { maxItems: TOKEN_SCOPES.length * 2 }),
    expires_in_days: Type.Integer(),
    app_id: about('Missing or null: all of your apps.', Type.Optional(Nullable(Id))),
  }),
  data: about('The token is returned only once.', Type.Object({ token: Type.String(), item: BuildToken })),
});
export const tokenRevoke = call({
  summary: 'Revoke a build token',
  errors: ['NOT_FOUND'],
  body: Strict({ id: Id }),
  data: Empty,
});

export const stats = call({
  summary: 'Get downloads of an app',
  description:
    'Daily downloads of one app in Beijing time (Asia/Shanghai), by default for the last 30 days. `by=day` returns one series, `by=version` one for each downloaded version.',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN'],

  query: Strict({
    id: Id,
    from: Type.Optional(Line(20)),
    to: Type.Optional(Line(20)),
    by: Type.Optional(OneOf(STATS_BY)),
  }),
  data: Type.Object({
    id: Type.Integer(),
    from: about('First and last day, both counted.', Type.String()),
    to: Type.String(),
    by: OneOf(STATS_BY),
    total: Type.Integer(),
    previous_total: about('The preceding period of the same length.', Type.Integer()),
    days: Type.Array(Type.String()),
    series: Type.Array(
      Type.Object({
        version_id: Nullable(Type.Integer()),
        version: Nullable(Type.String()),
        total: Type.Integer(),
        counts: about(
          'One figure for each of `days`; a day without downloads is 0.',
          Type.Array(Type.Integer()),
        ),
      }),
    ),
  }),
});

const Figures = Type.Object({
  views: about('Number of page views.', Type.Integer()),
  saves: about('Users who saved it and have not removed it since.', Type.Integer()),
  downloads: Type.Integer(),
});
const Counts = about('One figure for each of `days`.', Type.Array(Type.Integer()));

export const centerStats = call({
  summary: 'Get views, saves and downloads',
  description:
    'Daily totals for one or all of your apps in Beijing time (Asia/Shanghai), by default for the last 30 days. Visitors are not recorded.',
  errors: ['APP_NOT_FOUND'],

  query: Strict({
    app_id: about('Missing: all apps.', Type.Optional(Id)),
    from: Type.Optional(Line(20)),
    to: Type.Optional(Line(20)),
  }),
  data: Type.Object({
    app_id: Nullable(Type.Integer()),
    from: about('First and last day, both counted.', Type.String()),
    to: Type.String(),
    days: Type.Array(Type.String()),
    totals: Figures,
    previous: about('The preceding period of the same length.', Figures),
    views: Counts,
    saves: Counts,
    downloads: Counts,
    apps: about(
      'Totals of each app, most downloaded first.',
      Type.Array(
        Type.Intersect([
          Type.Object({
            id: Type.Integer(),
            app_key: Type.String(),
            name: Type.String(),
            counts: about('Downloads; one figure for each of `days`.', Type.Array(Type.Integer())),
          }),
          Figures,
        ]),
      ),
    ),
    versions: about(
      'Downloads of each version, newest first. Only for a single app.',
      Type.Array(
        Type.Object({
          version_id: Type.Integer(),
          version: Type.String(),
          total: Type.Integer(),
          counts: Counts,
        }),
      ),
    ),
  }),
});

export const previewToken = call({
  summary: 'Create a preview link',
  description: 'Without `version_id`, the link shows the current draft each time it is opened.',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN', 'VERSION_NOT_FOUND'],

  body: Strict({ id: Id, version_id: Type.Optional(Id) }),
  data: Type.Object({
    token: Type.String(),
    url: about('Link to the page in the requested language.', Type.String()),
    expires_at: Moment,
    expires_in: about('Seconds.', Type.Integer()),
  }),
});
export const preview = call({
  summary: 'Get an app by its preview link',
  errors: ['PREVIEW_NOT_FOUND'],

  query: Strict({ token: Token }),
  data: Type.Object({
    app: about('As shown in the store, in the requested language.', detail.data),
    review_status: about('Null: the draft without a version.', Nullable(OneOf(REVIEW_STATUSES))),
    expires_at: Moment,
  }),
});
export const reviewWait = call({
  summary: 'Get review times',
  shared: true,

  data: Type.Object({
    waiting: about('Versions that wait for a decision now.', Type.Integer()),
    decisions: about('Number of decisions in the median.', Type.Integer()),
    median_working_days: about(
      'Working days from submission to decision, to one decimal place. Null if there are too few decisions.',
      Nullable(Type.Number()),
    ),
    promised_working_days: Type.Integer(),
  }),
});
