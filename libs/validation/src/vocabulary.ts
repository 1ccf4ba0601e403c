import type { LICENCE_PLANS } from './limits.ts';

/** Closed sets of the specification (§3): the allowed values of fields, in page order. */
export const GENDERS = ['male', 'female', 'secret'] as const;
export type Gender = (typeof GENDERS)[number];

/** * Ways to confirm the identity of a signed-in user. */
export const PROOF_METHODS = ['password', 'passkey', 'totp', 'recovery'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** Accepted picture types, for all uploads. */
export const PICTURE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
];
/**
 * Phone photo formats that browsers and servers cannot decode. The sender is told which camera setting helps.
 */
export const HEIC_TYPES: readonly string[] = [
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
];

/**
 * True for a file in such a format. Most systems report no type for it to browsers, so the name is checked
 * too.
 */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  HEIC_TYPES.includes(type) || (type === '' && /\.hei[cf]$/i.test(name));

/** Store categories. `my` is a view of a signed-in user, never a category of an app. */
export const APP_CATEGORIES = ['recommend', 'system', 'runtime', 'practical'] as const;
export const STORE_CATEGORIES = [...APP_CATEGORIES, 'my'] as const;
/** The categories that a developer can choose; editors recommend apps. */
export const OWN_APP_CATEGORIES = ['system', 'runtime', 'practical'] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];
export type StoreCategory = (typeof STORE_CATEGORIES)[number];

export const OPERATING_SYSTEMS = ['debian', 'ubuntu', 'centos', 'rocky', 'alma', 'opensuse'] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];
/** The desktop client handles this URL scheme: `yunduo://store/<app key>` opens an app in its store. */
export const CLIENT_SCHEME = 'yunduo';
export const APP_SOURCES = ['official', 'user'] as const;
export type AppSource = (typeof APP_SOURCES)[number];
export const STORE_SORTS = ['recommend', 'newest', 'updated', 'downloads', 'name'] as const;
export type StoreSort = (typeof STORE_SORTS)[number];

/** Requirements of an app on a server. */
export const SERVER_REQUIREMENTS = ['os', 'os_version', 'arch', 'mem', 'disk', 'cores'] as const;
export type ServerRequirement = (typeof SERVER_REQUIREMENTS)[number];

