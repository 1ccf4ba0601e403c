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
    html: about('Sanitised rich text; empty when there is none.', Type.String()),
    terms: about('Rendered Markdown of the terms; empty when there are none.', Type.String()),
    starts_at: Moment,
    ends_at: Moment,
    state: OneOf(ACTIVITY_STATES),
    joined_count: Type.Integer(),
  }),
);

export const current = call({
  summary: 'List the activities that run now',

  data: Type.Object({
    activity: about(
      'What is going on; else what comes next; else what was last. Null when there never was one.',
      Nullable(Activity),
    ),
    server_time: Moment,
  }),
});

export const activityDetail = call({
  summary: 'Read one activity',
  errors: ['ACTIVITY_NOT_FOUND'],

  query: Strict({ id: Id }),
  data: Type.Object({
    activity: Activity,
    server_time: Moment,
    joined_at: about(
      'When the signed-in caller joined; null when they did not, or nobody is signed in.',
      Nullable(Moment),
    ),
  }),
});

export const join = call({
  summary: 'Join an activity',
  errors: ['ACTIVITY_ENDED', 'ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_STARTED'],

  body: Strict({ id: Id }),
  data: about(
    'Joining again answers the first time.',
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
    withdrawn_at: about('Set when it was withdrawn: nobody sees it any more.', Nullable(Moment)),
    joined_count: Type.Integer(),
    updated_at: Moment,
  }),
);

export const adminActivities = call({
  summary: 'List all activities',

  query: Strict({ id: about('Only this one.', Type.Optional(Id)), ...Paging }),
  data: Type.Object({ ...paged(AdminActivity) }),
});

export const saveActivity = call({
  summary: 'Create or change an activity',
  description: 'Without `id` a new one; with it `revision` is that of the activity as it was read.',
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
