// Closed sets of what operators publish. Kept out of `vocabulary.ts`, which every page of the developer
// center loads.

/** Products with releases: the desktop client, and the server for private deployment. */
export const RELEASE_PRODUCTS = ['client', 'private'] as const;
export type ReleaseProduct = (typeof RELEASE_PRODUCTS)[number];

export const INVITATION_STATES = ['usable', 'used_up', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** A request for an invitation is open, or was answered with a code or a refusal. */
export const INVITE_REQUEST_STATES = ['open', 'invited', 'declined'] as const;
export type InviteRequestState = (typeof INVITE_REQUEST_STATES)[number];

export const INVITE_ANSWERS = ['invite', 'decline'] as const;
export type InviteAnswer = (typeof INVITE_ANSWERS)[number];

/** Home sections and `about`: the values of `use_to`. */
export const ARTICLE_PLACES = [
  'top_description',
  'banner',
  'introduction',
  'benefits',
  'selection',
  'self_hosting',
  'credentials',
  'partners',
  'download',
  'email',
  'about',
] as const;
export type ArticlePlace = (typeof ARTICLE_PLACES)[number];

export const ARTICLE_STATUSES = ['draft', 'published', 'archived'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

export const PROTOCOL_SLUGS = [
  'user-agreement',
  'privacy-policy',
  'client-download',
  'developer-agreement',
] as const;
export type ProtocolSlug = (typeof PROTOCOL_SLUGS)[number];

/** Feedback by who works on it: the caller, or none. */
export const FEEDBACK_ASSIGNEES = ['me', 'nobody'] as const;
export type FeedbackAssignee = (typeof FEEDBACK_ASSIGNEES)[number];