/** * Reasons for reporting an app. */
export const REPORT_REASONS = [
  'malicious',
  'security',
  'infringement',
  'illegal_content',
  'misleading',
  'broken',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_STATES = ['open', 'closed'] as const;
/** * Outcomes of a report. */
export const REPORT_RESOLUTIONS = ['taken_down', 'fixed', 'unfounded', 'other'] as const;
export type ReportResolution = (typeof REPORT_RESOLUTIONS)[number];

/** Platforms with a build of the client (specification §1); Linux is announced. */
export const CLIENT_PLATFORMS = ['windows-x64', 'mac-arm64', 'mac-x64'] as const;
export type ClientPlatform = (typeof CLIENT_PLATFORMS)[number];
/** Whether a platform has a client: `unavailable` until a release offers one. */
export const PLATFORM_STATES = ['available', 'unavailable', 'coming'] as const;
/** Whether an update of the client exists. */
export const UPDATE_STATUSES = ['none', 'update'] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

export const APP_STATUSES = ['pending_release', 'published', 'unpublished'] as const;
export type AppStatus = (typeof APP_STATUSES)[number];
export const REVIEW_STATUSES = [
  'draft',
  'in_review',
  'changes_requested',
  'withdrawn',
  'rejected',
  'approved',
  'released',
  'superseded',
  'yanked',
] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Decisions of a reviewer. */
export const REVIEW_DECISIONS = ['approve', 'request_changes', 'reject'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];
/** * Reasons for rejecting a version; the reviewer's text gives the details. */
export const REJECT_REASONS = [
  'malicious',
  'security',
  'infringement',
  'illegal_content',
  'misleading',
  'duplicate',
  'broken',
  'other',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];
/** * The review checklist, in working order. */
export const REVIEW_CHECK_ITEMS = [
  'identity',
  'both_languages',
  'pictures',
  'requirements',
  'source',
  'install',
  'uninstall',
  'permissions',
  'network',
] as const;
export type ReviewCheckItem = (typeof REVIEW_CHECK_ITEMS)[number];
export const REVIEW_CHECK_ANSWERS = ['yes', 'no', 'not_applicable'] as const;
export type ReviewCheckAnswer = (typeof REVIEW_CHECK_ANSWERS)[number];
/** Fields of a submission that a reviewer can refer to. */
export const SUGGESTION_FIELDS = [
  'name',
  'intro',
  'description',
  'details',
  'category',
  'os',
  'arch',
  'logo',
  'screenshots',
  'keywords',
  'licence',
  'homepage',
  'requirements',
  'relations',
  'version',
  'git_version',
  'repo_url',
  'size',
  'version_description',
  'changes',
  'other',
] as const;
export type SuggestionField = (typeof SUGGESTION_FIELDS)[number];
/** Steps of an app or a version; each adds a line to the timeline. */
export const DEVELOPER_ACTIONS = [
  'create',
  'submit',
  'revoke',
  'request_changes',
  'reject',
  'appeal',
  'approve',
  'release',
  'yank',
  'unpublish',
  'relist',
] as const;
export type DeveloperAction = (typeof DEVELOPER_ACTIONS)[number];
/** Lines of an app's timeline; `replace` names the app that replaces an unpublished one, or none. */
export type TimelineAction = DeveloperAction | 'replace';
/** The role in which an account acts on a developer's app. */
export const EVENT_ROLES = ['developer', 'reviewer', 'operator', 'system'] as const;
export type EventRole = (typeof EVENT_ROLES)[number];
export const PICTURE_KINDS = ['logo', 'screenshot'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** Who acts next on an app. */
export const APP_TURNS = ['developer', 'reviewer', 'nobody'] as const;
export type AppTurn = (typeof APP_TURNS)[number];
/** The status of an app for its developer: store, submitted version and draft in one word. */
export const APP_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'withdrawn',
  'rejected',
  'approved',
  'published',
  'changed',
  'unpublished',
  'taken_down',
] as const;
export type AppState = (typeof APP_STATES)[number];
/** The developer's next step, one for each status. */
export const APP_NEXT_STEPS = [
  'complete',
  'submit',
  'wait',
  'answer',
  'appeal',
  'release',
  'submit_listing',
  'new_version',
  'relist',
  'none',
] as const;
export type AppNextStep = (typeof APP_NEXT_STEPS)[number];
export const NAME_STATES = ['free', 'taken', 'look_alike'] as const;
export type NameState = (typeof NAME_STATES)[number];

export const REVIEW_QUEUE_FILTERS = ['all', 'mine', 'unclaimed', 'overdue', 'appeals'] as const;
export type ReviewQueueFilter = (typeof REVIEW_QUEUE_FILTERS)[number];

/** Permissions of a build token. Calls that list none of them reject build tokens. */
export const TOKEN_SCOPES = ['app:read', 'app:write', 'version:submit'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** Webhook events. `ping` is sent by hand to any webhook. */
export const WEBHOOK_EVENTS = [
  'review.decided',
  'version.released',
  'listing.released',
  'token.expiring',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, 'ping'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];
/** A review decision in a webhook. */
export const WEBHOOK_DECISIONS = ['approved', 'changes_requested', 'rejected'] as const;
export const WEBHOOK_STATES = ['live', 'failing', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];
export const WEBHOOK_DISABLED_BY = ['owner', 'failures'] as const;
export type WebhookDisabledBy = (typeof WEBHOOK_DISABLED_BY)[number];
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];
/** Why a delivery attempt failed. `address`: the name resolves to an address that is never connected to. */
export const WEBHOOK_FAILURES = [
  'status',
  'redirect',
  'timeout',
  'dns',
  'address',
  'tls',
  'connection',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];
/** How a publisher proves control of a website: a file on it, or a DNS record. */
export const DOMAIN_PROOFS = ['file', 'dns'] as const;
export type DomainProof = (typeof DOMAIN_PROOFS)[number];
/** Why the proof failed: the response, or its content differs from what was requested. */
export const DOMAIN_PROOF_FAILURES = [...WEBHOOK_FAILURES, 'content'] as const;
export type DomainProofFailure = (typeof DOMAIN_PROOF_FAILURES)[number];
/** Notices of a developer: pending actions and events of their apps. */
export const NOTICE_KINDS = [
  'changes_requested',
  'rejected',
  'approved',
  'yanked',
  'taken_down',
  'token_expiring',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Download statistics: a figure for each day, or for each version. */
export const STATS_BY = ['day', 'version'] as const;
export type StatsBy = (typeof STATS_BY)[number];

export type LicencePlan = (typeof LICENCE_PLANS)[number];
/** Statuses of a licence, computed from the clock. */
export const LICENCE_STATES = ['unused', 'active', 'expired', 'revoked'] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];
/** Actions of a licence's owner. */
export const LICENCE_ACTIONS = ['bind', 'unbind', 'edit', 'renew', 'transfer', 'transfer_cancel'] as const;
export type LicenceAction = (typeof LICENCE_ACTIONS)[number];
/** An expired offer is `expired` on the wire; the database keeps it as offered. */
export const TRANSFER_STATUSES = ['offered', 'accepted', 'cancelled', 'declined', 'expired'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];
/** The status of a licence file: `deactivated` by a server's receipt, `released` by an operator. */
export const OFFLINE_FILE_STATES = ['valid', 'ended', 'deactivated', 'released'] as const;
export type OfflineFileState = (typeof OFFLINE_FILE_STATES)[number];
/** Why a client may not use a licence. */
export const LICENCE_VERDICTS = [
  'OK',
  'LICENCE_NOT_FOUND',
  'LICENCE_NOT_BOUND',
  'LICENCE_OTHER_SERVER',
  'LICENCE_EXPIRED',
  'LICENCE_REVOKED',
] as const;
export type LicenceVerdict = (typeof LICENCE_VERDICTS)[number];

/** `pending → paid → refund_requested → refunded | paid`, `pending → cancelled`, `pending → failed → pending`. */
export const ORDER_STATUSES = [
  'pending',
  'failed',
  'paid',
  'refund_requested',
  'refunded',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/**
 * Operators' decisions that give out money or its equivalent. Above a sum a second operator confirms them.
 */
export const DECISION_KINDS = [
  'refund',
  'transfer',
  'payment_return',
  'licence_grant',
  'licence_release',
  'licence_revocation',
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];
/** The status of a proposal. A timed-out one is `expired` on the wire; the database keeps it as pending. */
export const DECISION_STATES = [
  'pending',
  'confirmed',
  'declined',
  'withdrawn',
  'superseded',
  'expired',
] as const;
export type DecisionState = (typeof DECISION_STATES)[number];
/** The product of an order. Store apps are free and never ordered. */
export const ORDER_KINDS = ['licence', 'private_deploy'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
/** Filters of the list (specification §3). */
export const ORDER_APP_TYPES = ['all', ...ORDER_KINDS] as const;
export type OrderAppType = (typeof ORDER_APP_TYPES)[number];
export const ORDER_RANGES = ['all', 'week', 'm3', 'year', 'over_year'] as const;
export type OrderRange = (typeof ORDER_RANGES)[number];
/** Actions of an order's owner that the server currently allows. */
export const ORDER_ACTIONS = ['pay', 'cancel', 'refund_request', 'invoice_view', 'invoice_request'] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];
export const CANCEL_REASONS = ['user', 'expired'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
/** `sandbox` exists outside production only. */
export const PAY_PROVIDERS = ['alipay', 'wechat_pay', 'stripe', 'bank_transfer', 'sandbox'] as const;
export type PayProvider = (typeof PAY_PROVIDERS)[number];
export const INVOICE_KINDS = ['personal', 'company'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];
/** The status of a requested electronic invoice (数电发票), which the tax authority's platform issues. */
export const INVOICE_STATES = ['requested', 'issued', 'declined'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

export const ROLES = ['user', 'developer', 'reviewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const EMAIL_SCENES = ['AUTH_REGISTER_EMAIL', 'AUTH_RESET_PWD', 'USER_INFO_CHANGE_EMAIL'] as const;
export type EmailScene = (typeof EMAIL_SCENES)[number];
/**
 * How the slider's piece was moved. Only a pointer drag leaves a track that distinguishes people from
 * programs.
 */
export const CAPTCHA_INPUTS = ['pointer', 'keyboard', 'press', 'steps', 'assistive'] as const;
export type CaptchaInput = (typeof CAPTCHA_INPUTS)[number];

export const CAPTCHA_SCENES = ['send_email', 'login', 'feedback', 'subscribe', 'invite'] as const;
export type CaptchaScene = (typeof CAPTCHA_SCENES)[number];

/** Emails that a user can switch off. Every other email concerns security, money or a required action. */
export const MUTABLE_MAILS = ['review_success', 'licence_reminder', 'feedback_answer'] as const;
export type MutableMail = (typeof MUTABLE_MAILS)[number];

/** Subjects of feedback (specification §3), in the order of the form. */
export const FEEDBACK_TYPES = ['suggestion', 'defect', 'document', 'other'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];
/** Contact channels (specification §3). */
export const CONTACT_KINDS = ['qq', 'phone', 'wechat'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];
export const FEEDBACK_STATES = ['open', 'answered', 'closed'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];
export const ATTACHMENT_KINDS = ['picture', 'video'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** The phase of an activity by the server's clock. */
export const ACTIVITY_STATES = ['not_started', 'in_progress', 'ended'] as const;
export type ActivityState = (typeof ACTIVITY_STATES)[number];

/** What blocks the deletion of an account. */
export const DELETION_BLOCKERS = [
  'open_orders',
  'apps_in_store',
  'versions_in_review',
  'staff_role',
] as const;
export type DeletionBlocker = (typeof DELETION_BLOCKERS)[number];

/** Kinds of changes in an update log, the most important first. */
export const CHANGE_KINDS = ['breaking', 'security', 'feature', 'fix', 'performance'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Texts of an app that may be written in one language only. */
export const APP_TEXTS = ['name', 'intro', 'description', 'screenshots', 'requirements'] as const;
export type AppText = (typeof APP_TEXTS)[number];

/** The tags that Markdown may produce (specification §1). */
export const MARKDOWN_TAGS = [
  'a',
  'b',
  'blockquote',
  'code',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'sub',
  'sup',
  'strong',
  'ul',
] as const;

/** The allow-list of rich text for the server's and the browser's sanitiser. */
export const RICH_TEXT_TAGS = [
  ...MARKDOWN_TAGS,
  'br',
  'hr',
  'i',
  'u',
  'img',
  'figure',
  'figcaption',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export const RICH_TEXT_ATTRIBUTES = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
} as const satisfies Record<string, readonly string[]>;

/**
 * Entries that lead to another site: their path here, and the variable with their target. Without a value
 * they are hidden and not found in production; a trial shows a page that names the variable.
 */
export const OUTSIDE_LINKS = {
  demo: { path: '/go-demo', variable: 'LINK_DEMO' },
  forum: { path: '/yetu', variable: 'LINK_FORUM' },
  dev_docs: { path: '/developer-center/document', variable: 'LINK_DEV_DOCS' },
} as const;
export type OutsideLink = keyof typeof OUTSIDE_LINKS;
