/** Closed sets of the specification (§3): what a field may say. Order is the order on the page. */
export const GENDERS = ['male', 'female', 'secret'] as const;
export type Gender = (typeof GENDERS)[number];

/** Store categories an app belongs to; `my` is a view of a signed-in user, never a category of an app. */
export const APP_CATEGORIES = ['recommend', 'system', 'runtime', 'practical'] as const;
export const STORE_CATEGORIES = [...APP_CATEGORIES, 'my'] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];
export type StoreCategory = (typeof STORE_CATEGORIES)[number];

export const OPERATING_SYSTEMS = ['debian', 'ubuntu', 'centos', 'rocky', 'alma', 'opensuse'] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];
export const APP_SOURCES = ['official', 'user'] as const;
export type AppSource = (typeof APP_SOURCES)[number];
export const STORE_SORTS = ['recommend', 'newest', 'updated', 'downloads', 'name'] as const;
export type StoreSort = (typeof STORE_SORTS)[number];

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

export const ROLES = ['user', 'developer', 'reviewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const EMAIL_SCENES = ['AUTH_REGISTER_EMAIL', 'AUTH_RESET_PWD', 'USER_INFO_CHANGE_EMAIL'] as const;
export type EmailScene = (typeof EMAIL_SCENES)[number];
export const CAPTCHA_SCENES = ['send_email', 'login', 'feedback', 'subscribe'] as const;
export type CaptchaScene = (typeof CAPTCHA_SCENES)[number];

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

/** Mails that a user may switch off; every other one is about security, money or something they must act on. */
export const MUTABLE_MAILS = ['review_success', 'licence_reminder', 'feedback_answer'] as const;
export type MutableMail = (typeof MUTABLE_MAILS)[number];

export const PROTOCOL_SLUGS = [
  'user-agreement',
  'privacy-policy',
  'client-download',
  'developer-agreement',
] as const;
export type ProtocolSlug = (typeof PROTOCOL_SLUGS)[number];

/** The kinds of a change in an update log; what a reader should heed comes first. */
export const CHANGE_KINDS = ['breaking', 'security', 'feature', 'fix', 'performance'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What Markdown may become (specification §1). */
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

/** What rich text may hold: one allow-list for the server's sanitiser and the browser's. */
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
