import { DEV_TOKEN, NOTICE_KINDS, REVIEW_STATUSES, STATS_BY, TOKEN_SCOPES } from '@yunduo/validation';
import { Empty, Id, Line, Moment, Nullable, OneOf, Strict, Token, Type } from './define.ts';
import { detail } from './store.ts';
import { User } from './user.ts';

/** `version`: the developer agreement that was on the screen; another one that is current by now is refused. */
export const join = {
  body: Strict({ agree: Type.Boolean(), version: Type.Optional(Line(40)) }),
  /** The user with the role that they have now. */
  data: User,
};

/** What waits for the developer, or happened to their apps; the newest first. */
export const notices = {
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        /** Stays the same as long as the notice does: `changes_requested:12`. */
        id: Type.String(),
        kind: OneOf(NOTICE_KINDS),
        at: Moment,
        /** One sentence in the language of the header. */
        text: Type.String(),
        /** The reviewer's or operator's own words, when there are some. */
        words: Nullable(Type.String()),
        /** Whether the developer has something to do; otherwise it only tells. */
        waits: Type.Boolean(),
        /** By when, if there is such a moment. */
        deadline: Nullable(Moment),
        app: Nullable(Type.Object({ id: Type.Integer(), app_key: Type.String(), name: Type.String() })),
        version: Nullable(Type.Object({ id: Type.Integer(), version: Type.String() })),
        token: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
      }),
    ),
  }),
};

export const BuildToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  scopes: Type.Array(OneOf(TOKEN_SCOPES)),
  /** The first characters of the token, to tell it by. */
  hint: Type.String(),
  /** Null: every app of the developer. */
  app: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
  state: OneOf(['live', 'expired', 'revoked']),
  created_at: Moment,
  expires_at: Moment,
  /** Coarse, to some minutes; null: never used. */
  last_used_at: Nullable(Moment),
});

export const tokenList = {
  data: Type.Object({
    list: Type.Array(BuildToken),
    /** How many may live at once. */
    limit: Type.Integer(),
  }),
};
export const tokenCreate = {
  body: Strict({
    name: Line(DEV_TOKEN.nameMax * 4),
    scopes: Type.Array(OneOf(TOKEN_SCOPES), { maxItems: TOKEN_SCOPES.length * 2 }),
    expires_in_days: Type.Integer(),
    /** Left out or null: every app of the developer. */
    app_id: Type.Optional(Nullable(Id)),
  }),
  /** The token itself is in this answer and nowhere after it. */
  data: Type.Object({ token: Type.String(), item: BuildToken }),
};
export const tokenRevoke = { body: Strict({ id: Id }), data: Empty };

/**
 * Downloads of one app, day by day in Asia/Shanghai. Without `from` and `to`: the last thirty days. `by=day` answers
 * one row of figures, `by=version` one for each version that was downloaded.
 */
export const stats = {
  query: Strict({
    id: Id,
    from: Type.Optional(Line(20)),
    to: Type.Optional(Line(20)),
    by: Type.Optional(OneOf(STATS_BY)),
  }),
  data: Type.Object({
    id: Type.Integer(),
    /** First and last day, both counted. */
    from: Type.String(),
    to: Type.String(),
    by: OneOf(STATS_BY),
    total: Type.Integer(),
    /** The same number of days before `from`. */
    previous_total: Type.Integer(),
    days: Type.Array(Type.String()),
    series: Type.Array(
      Type.Object({
        version_id: Nullable(Type.Integer()),
        version: Nullable(Type.String()),
        total: Type.Integer(),
        /** One figure for each of `days`; a day without downloads is 0. */
        counts: Type.Array(Type.Integer()),
      }),
    ),
  }),
};

/** Without `version_id` the link shows the draft as it stands when it is opened. */
export const previewToken = {
  body: Strict({ id: Id, version_id: Type.Optional(Id) }),
  data: Type.Object({
    token: Type.String(),
    /** The page that shows it, in the language of the header. */
    url: Type.String(),
    expires_at: Moment,
    /** Seconds. */
    expires_in: Type.Integer(),
  }),
};
export const preview = {
  query: Strict({ token: Token }),
  data: Type.Object({
    /** As the store shows it, in the language of the header. */
    app: detail.data,
    /** Null: the draft, which no version has yet. */
    review_status: Nullable(OneOf(REVIEW_STATUSES)),
    expires_at: Moment,
  }),
};
export const reviewWait = {
  data: Type.Object({
    /** Versions that wait for a decision now. */
    waiting: Type.Integer(),
    /** How many decisions the median is over. */
    decisions: Type.Integer(),
    /** Working days from submission to decision, to a tenth; null when there are too few decisions to speak of. */
    median_working_days: Nullable(Type.Number()),
    promised_working_days: Type.Integer(),
  }),
};
