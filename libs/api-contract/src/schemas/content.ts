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
  Type,
  Upload,
} from './define.ts';

export const siteInfo = call({
  summary: 'Get site information',
  description: 'Names, links and the activity banner that every page shows, in the requested language.',

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
      'Null if no widget is configured.',
      Nullable(Type.Object({ src: Type.String(), app_id: Type.String(), mode: OneOf(['frame', 'page']) })),
    ),
    activity: about(
      'The current activity for the banner; null if there is none.',
      Nullable(Type.Object({ id: Type.Integer(), title: Type.String(), ends_at: Moment })),
    ),
    content_revision: about('Changes when content changes: page caches are keyed by it.', Revision),
  }),
});

export const specialArticle = call({
  summary: 'Get site articles',
  errors: ['ARTICLE_PREVIEW_NOT_FOUND'],
  shared: true,
  description: 'Takes one place or several, separated by commas.',

  query: Strict({
    use_to: Line(400),
    preview: about(
      'Token of `/admin_content/preview`: with the draft of its article in place.',
      Type.Optional(Line(200)),
    ),
  }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        use_to: OneOf(ARTICLE_PLACES),
        title: Type.String(),
        intro: Type.String(),
        html: about('Sanitised HTML of the text; can be empty.', Type.String()),
        picture: about('Name of a built-in drawing, or URL of an uploaded image.', Nullable(Type.String())),
        link: Nullable(Type.Object({ text: Type.String(), href: Type.String() })),
        facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
      }),
    ),
  }),
});

export const protocolDetail = call({
  summary: 'Get an agreement',
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
  summary: 'List agreement versions',
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
  summary: 'Check that the process is running',
  data: Type.Object({ status: Type.String() }),
});
export const ready = call({
  summary: 'Check that the process can serve requests',

  data: Type.Object({
    status: OneOf(['ok', 'unavailable']),
    database: Type.Boolean(),
    mail: Type.Boolean(),
    storage: Type.Boolean(),
    calendar: about(
      'True if the working days of this year are known, and in December those of the next. Does not affect readiness.',
      Type.Boolean(),
    ),
  }),
});
export const document = call({
  summary: 'Get the OpenAPI document',
  media: 'application/json',
  shared: true,
  data: Type.Unknown(),
});
export const operatorsDocument = call({
  summary: 'Get the OpenAPI document of operators’ calls',
  media: 'application/json',
  data: Type.Unknown(),
});
export const metrics = call({
  summary: 'Get metrics in Prometheus format',
  errors: ['NOT_FOUND'],
  media: 'text/plain',
  data: Type.Unknown(),
});

/**
 * Wire bounds are wide: a code point may take two units. The form schemas define the rules and their
 * messages.
 */
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
    picture_url: about(
      'URL of an uploaded picture; null for a drawing of the site.',
      Nullable(Type.String()),
    ),
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
        'The content to edit: the draft, or the published content if there is no draft.',
        ArticleText,
      ),
      published: about('The content that visitors see; null unless it is published.', Nullable(ArticleText)),
      changed: about('True if `content` differs from the published content.', Type.Boolean()),
      updated_at: Moment,
      updated_by: about(
        'Email address of the account, or name of the system user, that changed it last.',
        Nullable(Type.String()),
      ),
      schedule: about(
        'The pending schedule; null if there is none.',
        Nullable(
          Type.Object({
            publish_at: about('When the draft will be published; null once it has been.', Nullable(Moment)),
            end_at: about('When it goes offline; null if it stays online.', Nullable(Moment)),
            by: Type.String(),
            outdated: about(
              'True if the draft was changed after it was scheduled. It is then not published.',
              Type.Boolean(),
            ),
          }),
        ),
      ),
    }),
  ),
);
export const adminArticle = call({
  summary: 'Get an article and its draft',
  errors: ['ARTICLE_NOT_FOUND'],
  query: Strict({ id: Id }),
  data: AdminArticle,
});
export const articleHistory = call({
  summary: 'List the published versions of an article',
  description: 'Newest first. To restore a version, save its content as a draft and publish the draft.',
  errors: ['ARTICLE_NOT_FOUND'],
  query: Strict({ id: Id }),
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        published_at: about('Null for content published before versions were stored.', Nullable(Moment)),
        published_by: Nullable(Type.String()),
        content: ArticleText,
      }),
    ),
  }),
});
export const articlePicture = call({
  summary: 'Upload an image for an article',
  description:
    'The type is detected from the content; the image is stored as WebP. Pass the `picture` of the response to `save`.',
  parts: Type.Object({ file: Upload }),
  errors: ['PICTURE_ANIMATED', 'PICTURE_ANIMATION', 'PICTURE_HEIC', 'PICTURE_PIXELS', 'PICTURE_UNREADABLE'],
  data: Type.Object({
    picture: Type.String(),
    url: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
  }),
});
export const articlePreview = call({
  summary: 'Create a preview of an article',
  description: 'Returns URLs of the page with the draft of the article. They need no session and expire.',
  errors: ['ARTICLE_NOT_FOUND'],
  body: Strict({ id: Id }),
  data: Type.Object({ zh: Type.String(), en: Type.String(), expires_at: Moment }),
});
export const articleOrder = call({
  summary: 'Sort the articles of a place',
  description:
    'Takes effect immediately for drafts and published articles. Pass all articles of the place that are not archived.',
  errors: ['ARTICLE_NOT_FOUND', 'STATE_CHANGED'],
  body: Strict({
    use_to: OneOf(ARTICLE_PLACES),
    ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    before: about(
      'The order that you read. If a colleague has changed it since, the call fails.',
      Type.Optional(Type.Array(Id, { maxItems: 200 })),
    ),
  }),
  data: Empty,
});
export const adminArticles = call({
  summary: 'List articles and their drafts',

  query: Strict({
    use_to: Type.Optional(OneOf(ARTICLE_PLACES)),
    status: Type.Optional(OneOf(ARTICLE_STATUSES)),
    scheduled: about('True: only scheduled articles.', Type.Optional(Type.Boolean())),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AdminArticle),
  }),
});

