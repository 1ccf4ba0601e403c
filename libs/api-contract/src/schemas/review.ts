import {
  APP_SOURCES,
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
import {
  about,
  call,
  model,
  Both,
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
import { DevContent, difference, VersionEvent } from './publishing.ts';
import { StorePublisher } from './store.ts';

const Person = model('ReviewPerson', Type.Object({ id: Type.Integer(), nickname: Type.String() }));

export const Claim = model(
  'ReviewClaim',
  about(
    'The reviewer who claimed the version, and when the claim expires without activity.',
    Type.Object({
      reviewer: Person,
      mine: Type.Boolean(),
      claimed_at: Moment,
      expires_at: Moment,
    }),
  ),
);

export const QueueItem = model(
  'ReviewQueueItem',
  about(
    'A version waiting for a decision.',
    Type.Object({
      version_id: Type.Integer(),
      version: Type.String(),
      listing: about('True if only the listing was submitted, without a new version.', Type.Boolean()),
      round: about('Number of submissions.', Type.Integer()),
      app: Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        name: about('As submitted, in the language of the header.', Type.String()),
        logo: Nullable(Type.String()),
        live: about('True if the store shows an earlier version.', Type.Boolean()),
      }),
      developer: Nullable(Person),
      appeal: about('True if this is an appeal against a rejection.', Type.Boolean()),
      submitted_at: about('Start of the wait: the submission, or a later appeal.', Moment),
      due_at: Moment,
      overdue: Type.Boolean(),
      due_soon: about('True if less than one working day is left.', Type.Boolean()),
      working_days_left: about('Whole working days until the deadline.', Type.Integer()),
      claim: Nullable(Claim),
      own: about('True if the app belongs to the caller, who cannot review it.', Type.Boolean()),
    }),
  ),
);

export const queue = call({
  summary: 'List submissions waiting for review',

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
      appeals: Type.Integer(),
    }),
    server_time: Moment,
  }),
});

export const claim = call({
  summary: 'Claim or release a submission',
  description: 'Without `action`, claims the submission, extends the claim, or takes over an expired claim.',
  errors: ['REVIEW_CLAIMED', 'REVIEW_OWN_APP', 'REVIEW_OWN_REJECTION', 'STATE_CHANGED', 'VERSION_NOT_FOUND'],

  body: Strict({ version_id: Id, action: Type.Optional(OneOf(['claim', 'release'])) }),
  data: about('Null after a release.', Type.Object({ claim: Nullable(Claim) })),
});

export const ReviewSuggestion = model(
  'ReviewSuggestion',
  about(
    'A change requested by a reviewer, at a field.',
    Type.Object({
      id: Type.Integer(),
      round: about('The submission concerned.', Type.Integer()),
      field: OneOf(SUGGESTION_FIELDS),
      text: Type.String(),
      created_at: Moment,
      removable: about(
        "True if the caller can withdraw it: it is the caller's own, of this round, and not yet seen by the developer.",
        Type.Boolean(),
      ),
      answer: Nullable(Type.String()),
      answered_at: Nullable(Moment),
      resolved_at: Nullable(Moment),
      resolved_by: Nullable(OneOf(['developer', 'reviewer'])),
    }),
  ),
);

export const Check = model(
  'ReviewCheck',
  about(
    'The checklist as the reviewer decided.',
    Type.Object({
      item: OneOf(REVIEW_CHECK_ITEMS),
      answer: OneOf(REVIEW_CHECK_ANSWERS),
      note: Type.String(),
    }),
  ),
);

