import {
  APP_STATUSES,
  CALENDAR_DAYS_MAX,
  CALENDAR_NAME_MAX,
  CHANGE_KINDS,
  REJECT_REASONS,
  REVIEW_CHECK_ANSWERS,
  REVIEW_CHECK_ITEMS,
  REVIEW_CHECK_NOTE_MAX,
  REVIEW_DECISIONS,
  REVIEW_QUEUE_FILTERS,
  REVIEW_REASON_MAX,
  REVIEW_STATUSES,
  SUGGESTION_FIELDS,
  SUGGESTION_MAX,
} from '@yunduo/validation';
import { Both, Id, Line, Moment, Nullable, OneOf, paged, Paging, Strict, Type } from './define.ts';
import { DevContent, difference, timeline } from './developer.ts';

const Person = Type.Object({ id: Type.Integer(), nickname: Type.String() });

/** Who works on a version now, and until when if they do nothing more. */
export const Claim = Type.Object({
  reviewer: Person,
  mine: Type.Boolean(),
  claimed_at: Moment,
  expires_at: Moment,
});

/** A version that waits for a decision. */
export const QueueItem = Type.Object({
  version_id: Type.Integer(),
  version: Type.String(),
  /** How often it was handed in. */
  round: Type.Integer(),
  app: Type.Object({
    id: Type.Integer(),
    app_key: Type.String(),
    /** As handed in, in the language of the header. */
    name: Type.String(),
    logo: Nullable(Type.String()),
    /** Whether the store shows an earlier version of it. */
    live: Type.Boolean(),
  }),
  developer: Nullable(Person),
  /** Whether it comes back after a rejection. */
  appeal: Type.Boolean(),
  /** Since when it waits. */
  submitted_at: Moment,
  due_at: Moment,
  overdue: Type.Boolean(),
  /** Less than a working day is left. */
  due_soon: Type.Boolean(),
  claim: Nullable(Claim),
  /** The reader's own app: somebody else reviews it. */
  own: Type.Boolean(),
});

export const queue = {
  query: Strict({
    filter: Type.Optional(OneOf(REVIEW_QUEUE_FILTERS)),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(QueueItem),
    counts: Type.Object({
      all: Type.Integer(),
      mine: Type.Integer(),
      unclaimed: Type.Integer(),
      overdue: Type.Integer(),
    }),
    server_time: Moment,
  }),
};

/** Without `action`: takes it, holds it on, or takes it over when its claim went stale. */
export const claim = {
  body: Strict({ version_id: Id, action: Type.Optional(OneOf(['claim', 'release'])) }),
  /** Null after a release. */
  data: Type.Object({ claim: Nullable(Claim) }),
};

/** A change that a reviewer asks for, at a field. */
export const ReviewSuggestion = Type.Object({
  id: Type.Integer(),
  /** The submission that it is about. */
  round: Type.Integer(),
  field: OneOf(SUGGESTION_FIELDS),
  text: Type.String(),
  created_at: Moment,
  /** Whether the reader can take it back: it is theirs, of this round, and the developer has not seen it. */
  removable: Type.Boolean(),
  answer: Nullable(Type.String()),
  answered_at: Nullable(Moment),
  resolved_at: Nullable(Moment),
  resolved_by: Nullable(OneOf(['developer', 'reviewer'])),
});

/** What a reviewer ticked at their decision. */
export const Check = Type.Object({
  item: OneOf(REVIEW_CHECK_ITEMS),
  answer: OneOf(REVIEW_CHECK_ANSWERS),
  note: Type.String(),
});