export const saveArticle = call({
  summary: 'Save the draft of an article',
  description: 'Saves a draft. Visitors see it after `publish`. Without `id`, a new article is created.',
  errors: ['ARTICLE_NOT_FOUND', 'EDIT_CONFLICT'],

  body: Strict({
    id: Type.Optional(Id),
    revision: Type.Optional(Revision),
    use_to: Line(40),
    position: about(
      'Position in its place. Missing: unchanged, or last for a new article.',
      Type.Optional(Type.Integer()),
    ),
    title: BothIn(ARTICLE.titleMax),
    intro: Type.Optional(BothIn(ARTICLE.introMax)),
    html: Type.Optional(BothIn(ARTICLE.htmlMax)),
    picture: Type.Optional(Nullable(Line(200))),
    link: Type.Optional(Nullable(Strict({ text: BothIn(ARTICLE.linkTextMax), href: Line(URL_MAX) }))),
    facts: about(
      'In a value, {{origin}} is replaced by the address of this site, so that commands run as copied.',
      Type.Optional(
        Type.Array(Strict({ label: BothIn(ARTICLE.factMax), value: BothIn(ARTICLE.factMax) }), {
          maxItems: ARTICLE.facts * 2,
        }),
      ),
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
export const articleSchedule = call({
  summary: 'Schedule the publication or the end of an article',
  description:
    'Replaces the current schedule. The draft of this revision is published at the given time in the caller’s name. A draft saved later is not published until it is scheduled again.',
  errors: ['ARTICLE_NOT_FOUND', 'ARTICLE_UNCHANGED', 'EDIT_CONFLICT'],
  body: Strict({
    id: Id,
    revision: Revision,
    publish_at: about('Missing: only the end is set, for a published article.', Type.Optional(Moment)),
    end_at: about('Missing: it stays online.', Type.Optional(Moment)),
  }),
  data: AdminArticle,
});
export const articleUnschedule = call({
  summary: 'Cancel the schedule of an article',
  errors: ['ARTICLE_NOT_FOUND', 'STATE_CHANGED'],
  body: Strict({ id: Id }),
  data: AdminArticle,
});
export const articleArchive = call({
  summary: 'Archive an article',
  errors: ['ARTICLE_NOT_FOUND', 'EDIT_CONFLICT', 'STATE_CHANGED'],
  ...articleRevision,
});

export const publishProtocol = call({
  summary: 'Publish a version of an agreement',
  description: 'Earlier versions remain available as users accepted them.',
  errors: ['VERSION_NOT_HIGHER', 'VERSION_TAKEN'],

  body: Strict({
    id: Line(64),
    version: Line(20),
    markdown: about('Markdown, without the title.', BothIn(PROTOCOL_TEXT_MAX)),
    published_at: about('When the version takes effect. Default: now.', Type.Optional(Moment)),
  }),
  data: Type.Object({
    id: OneOf(PROTOCOL_SLUGS),
    version: Type.String(),
    published_at: Moment,
    current: about('True if it is already in effect.', Type.Boolean()),
    hash: about('SHA-256 of the text, by language.', Both),
  }),
});

export const ProtocolVersion = model(
  'ProtocolVersion',
  about(
    'A version of an agreement as operators see it.',
    Type.Object({
      id: OneOf(PROTOCOL_SLUGS),
      title: Both,
      version: Type.String(),
      published_at: Moment,
      current: about('True if this version is in effect.', Type.Boolean()),
      announced: about('True if it has not taken effect yet and can be withdrawn.', Type.Boolean()),
      markdown: about(
        'The text of the newest version of each agreement; null for older versions.',
        Nullable(Both),
      ),
      hash: about('SHA-256 of the text, by language.', Both),
    }),
  ),
);
export const adminProtocols = call({
  summary: 'List the versions of all agreements',
  data: Type.Object({ list: Type.Array(ProtocolVersion) }),
});
export const withdrawProtocol = call({
  summary: 'Withdraw an announced version of an agreement',
  description: 'Only before the version takes effect. A version that has been in effect cannot be withdrawn.',
  errors: ['PROTOCOL_NOT_FOUND'],
  body: Strict({ id: OneOf(PROTOCOL_SLUGS), version: Line(20) }),
  data: Empty,
});
