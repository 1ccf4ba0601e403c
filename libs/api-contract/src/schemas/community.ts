import {
  ACTIVITY,
  ACTIVITY_STATES,
  ATTACHMENT_KINDS,
  CONTACT_KINDS,
  EMAIL_MAX,
  FEEDBACK,
  FEEDBACK_STATES,
  FEEDBACK_TITLE_MAX,
  FEEDBACK_TYPES,
  SEARCH_MAX,
} from '@yunduo/validation';
import {
  Both,
  Empty,
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
} from './define.ts';

const No = Line(40);
/** Wire bounds are wide: a code point may take two units. The form schemas say the rule, with its words. */
const wide = (codePoints: number) => Line(codePoints * 2);

export const Attachment = Type.Object({
  id: Type.Integer(),
  kind: OneOf(ATTACHMENT_KINDS),
  /** What the file was called where it came from; empty when nobody said. For reading only. */
  name: Type.String(),
  /** Bytes as stored. */
  size: Type.Integer(),
  human_size: Type.String(),
  /** Pixels; null for a video. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  /** Signed, for a few minutes, so that a page can show it; supports range requests. */
  url: Type.String(),
  /** Of a picture, small; null for a video. */
  preview_url: Nullable(Type.String()),
});

/** Multipart: one part named `file`. */
export const upload = { data: Attachment };

export const discard = {
  body: Strict({ id: Id }),
  data: Type.Null(),
};

export const submit = {
  body: Strict({
    type: Line(40),
    title: wide(FEEDBACK_TITLE_MAX),
    description: wide(FEEDBACK.descriptionMax),
    attachment_ids: Type.Optional(Type.Array(Id, { maxItems: FEEDBACK.files * 4 })),
    contact: Type.Optional(Nullable(Strict({ kind: Line(20), value: Line(100) }))),
    captcha_ticket: Token,
  }),
  data: Type.Object({ no: Type.String() }),
};

const Ticket = {
  no: Type.String(),
  type: OneOf(FEEDBACK_TYPES),
  title: Type.String(),
  state: OneOf(FEEDBACK_STATES),
  created_at: Moment,
  /** Of the last answer; null while there is none. */
  answered_at: Nullable(Moment),
};
export const my = {
  query: Strict({ state: Type.Optional(OneOf(FEEDBACK_STATES)), ...Paging }),
  data: Type.Object(paged(Type.Object({ ...Ticket, attachments: Type.Integer(), answers: Type.Integer() }))),
};

const Thread = {
  ...Ticket,
  description: Type.String(),
  contact: Nullable(Type.Object({ kind: OneOf(CONTACT_KINDS), value: Type.String() })),
  attachments: Type.Array(Attachment),
  /** Oldest first. */
  answers: Type.Array(Type.Object({ text: Type.String(), at: Moment })),
};
export const detail = { query: Strict({ no: No }), data: Type.Object(Thread) };

/** What stood in `url` or `preview_url` of an attachment: a browser's `<img>` sends no token. */
export const file = {
  query: Strict({ link: Type.Optional(Line(200)), lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.Unknown(),
};

/** A ticket as operators see it. */
export const AdminTicket = Type.Object({
  ...Thread,
  revision: Revision,
  user: Type.Object({ id: Type.Integer(), email: Type.String(), nickname: Type.String() }),
});
export const adminList = {
  query: Strict({
    state: Type.Optional(OneOf(FEEDBACK_STATES)),
    type: Type.Optional(OneOf(FEEDBACK_TYPES)),
    /** A number, or part of a title or of an address. */
    q: Type.Optional(Line(SEARCH_MAX)),
    ...Paging,
  }),
  data: Type.Object(paged(AdminTicket)),
};
export const answer = {
  body: Strict({
    no: No,
    /** Of the ticket as it was read: somebody else's answer in between is not talked over. */
    revision: Revision,
    text: Type.Optional(wide(FEEDBACK.answerMax)),
    /** Closes it, with these words or without any; false answers, and opens a closed one again. */
    close: Type.Optional(Type.Boolean()),
  }),
  data: AdminTicket,
};

export const subscribeCreate = {
  body: Strict({ email: Line(EMAIL_MAX * 2), captcha_ticket: Token, locale: OneOf(['zh', 'en']) }),
  /** The same for an address that is subscribed already. */
  data: Type.Object({ expires_in: Type.Integer() }),
};
/** A token of the confirmation mail, or the `undo_token` of whoever just unsubscribed. */
export const subscribeConfirm = {
  body: Strict({ token: Token }),
  data: Type.Object({ email: Type.String() }),
};
export const unsubscribe = {
  body: Strict({ token: Token }),
  data: Type.Object({
    email: Type.String(),
    /** For `confirm`, within `expires_in` seconds: it was a mistake. */
    undo_token: Type.String(),
    expires_in: Type.Integer(),
  }),
};

const OfMail = Strict({ token: Token });
/** RFC 8058: a mail program POSTs a form here, without a session. */
export const mailUnsubscribe = {
  params: OfMail,
  body: Strict({ 'List-Unsubscribe': Type.Optional(OneOf(['One-Click'])) }),
  data: Empty,
};
/** A person who opens the same address: 303 to the page that unsubscribes. */
export const mailUnsubscribePage = { params: OfMail, data: Type.Unknown() };

const Activity = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  intro: Type.String(),
  /** Sanitised rich text; empty when there is none. */
  html: Type.String(),
  /** Rendered Markdown of the terms; empty when there are none. */
  terms: Type.String(),
  starts_at: Moment,
  ends_at: Moment,
  state: OneOf(ACTIVITY_STATES),
  joined_count: Type.Integer(),
});
export const current = {
  data: Type.Object({
    /** What is going on; else what comes next; else what was last. Null when there never was one. */
    activity: Nullable(Activity),
    server_time: Moment,
  }),
};
export const activityDetail = {
  query: Strict({ id: Id }),
  data: Type.Object({
    activity: Activity,
    server_time: Moment,
    /** When the signed-in caller joined; null when they did not, or nobody is signed in. */
    joined_at: Nullable(Moment),
  }),
};
export const join = {
  body: Strict({ id: Id }),
  /** Joining again answers the first time. */
  data: Type.Object({ joined_at: Moment, joined_count: Type.Integer() }),
};

const BothIn = (codePoints: number) => Strict({ zh: wide(codePoints), en: wide(codePoints) });
export const AdminActivity = Type.Object({
  id: Type.Integer(),
  revision: Revision,
  title: Both,
  intro: Both,
  html: Both,
  /** Markdown. */
  terms: Both,
  starts_at: Moment,
  ends_at: Moment,
  state: OneOf(ACTIVITY_STATES),
  /** Set when it was withdrawn: nobody sees it any more. */
  withdrawn_at: Nullable(Moment),
  joined_count: Type.Integer(),
  updated_at: Moment,
});
export const adminActivities = {
  query: Strict(Paging),
  data: Type.Object(paged(AdminActivity)),
};
/** Without `id` a new one; with it `revision` is that of the activity as it was read. */
export const saveActivity = {
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
};
export const withdrawActivity = { body: Strict({ id: Id, revision: Revision }), data: AdminActivity };