export const detail = call({
  summary: 'Get a submission',
  description:
    'Everything needed for a decision: the submitted content, its changes, earlier suggestions and notes for reviewers.',
  errors: ['VERSION_NOT_FOUND'],

  query: Strict({ version_id: Id }),
  data: Type.Object({
    version_id: Type.Integer(),
    listing: about('True if only the listing was submitted, without a new version.', Type.Boolean()),
    round: Type.Integer(),
    review_status: OneOf(REVIEW_STATUSES),
    appeal: Type.Boolean(),
    submitted_at: Nullable(Moment),
    due_at: about('Null while the review clock is paused.', Nullable(Moment)),
    overdue: Type.Boolean(),
    due_soon: Type.Boolean(),
    working_days_left: about(
      'Whole working days; null while the review clock is paused.',
      Nullable(Type.Integer()),
    ),
    decided_at: Nullable(Moment),
    app: Type.Object({
      id: Type.Integer(),
      app_key: Type.String(),
      status: OneOf(APP_STATUSES),
      certified: Type.Boolean(),
      source: OneOf(APP_SOURCES),
      free: Type.Boolean(),
      download_num: Type.Integer(),
      downloads: about('As shown in the store.', Both),
      first_published_at: Nullable(Moment),
      store_name: about('Current name in the store; null if it was never published.', Nullable(Both)),
      taken_down: about('True while it is unpublished by an operator.', Type.Boolean()),
    }),
    developer: Nullable(Person),
    publisher: about(
      'Current publisher details in the store; missing if the developer has not provided any.',
      Type.Optional(Type.Object({ name: Both, more: StorePublisher })),
    ),
    own: Type.Boolean(),
    rejected_by_reader: about(
      "True if this is an appeal against the caller's own rejection, which another reviewer decides.",
      Type.Boolean(),
    ),
    claim: Nullable(Claim),
    decidable: about('True if the caller can add suggestions and decide now.', Type.Boolean()),
    content: DevContent,
    facts: Type.Object({
      version: Type.String(),
      git_version: Type.String(),
      git_commit: about(
        'Null, like the SHA-256 of the package, in submissions made before these were required.',
        Nullable(Type.String()),
      ),
      package_sha256: Nullable(Type.String()),
      repo_url: about('Only displayed, never requested by the server.', Nullable(Type.String())),
      size: Type.Integer(),
      human_size: Type.String(),
      description: Both,
      changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Both })),
    }),
    difference: difference.data,
    suggestions: Type.Array(ReviewSuggestion),
    look_alikes: about(
      'Apps with names that could be confused with this one.',
      Type.Array(
        Type.Object({
          app_id: Type.Integer(),
          app_key: Type.String(),
          name: Both,
          status: OneOf(APP_STATUSES),
        }),
      ),
    ),
    rounds: about(
      'All submissions with their decisions, oldest first.',
      Type.Array(
        Type.Object({
          round: Type.Integer(),
          submitted_at: Moment,
          decision: about(
            'Null: withdrawn before a decision, or not decided yet.',
            Nullable(OneOf(REVIEW_DECISIONS)),
          ),
          decided_at: Nullable(Moment),
          text: about('Text by the reviewer.', Type.String()),
          withdrawn: Type.Boolean(),
          appealed: Type.Boolean(),
        }),
      ),
    ),
    timeline: about('History of this version, newest first.', Type.Array(VersionEvent)),
    checklist: about(
      'The checklist of the last decision on this version, used to prefill the next one.',
      Type.Object({ decided_at: Nullable(Moment), checks: Type.Array(Check) }),
    ),
  }),
});

const Round = Type.Integer({ minimum: 0, maximum: 10_000 });

export const suggest = call({
  summary: 'Add, withdraw or resolve a suggestion',
  description:
    '`{field, text}` adds a suggestion; with `round`, the submission that it is about, a newer one is answered with STATE_CHANGED. `{id, change}` withdraws a suggestion of this round, or marks an earlier one as followed (`resolve`) or not followed (`reopen`).',
  errors: [
    'REVIEW_CLAIMED',
    'REVIEW_OWN_APP',
    'REVIEW_OWN_REJECTION',
    'STATE_CHANGED',
    'SUGGESTION_NOT_FOUND',
    'VERSION_NOT_FOUND',
  ],

  body: Strict({
    version_id: Id,
    field: Type.Optional(Line(40)),
    text: Type.Optional(Line(SUGGESTION_MAX * 4)),
    round: Type.Optional(Round),
    id: Type.Optional(Id),
    change: Type.Optional(OneOf(['remove', 'resolve', 'reopen'])),
  }),
  data: about(
    'All suggestions of the version, oldest first, and the current claim of the caller.',
    Type.Object({ list: Type.Array(ReviewSuggestion), claim: Nullable(Claim) }),
  ),
});

export const decide = call({
  summary: 'Approve or reject a submission',
  description:
    '`round` is the reviewed submission. A newer submission or another decision is answered with STATE_CHANGED.',
  errors: [
    'CHECKLIST_INCOMPLETE',
    'CHECKLIST_NOT_PASSED',
    'REVIEW_CLAIMED',
    'REVIEW_OWN_APP',
    'REVIEW_OWN_REJECTION',
    'STATE_CHANGED',
    'SUGGESTION_REQUIRED',
    'VERSION_NOT_FOUND',
  ],

  body: Strict({
    version_id: Id,
    round: Round,
    decision: OneOf(REVIEW_DECISIONS),
    reason: about('Required for a rejection.', Type.Optional(OneOf(REJECT_REASONS))),
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
});

export const checklist = call({
  summary: 'Get the review checklist',
  description: 'Checklist items, reasons and fields, in both languages.',

  data: Type.Object({
    items: Type.Array(Type.Object({ item: OneOf(REVIEW_CHECK_ITEMS), title: Both, hint: Both })),
    reasons: Type.Array(Type.Object({ reason: OneOf(REJECT_REASONS), title: Both })),
    fields: Type.Array(Type.Object({ field: OneOf(SUGGESTION_FIELDS), title: Both })),
  }),
});

export const calendarSave = call({
  summary: 'Set the working days of a year',
  description: 'Sets or resets days of one year. Without days, only returns the year.',

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
    known: about(
      'False: the public holidays of the year are not known. Only weekends and the days below are free.',
      Type.Boolean(),
    ),
    days: Type.Array(
      Type.Object({
        day: Type.String(),
        working: Type.Boolean(),
        name: Both,
        edited_at: about('Null: as announced by the State Council.', Nullable(Moment)),
      }),
    ),
  }),
});