/** All that a decision needs: what was handed in, what changed, what was asked before, what to look out for. */
export const detail = {
  query: Strict({ version_id: Id }),
  data: Type.Object({
    version_id: Type.Integer(),
    round: Type.Integer(),
    review_status: OneOf(REVIEW_STATUSES),
    appeal: Type.Boolean(),
    submitted_at: Nullable(Moment),
    /** Null while the clock stands. */
    due_at: Nullable(Moment),
    overdue: Type.Boolean(),
    due_soon: Type.Boolean(),
    decided_at: Nullable(Moment),
    app: Type.Object({
      id: Type.Integer(),
      app_key: Type.String(),
      status: OneOf(APP_STATUSES),
      /** What the store calls it now; null when it was never there. */
      store_name: Nullable(Both),
    }),
    developer: Nullable(Person),
    own: Type.Boolean(),
    /** An appeal against the reader's own rejection: somebody else hears it. */
    rejected_by_reader: Type.Boolean(),
    claim: Nullable(Claim),
    /** Whether the reader may suggest and decide now. */
    decidable: Type.Boolean(),
    content: DevContent,
    facts: Type.Object({
      version: Type.String(),
      git_version: Type.String(),
      /** Null in what was handed in before it was asked for, as the package's SHA-256. */
      git_commit: Nullable(Type.String()),
      package_sha256: Nullable(Type.String()),
      /** Shown, never fetched. */
      repo_url: Nullable(Type.String()),
      size: Type.Integer(),
      human_size: Type.String(),
      description: Both,
      changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Both })),
    }),
    difference: difference.data,
    suggestions: Type.Array(ReviewSuggestion),
    /** Apps whose names can be taken for this one's. */
    look_alikes: Type.Array(
      Type.Object({
        app_id: Type.Integer(),
        app_key: Type.String(),
        name: Both,
        status: OneOf(APP_STATUSES),
      }),
    ),
    /** What happened to this version, newest first. */
    timeline: timeline.data.properties.list,
    /** The checklist of the last decision on this version: the start for the next one. */
    checklist: Type.Object({ decided_at: Nullable(Moment), checks: Type.Array(Check) }),
  }),
};

/**
 * Three things in one call: `{field, text}` writes a suggestion; `{id, change}` takes one of this round back, or says of
 * an earlier one that it was followed (`resolve`), or was not (`reopen`).
 */
export const suggest = {
  body: Strict({
    version_id: Id,
    field: Type.Optional(Line(40)),
    text: Type.Optional(Line(SUGGESTION_MAX * 4)),
    id: Type.Optional(Id),
    change: Type.Optional(OneOf(['remove', 'resolve', 'reopen'])),
  }),
  /** All suggestions of the version, the oldest first, and the claim that the writer has by now. */
  data: Type.Object({ list: Type.Array(ReviewSuggestion), claim: Nullable(Claim) }),
};

/** `round`: the submission that was looked at. A newer one, or another decision, answers STATE_CHANGED. */
export const decide = {
  body: Strict({
    version_id: Id,
    round: Type.Integer({ minimum: 0, maximum: 10_000 }),
    decision: OneOf(REVIEW_DECISIONS),
    /** Of a rejection. */
    reason: Type.Optional(OneOf(REJECT_REASONS)),
    text: Type.Optional(Line(REVIEW_REASON_MAX * 4)),
    checklist: Type.Array(
      Strict({
        item: OneOf(REVIEW_CHECK_ITEMS),
        answer: OneOf(REVIEW_CHECK_ANSWERS),
        note: Type.Optional(Line(REVIEW_CHECK_NOTE_MAX * 4)),
      }),
      { maxItems: REVIEW_CHECK_ITEMS.length * 2 },
    ),
  }),
  data: Type.Object({
    version_id: Type.Integer(),
    review_status: OneOf(REVIEW_STATUSES),
    decided_at: Nullable(Moment),
  }),
};

/** What a reviewer works with, in both languages: items, answers' reasons, fields. */
export const checklist = {
  data: Type.Object({
    items: Type.Array(Type.Object({ item: OneOf(REVIEW_CHECK_ITEMS), title: Both, hint: Both })),
    reasons: Type.Array(Type.Object({ reason: OneOf(REJECT_REASONS), title: Both })),
    fields: Type.Array(Type.Object({ field: OneOf(SUGGESTION_FIELDS), title: Both })),
  }),
};

/** Sets days of one year and takes others back; without any it only reads the year. */
export const calendarSave = {
  body: Strict({
    year: Type.Integer({ minimum: 2024, maximum: 2099 }),
    days: Type.Array(
      Strict({
        day: Line(20),
        working: Type.Boolean(),
        name: Strict({ zh: Line(CALENDAR_NAME_MAX * 4), en: Line(CALENDAR_NAME_MAX * 4) }),
      }),
      { maxItems: CALENDAR_DAYS_MAX },
    ),
    remove: Type.Optional(Type.Array(Line(20), { maxItems: CALENDAR_DAYS_MAX })),
  }),
  data: Type.Object({
    year: Type.Integer(),
    /** False: holidays of the year are missing; besides the days below, weekends alone are free. */
    known: Type.Boolean(),
    days: Type.Array(
      Type.Object({
        day: Type.String(),
        working: Type.Boolean(),
        name: Both,
        /** Null: as the State Council announced it. */
        edited_at: Nullable(Moment),
      }),
    ),
  }),
};
