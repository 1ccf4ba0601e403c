import {
  ARTICLE,
  ARTICLE_PLACES,
  ARTICLE_STATUSES,
  PROTOCOL_SLUGS,
  PROTOCOL_TEXT_MAX,
  URL_MAX,
} from '@yunduo/validation';
import { Both, Id, Line, Moment, Nullable, OneOf, paged, Paging, Revision, Strict, Type } from './define.ts';

/** What the frame of every page needs to know; words are in the language of the header. */
export const siteInfo = {
  data: Type.Object({
    name: Type.String(),
    slogan: Type.String(),
    /** Registration number that Chinese sites show in the footer. */
    record_number: Nullable(Type.String()),
    support_email: Type.String(),
    links: Type.Object({
      demo: Nullable(Type.String()),
      forum: Nullable(Type.String()),
      dev_docs: Nullable(Type.String()),
    }),
    /** Null: no widget is configured, and nothing is requested. */
    widget: Nullable(
      Type.Object({ src: Type.String(), app_id: Type.String(), mode: OneOf(['frame', 'page']) }),
    ),
    /** The activity that is in progress, for the strip above the pages. Null: none is. */
    activity: Nullable(Type.Object({ id: Type.Integer(), title: Type.String(), ends_at: Moment })),
    /** Changes when content changes: page caches are keyed by it. */
    content_revision: Revision,
  }),
};

/** One place, or several joined by commas: the home page asks once for all its sections. */
export const specialArticle = {
  query: Strict({ use_to: Line(400) }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        use_to: OneOf(ARTICLE_PLACES),
        title: Type.String(),
        intro: Type.String(),
        /** Sanitised HTML of the body, empty when there is none. */
        html: Type.String(),
        /** Name of a drawing that the site owns, or an address of an uploaded picture. */
        picture: Nullable(Type.String()),
        link: Nullable(Type.Object({ text: Type.String(), href: Type.String() })),
        facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
      }),
    ),
  }),
};

export const protocolDetail = {
  query: Strict({ id: Line(64), version: Type.Optional(Line(20)) }),
  data: Type.Object({
    id: Type.String(),
    title: Type.String(),
    version: Type.String(),
    published_at: Moment,
    /** Rendered Markdown: only the tags of specification §1. */
    html: Type.String(),
    /** SHA-256 of the text in its language. */
    hash: Type.String(),
  }),
};
export const protocolVersions = {
  query: Strict({ id: Line(64) }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        version: Type.String(),
        published_at: Moment,
        hash: Type.String(),
        current: Type.Boolean(),
      }),
    ),
  }),
};

export const live = { data: Type.Object({ status: Type.String() }) };
export const ready = {
  data: Type.Object({
    status: OneOf(['ok', 'unavailable']),
    database: Type.Boolean(),
    mail: Type.Boolean(),
    storage: Type.Boolean(),
    /** Whether the calendar of reviews knows this year, and in December the coming one; takes nothing out of service. */
    calendar: Type.Boolean(),
  }),
};
export const document = { data: Type.Unknown() };

/** Wire bounds are wide: a code point may take two units. The form schemas say the rule, with its words. */
const BothIn = (codePoints: number) => Strict({ zh: Line(codePoints * 2), en: Line(codePoints * 2) });

const ArticleText = Type.Object({
  use_to: OneOf(ARTICLE_PLACES),
  position: Type.Integer(),
  title: Both,
  intro: Both,
  html: Both,
  picture: Nullable(Type.String()),
  link: Nullable(Type.Object({ text: Both, href: Type.String() })),
  facts: Type.Array(Type.Object({ label: Both, value: Both })),
});
/** An article as editors see it. */
export const AdminArticle = Type.Object({
  id: Type.Integer(),
  revision: Revision,
  status: OneOf(ARTICLE_STATUSES),
  /** What an editor goes on with: the draft, or what is published when nothing was changed since. */
  content: ArticleText,
  /** What visitors see; null unless it is published. */
  published: Nullable(ArticleText),
  /** Whether `content` differs from what is published, so that there is something to publish. */
  changed: Type.Boolean(),
  updated_at: Moment,
});
export const adminArticles = {
  query: Strict({
    use_to: Type.Optional(OneOf(ARTICLE_PLACES)),
    status: Type.Optional(OneOf(ARTICLE_STATUSES)),
    ...Paging,
  }),
  data: Type.Object(paged(AdminArticle)),
};
/** Keeps a draft; visitors see it after `publish`. Without `id` a new article. */
export const saveArticle = {
  body: Strict({
    id: Type.Optional(Id),
    revision: Type.Optional(Revision),
    use_to: Line(40),
    position: Type.Optional(Type.Integer()),
    title: BothIn(ARTICLE.titleMax),
    intro: Type.Optional(BothIn(ARTICLE.introMax)),
    html: Type.Optional(BothIn(ARTICLE.htmlMax)),
    picture: Type.Optional(Nullable(Line(200))),
    link: Type.Optional(Nullable(Strict({ text: BothIn(ARTICLE.linkTextMax), href: Line(URL_MAX) }))),
    facts: Type.Optional(
      Type.Array(Strict({ label: BothIn(ARTICLE.factMax), value: BothIn(ARTICLE.factMax) }), {
        maxItems: ARTICLE.facts * 2,
      }),
    ),
  }),
  data: AdminArticle,
};
export const articleRevision = { body: Strict({ id: Id, revision: Revision }), data: AdminArticle };

/** A new version of a text; the ones before it stay as they were agreed to. */
export const publishProtocol = {
  body: Strict({
    id: Line(64),
    version: Line(20),
    /** Markdown, without the title. */
    markdown: BothIn(PROTOCOL_TEXT_MAX),
    /** Becomes current then; now when it is left out. */
    published_at: Type.Optional(Moment),
  }),
  data: Type.Object({
    id: OneOf(PROTOCOL_SLUGS),
    version: Type.String(),
    published_at: Moment,
    /** Whether it is the current one already. */
    current: Type.Boolean(),
    /** SHA-256 of the text, by language. */
    hash: Both,
  }),
};
