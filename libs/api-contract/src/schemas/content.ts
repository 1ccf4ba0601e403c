import {
  ARTICLE,
  ARTICLE_PLACES,
  ARTICLE_STATUSES,
  PROTOCOL_SLUGS,
  PROTOCOL_TEXT_MAX,
  URL_MAX,
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
  Revision,
  Strict,
  Type,
} from './define.ts';

export const siteInfo = call({
  summary: "Read the site's name, links and banner",
  description: 'What the frame of every page needs to know; words are in the language of the header.',

  data: Type.Object({
    name: Type.String(),
    slogan: Type.String(),
    record_number: about(
      'Registration number that Chinese sites show in the footer.',
      Nullable(Type.String()),
    ),
    support_email: Type.String(),
    links: Type.Object({
      demo: Nullable(Type.String()),
      forum: Nullable(Type.String()),
      dev_docs: Nullable(Type.String()),
    }),
    widget: about(
      'Null: no widget is configured, and nothing is requested.',
      Nullable(Type.Object({ src: Type.String(), app_id: Type.String(), mode: OneOf(['frame', 'page']) })),
    ),
    activity: about(
      'The activity that is in progress, for the strip above the pages. Null: none is.',
      Nullable(Type.Object({ id: Type.Integer(), title: Type.String(), ends_at: Moment })),
    ),
    content_revision: about('Changes when content changes: page caches are keyed by it.', Revision),
  }),
});

export const specialArticle = call({
  summary: 'Read the articles of places on the site',
  shared: true,
  description: 'One place, or several joined by commas: the home page asks once for all its sections.',

  query: Strict({ use_to: Line(400) }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        use_to: OneOf(ARTICLE_PLACES),
        title: Type.String(),
        intro: Type.String(),
        html: about('Sanitised HTML of the body, empty when there is none.', Type.String()),
        picture: about(
          'Name of a drawing that the site owns, or an address of an uploaded picture.',
          Nullable(Type.String()),
        ),
        link: Nullable(Type.Object({ text: Type.String(), href: Type.String() })),
        facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
      }),
    ),
  }),
});

export const protocolDetail = call({
  summary: 'Read an agreement',
  errors: ['PROTOCOL_NOT_FOUND'],
  shared: true,

  query: Strict({ id: Line(64), version: Type.Optional(Line(20)) }),
  data: Type.Object({
    id: Type.String(),
    title: Type.String(),
    version: Type.String(),
    published_at: Moment,
    html: about('Rendered Markdown: only the tags of specification §1.', Type.String()),
    hash: about('SHA-256 of the text in its language.', Type.String()),
  }),
});
export const protocolVersions = call({
  summary: 'List the versions of an agreement',
  errors: ['PROTOCOL_NOT_FOUND'],
  shared: true,

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
});

export const live = call({
  summary: 'Tell that the process is alive',
  data: Type.Object({ status: Type.String() }),
});
export const ready = call({
  summary: 'Tell whether the process can serve',

  data: Type.Object({
    status: OneOf(['ok', 'unavailable']),
    database: Type.Boolean(),
    mail: Type.Boolean(),
    storage: Type.Boolean(),
    calendar: about(
      'Whether the calendar of reviews knows this year, and in December the coming one; takes nothing out of service.',
      Type.Boolean(),
    ),
  }),
});
export const document = call({
  summary: 'Read the OpenAPI document',
  media: 'application/json',
  data: Type.Unknown(),
});
export const operatorsDocument = call({
  summary: 'Read the OpenAPI document of the operators',
  media: 'application/json',
  data: Type.Unknown(),
});
export const metrics = call({
  summary: 'Read the metrics in Prometheus format',
  errors: ['NOT_FOUND'],
  media: 'text/plain',
  data: Type.Unknown(),
});

/** Wire bounds are wide: a code point may take two units. The form schemas say the rule, with its words. */
const BothIn = (codePoints: number) => Strict({ zh: Line(codePoints * 2), en: Line(codePoints * 2) });

const ArticleText = model(
  'ArticleText',
  Type.Object({
    use_to: OneOf(ARTICLE_PLACES),
    position: Type.Integer(),
    title: Both,
    intro: Both,
    html: Both,
    picture: Nullable(Type.String()),
    link: Nullable(Type.Object({ text: Both, href: Type.String() })),
    facts: Type.Array(Type.Object({ label: Both, value: Both })),
  }),
);

export const AdminArticle = model(
  'AdminArticle',
  about(
    'An article as editors see it.',
    Type.Object({
      id: Type.Integer(),
      revision: Revision,
      status: OneOf(ARTICLE_STATUSES),
      content: about(
        'What an editor goes on with: the draft, or what is published when nothing was changed since.',
        ArticleText,
      ),
      published: about('What visitors see; null unless it is published.', Nullable(ArticleText)),
      changed: about(
        'Whether `content` differs from what is published, so that there is something to publish.',
        Type.Boolean(),
      ),
      updated_at: Moment,
    }),
  ),
);
export const adminArticles = call({
  summary: 'List articles with their drafts',

  query: Strict({
    use_to: Type.Optional(OneOf(ARTICLE_PLACES)),
    status: Type.Optional(OneOf(ARTICLE_STATUSES)),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AdminArticle),
  }),
});

export const saveArticle = call({
  summary: 'Save the draft of an article',
  description: 'Keeps a draft; visitors see it after `publish`. Without `id` a new article.',
  errors: ['ARTICLE_NOT_FOUND', 'EDIT_CONFLICT'],

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
});
const articleRevision = { body: Strict({ id: Id, revision: Revision }), data: AdminArticle };
export const articlePublish = call({
  summary: 'Publish the draft of an article',
  errors: ['ARTICLE_NOT_FOUND', 'ARTICLE_UNCHANGED', 'EDIT_CONFLICT'],
  ...articleRevision,
});
export const articleArchive = call({
  summary: 'Take an article off the site',
  errors: ['ARTICLE_NOT_FOUND', 'EDIT_CONFLICT', 'STATE_CHANGED'],
  ...articleRevision,
});

export const publishProtocol = call({
  summary: 'Publish a version of an agreement',
  description: 'A new version of a text; the ones before it stay as they were agreed to.',
  errors: ['VERSION_NOT_HIGHER', 'VERSION_TAKEN'],

  body: Strict({
    id: Line(64),
    version: Line(20),
    markdown: about('Markdown, without the title.', BothIn(PROTOCOL_TEXT_MAX)),
    published_at: about('Becomes current then; now when it is left out.', Type.Optional(Moment)),
  }),
  data: Type.Object({
    id: OneOf(PROTOCOL_SLUGS),
    version: Type.String(),
    published_at: Moment,
    current: about('Whether it is the current one already.', Type.Boolean()),
    hash: about('SHA-256 of the text, by language.', Both),
  }),
});
