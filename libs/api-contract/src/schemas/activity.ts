import { ACTIVITY, ACTIVITY_STATES } from '@yunduo/validation';
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
  Revision,
  Strict,
  Type,
} from './define.ts';

/**
 * Wire bounds are wide: a code point may take two units. The form schemas define the rules and their
 * messages.
 */
const wide = (codePoints: number) => Line(codePoints * 2);

const Activity = model(
  'Activity',
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    intro: Type.String(),
    html: about('Sanitised rich text; can be empty.', Type.String()),
    terms: about('Rendered Markdown of the terms; empty when there are none.', Type.String()),
    starts_at: Moment,
    ends_at: Moment,
    state: OneOf(ACTIVITY_STATES),
    joined_count: Type.Integer(),
  }),
);

export const current = call({
  summary: 'List current activities',

  data: Type.Object({
    activity: about(
      'The current activity, otherwise the next one, otherwise the last one. Null if there has been none.',
      Nullable(Activity),
    ),
    server_time: Moment,
  }),
});

export const activityDetail = call({
  summary: 'Get an activity',
  errors: ['ACTIVITY_NOT_FOUND'],

  query: Strict({ id: Id }),
  data: Type.Object({
    activity: Activity,
    server_time: Moment,
    joined_at: about('When you joined; null if you have not joined or are not signed in.', Nullable(Moment)),
  }),
});

export const join = call({
  summary: 'Join an activity',
  errors: ['ACTIVITY_ENDED', 'ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_STARTED'],

  body: Strict({ id: Id }),
  data: about(
    'If you have already joined, this is the time when you first joined.',
    Type.Object({ joined_at: Moment, joined_count: Type.Integer() }),
  ),
});

const BothIn = (codePoints: number) => Strict({ zh: wide(codePoints), en: wide(codePoints) });

export const AdminActivity = model(
  'AdminActivity',
  Type.Object({
    id: Type.Integer(),
    revision: Revision,
    title: Both,
    intro: Both,
    html: Both,
    terms: about('Markdown.', Both),
    starts_at: Moment,
    ends_at: Moment,
    state: OneOf(ACTIVITY_STATES),
    withdrawn_at: about('Set when it was withdrawn. It is no longer visible.', Nullable(Moment)),
    joined_count: Type.Integer(),
    updated_at: Moment,
  }),
);

export const adminActivities = call({
  summary: 'List all activities',

  query: Strict({ id: about('Only the activity with this id.', Type.Optional(Id)), ...Paging }),
  data: Type.Object({ ...paged(AdminActivity) }),
});

export const saveActivity = call({
  summary: 'Create or update an activity',
  description:
    'Without `id`, a new activity is created. With `id`, pass the `revision` that you read; if the activity has changed since, the answer is EDIT_CONFLICT.',
  errors: ['ACTIVITY_NOT_FOUND', 'EDIT_CONFLICT'],

  body: Strict({
    id: Type.Optional(Id),
    revision: Type.Optional(Revision),
    title: BothIn(ACTIVITY.titleMax),
    intro: BothIn(ACTIVITY.introMax),
    html: Type.Optional(BothIn(ACTIVITY.htmlMax)),
    terms: Type.Optional(BothIn(ACTIVITY.termsMax)),
    starts_at: Moment,
    ends_at: Moment,
  }),
  data: AdminActivity,
});

export const withdrawActivity = call({
  summary: 'Withdraw an activity',
  errors: ['STATE_CHANGED'],
  body: Strict({ id: Id, revision: Revision }),
  data: AdminActivity,
});
