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
  Strict,
  Token,
  Type,
} from './define.ts';
import { detail } from './store.ts';
import { User } from './auth.ts';

/** A developer's publisher profile in the store. */
const PublisherFields = Strict({
  name: about(
    'In one language at least; the store shows it for the other one, too.',
    Strict({ zh: Line(PUBLISHER.nameMax * 4), en: Line(PUBLISHER.nameMax * 4) }),
  ),
  support_email: about('Where users of the apps get help. Shown in the store.', Line(EMAIL_MAX * 2)),
  website: about('An https address, or null.', Type.Optional(Nullable(Line(URL_MAX * 2)))),
});

export const Publisher = model(
  'Publisher',
  Type.Object({
    name: Both,
    support_email: Type.String(),
    website: Nullable(Type.String()),
    proof: about(
      'How the host of the website is proved to be theirs; null without a website.',
      Nullable(
        Type.Object({
          host: Type.String(),
          file_url: about('Where a file with `text` in it is looked for.', Type.String()),
          record: about('The name whose TXT record is looked for.', Type.String()),
          text: Type.String(),
          proved_at: about('Null: not proved yet.', Nullable(Moment)),
        }),
      ),
    ),
  }),
);

export const publisher = call({
  summary: 'Read who the developer is in the store',
  data: Type.Object({
    publisher: about('Null: the store names the developer by their nickname.', Nullable(Publisher)),
  }),
});
export const publisherSave = call({
  summary: 'Change who the developer is in the store',
  description:
    'A name that another publisher has in either language is refused, and one that holds the name of the site. A website on another host has to be proved again.',
  body: PublisherFields,
  data: Publisher,
});
export const publisherProve = call({
  summary: "Prove that the publisher's website is theirs",
  description:
    'Looks once at the file or the record that `proof` names: over https on port 443, at public addresses only, without following redirects.',
  errors: ['NOT_FOUND'],
  body: Strict({ method: OneOf(DOMAIN_PROOFS) }),
  data: Type.Object({
    publisher: Publisher,
    failure: about('Why it was not proved; null: it is.', Nullable(OneOf(DOMAIN_PROOF_FAILURES))),
  }),
});

export const join = call({
  summary: 'Become a developer',
  description:
    '`version`: the developer agreement that was on the screen; another one that is current by now is refused. `publisher`: who the developer is in the store, as in `publisherSave`.',
  errors: ['DEVELOPER_REVOKED', 'PROTOCOL_CHANGED'],

  body: Strict({
    agree: Type.Boolean(),
    version: Type.Optional(Line(40)),
    publisher: Type.Optional(PublisherFields),
  }),
  data: about('The user with the role that they have now.', User),
});

export const notices = call({
  summary: 'List what waits for the developer',
  description: 'What waits for the developer, or happened to their apps; the newest first.',

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: about('Stays the same as long as the notice does: `changes_requested:12`.', Type.String()),
        kind: OneOf(NOTICE_KINDS),
        at: Moment,
        text: about('One sentence in the language of the header.', Type.String()),
        words: about("The reviewer's or operator's own words, when there are some.", Nullable(Type.String())),
        waits: about('Whether the developer has something to do; otherwise it only tells.', Type.Boolean()),
        deadline: about('By when, if there is such a moment.', Nullable(Moment)),
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
    hint: about('The first characters of the token, to tell it by.', Type.String()),
    app: about(
      'Null: every app of the developer.',
      Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
    ),
    state: OneOf(['live', 'expired', 'revoked']),
    created_at: Moment,
    expires_at: Moment,
    last_used_at: about('Coarse, to some minutes; null: never used.', Nullable(Moment)),
  }),
);

export const tokenList = call({
  summary: 'List the tokens of build servers',

  data: Type.Object({
    list: Type.Array(BuildToken),
    limit: about('How many may live at once.', Type.Integer()),
  }),
});
export const tokenCreate = call({
  summary: 'Create a token for a build server',
  errors: ['APP_NOT_FOUND', 'TOKEN_LIMIT'],

  body: Strict({
    name: Line(DEV_TOKEN.nameMax * 4),
    scopes: Type.Array(OneOf(TOKEN_SCOPES), { maxItems: TOKEN_SCOPES.length * 2 }),
    expires_in_days: Type.Integer(),
    app_id: about('Left out or null: every app of the developer.', Type.Optional(Nullable(Id))),
  }),
  data: about(
    'The token itself is in this answer and nowhere after it.',
    Type.Object({ token: Type.String(), item: BuildToken }),
  ),
});
export const tokenRevoke = call({
  summary: 'Revoke a token of a build server',
  errors: ['NOT_FOUND'],
  body: Strict({ id: Id }),
  data: Empty,
});

export const stats = call({
  summary: 'Read the downloads of an app',
  description:
    'Downloads of one app, day by day in Asia/Shanghai. Without `from` and `to`: the last thirty days. `by=day` answers one row of figures, `by=version` one for each version that was downloaded.',
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
    previous_total: about('The same number of days before `from`.', Type.Integer()),
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
  views: about('How often the pages were seen.', Type.Integer()),
  saves: about('Who saved it then and keeps it still.', Type.Integer()),
  downloads: Type.Integer(),
});
const Counts = about('One figure for each of `days`.', Type.Array(Type.Integer()));

export const centerStats = call({
  summary: 'Read views, saves and downloads',
  description:
    'Of all apps of the developer, or of one, day by day in Asia/Shanghai. Without `from` and `to`: the last thirty days. Only sums: nothing tells who it was.',
  errors: ['APP_NOT_FOUND'],

  query: Strict({
    app_id: about('Left out: all apps together.', Type.Optional(Id)),
    from: Type.Optional(Line(20)),
    to: Type.Optional(Line(20)),
  }),
  data: Type.Object({
    app_id: Nullable(Type.Integer()),
    from: about('First and last day, both counted.', Type.String()),
    to: Type.String(),
    days: Type.Array(Type.String()),
    totals: Figures,
    previous: about('The same number of days before `from`.', Figures),
    views: Counts,
    saves: Counts,
    downloads: Counts,
    apps: about(
      'Each app with what it had, the most downloaded first.',
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
      'Downloads of each version, the newest first; of one app alone.',
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
  description: 'Without `version_id` the link shows the draft as it stands when it is opened.',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN', 'VERSION_NOT_FOUND'],

  body: Strict({ id: Id, version_id: Type.Optional(Id) }),
  data: Type.Object({
    token: Type.String(),
    url: about('The page that shows it, in the language of the header.', Type.String()),
    expires_at: Moment,
    expires_in: about('Seconds.', Type.Integer()),
  }),
});
export const preview = call({
  summary: 'Read an app by its preview link',
  errors: ['PREVIEW_NOT_FOUND'],

  query: Strict({ token: Token }),
  data: Type.Object({
    app: about('As the store shows it, in the language of the header.', detail.data),
    review_status: about('Null: the draft, which no version has yet.', Nullable(OneOf(REVIEW_STATUSES))),
    expires_at: Moment,
  }),
});
export const reviewWait = call({
  summary: 'Read how long reviews take',
  shared: true,

  data: Type.Object({
    waiting: about('Versions that wait for a decision now.', Type.Integer()),
    decisions: about('How many decisions the median is over.', Type.Integer()),
    median_working_days: about(
      'Working days from submission to decision, to a tenth; null when there are too few decisions to speak of.',
      Nullable(Type.Number()),
    ),
    promised_working_days: Type.Integer(),
  }),
});
