import { ARTICLE_PLACES } from '@yunduo/validation';
import { Line, Moment, Nullable, OneOf, Strict, Type } from './define.ts';

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
    /** Changes when content changes: page caches are keyed by it. */
    content_revision: Type.Integer(),
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
  }),
};
export const document = { data: Type.Unknown() };
