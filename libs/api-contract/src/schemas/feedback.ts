import {
  ATTACHMENT_KINDS,
  CONTACT_KINDS,
  FEEDBACK,
  FEEDBACK_ASSIGNEES,
  FEEDBACK_STATES,
  FEEDBACK_TITLE_MAX,
  FEEDBACK_TYPES,
  SEARCH_MAX,
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
  Revision,
  Strict,
  Token,
  Type,
  Upload,
} from './define.ts';

const No = Line(40);

/**
 * Wire bounds are wide: a code point may take two units. The form schemas define the rules and their
 * messages.
 */
const wide = (codePoints: number) => Line(codePoints * 2);

export const Attachment = model(
  'Attachment',
  Type.Object({
    id: Type.Integer(),
    kind: OneOf(ATTACHMENT_KINDS),
    name: about('Original file name for display; can be empty.', Type.String()),
    size: about('Size in bytes as stored.', Type.Integer()),
    human_size: Type.String(),
    width: about('Pixels; null for a video.', Nullable(Type.Integer())),
    height: Nullable(Type.Integer()),
    url: about('Signed link, valid for a few minutes. Supports range requests.', Type.String()),
    preview_url: about('Thumbnail of an image; null for a video.', Nullable(Type.String())),
  }),
);

export const upload = call({
  summary: 'Upload an attachment',
  errors: [
    'MEDIA_TYPE',
    'PICTURE_ANIMATED',
    'PICTURE_ANIMATION',
    'PICTURE_HEIC',
    'PICTURE_PIXELS',
    'PICTURE_UNREADABLE',
    'VIDEO_UNREADABLE',
  ],
  parts: Type.Object({ file: Upload }),
  data: Attachment,
});

export const discard = call({
  summary: 'Delete an unused attachment',
  errors: ['FEEDBACK_FILE_NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Type.Null(),
});

export const submit = call({
  summary: 'Send feedback',
  errors: ['ATTACHMENT_INVALID', 'CAPTCHA_TICKET_INVALID'],

  body: Strict({
    type: Line(40),
    title: wide(FEEDBACK_TITLE_MAX),
    description: wide(FEEDBACK.descriptionMax),
    attachment_ids: Type.Optional(Type.Array(Id, { maxItems: FEEDBACK.files * 4 })),
    contact: Type.Optional(Nullable(Strict({ kind: Line(20), value: Line(100) }))),
    captcha_ticket: Token,
  }),
  data: Type.Object({ no: Type.String() }),
});

const Ticket = {
  no: Type.String(),
  type: OneOf(FEEDBACK_TYPES),
  title: Type.String(),
  state: OneOf(FEEDBACK_STATES),
  created_at: Moment,
  answered_at: about('Null until the first reply.', Nullable(Moment)),
};

export const my = call({
  summary: 'List your feedback',

  query: Strict({ state: Type.Optional(OneOf(FEEDBACK_STATES)), ...Paging }),
  data: Type.Object({
    ...paged(Type.Object({ ...Ticket, attachments: Type.Integer(), answers: Type.Integer() })),
  }),
});

const Thread = {
  ...Ticket,
  description: Type.String(),
  contact: Nullable(Type.Object({ kind: OneOf(CONTACT_KINDS), value: Type.String() })),
  attachments: Type.Array(Attachment),
  answers: about('Oldest first.', Type.Array(Type.Object({ text: Type.String(), at: Moment }))),
};

export const detail = call({
  summary: 'Get feedback with replies',
  errors: ['FEEDBACK_NOT_FOUND'],
  query: Strict({ no: No }),
  data: Type.Object(Thread),
});

export const file = call({
  summary: 'Download an attachment',
  media: 'application/octet-stream',
  ranges: true,
  description:
    'The `url` or `preview_url` of an attachment, signed because an `<img>` element sends no token.',
  errors: ['FEEDBACK_FILE_NOT_FOUND'],

  query: Strict({ link: Type.Optional(Line(200)), lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.Unknown(),
});

const Person = Type.Object({ id: Type.Integer(), email: Type.String(), nickname: Type.String() });

export const AdminTicket = model(
  'AdminFeedback',
  about(
    'A ticket as operators see it.',
    Type.Object({
      ...Thread,
      revision: Revision,
      user: Person,
      assignee: about('The operator it is assigned to; null if unassigned.', Nullable(Person)),
    }),
  ),
);

export const adminList = call({
  summary: 'List feedback for customer service',

  query: Strict({
    state: Type.Optional(OneOf(FEEDBACK_STATES)),
    type: Type.Optional(OneOf(FEEDBACK_TYPES)),
    assignee: about(
      'Only feedback assigned to the caller, or unassigned feedback.',
      Type.Optional(OneOf(FEEDBACK_ASSIGNEES)),
    ),
    q: about('A feedback number, or part of a title or email address.', Type.Optional(Line(SEARCH_MAX))),
    ...Paging,
  }),
  data: Type.Object({ ...paged(AdminTicket) }),
});

export const assignees = call({
  summary: 'List the operators that feedback can be assigned to',
  data: Type.Object({ list: Type.Array(Person) }),
});

export const assign = call({
  summary: 'Assign feedback to an operator',
  description:
    'Assigns the feedback to the caller or a colleague, or removes the assignment. The user does not see the assignee.',
  errors: ['CONFLICT_OF_INTEREST', 'FEEDBACK_NOT_FOUND', 'STATE_CHANGED'],

  body: Strict({
    no: No,
    assignee: about('Id of an operator or admin; null to remove the assignment.', Nullable(Id)),
    before: about('The assignee that you read. If it has changed since, the call fails.', Nullable(Id)),
  }),
  data: AdminTicket,
});

export const answer = call({
  summary: 'Reply to feedback, or change its status',
  errors: ['CONFLICT_OF_INTEREST', 'EDIT_CONFLICT', 'FEEDBACK_NOT_FOUND', 'STATE_CHANGED'],

  body: Strict({
    no: No,
    revision: about('The revision that you read. If someone has replied since, the call fails.', Revision),
    text: Type.Optional(wide(FEEDBACK.answerMax)),
    close: about(
      'True closes the feedback, with or without a reply. False replies, and reopens closed feedback.',
      Type.Optional(Type.Boolean()),
    ),
  }),
  data: AdminTicket,
});
