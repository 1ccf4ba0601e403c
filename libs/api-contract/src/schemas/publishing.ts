import {
  APP_CATEGORIES,
  APP_DESCRIPTION_MAX,
  APP_DETAILS_MAX,
  APP_INTRO_MAX,
  APP_KEYWORDS,
  APP_NAME,
  APP_RELATIONS,
  APP_REQUIREMENT_MAX,
  APP_SOURCES,
  APP_NEXT_STEPS,
  APP_STATES,
  APP_STATUSES,
  APP_TURNS,
  APPEAL_TEXT_MAX,
  ARCHITECTURES,
  CHANGE_KINDS,
  DEVELOPER_ACTIONS,
  EVENT_ROLES,
  NAME_STATES,
  OPERATING_SYSTEMS,
  PACKAGE_BYTES_MAX,
  REJECT_REASONS,
  REVIEW_STATUSES,
  SCREENSHOT_ALT_MAX,
  SCREENSHOT_PIXELS_MIN,
  SEARCH_MAX,
  SUGGESTION_ANSWER_MAX,
  SUGGESTION_FIELDS,
  URL_MAX,
  VERSION_CHANGES,
  VERSION_DESCRIPTION_MAX,
  YANK_REASON_MAX,
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
import { StorePublisher } from './store.ts';

// Wire bounds are wide: the yup schemas define the rules and their messages.
const wide = (length: number) => Line(length * 2 + 200);
/** A developer's text in both languages. */
const BothIn = (length: number) => Strict({ zh: wide(length), en: wide(length) });

export const devAppList = call({
  summary: "List the developer's apps",
  description: "The signed-in developer's apps, the newest change first.",

  query: Strict({
    q: about("Part of a name or of the app's key.", Type.Optional(Line(SEARCH_MAX * 2))),
    status: Type.Optional(OneOf(APP_STATUSES)),
    review_status: Type.Optional(OneOf(REVIEW_STATUSES)),
    waits_for: Type.Optional(OneOf(APP_TURNS)),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(
      Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        name: about('Empty while the draft has none.', Type.String()),
        intro: Type.String(),
        logo: Nullable(Type.String()),
        status: OneOf(APP_STATUSES),
        state: about('Store, version on its way and draft in one word.', OneOf(APP_STATES)),
        next_step: about('What the developer does next.', OneOf(APP_NEXT_STEPS)),
        store_version: about('What the store shows; null when it shows nothing.', Nullable(Type.String())),
        store_since: Nullable(Moment),
        review_status: about(
          'Of the newest version that is not live yet; null when there is none.',
          Nullable(OneOf(REVIEW_STATUSES)),
        ),
        version: about('The live version, or the newest one.', Nullable(Type.String())),
        coming_version: about(
          'The version that is not live yet; null when there is none.',
          Nullable(Type.String()),
        ),
        coming_listing: about(
          'It is a submission of the listing alone: `coming_version` is the version in the store.',
          Type.Boolean(),
        ),
        due_at: Nullable(Moment),
        waits_for: about(
          "Whose turn it is, and since when; `waits_since` is null when it is nobody's.",
          OneOf(APP_TURNS),
        ),
        waits_since: Nullable(Moment),
        open_suggestions: about('Suggestions that wait for the developer.', Type.Integer()),
        taken_down: Type.Boolean(),
        download_num: Type.Integer(),
        human_download_num: Type.String(),
        updated_at: Moment,
      }),
    ),
  }),
});

export const checkName = call({
  summary: 'Check whether a name of an app is free',
  description: 'Whether a name can be had; `id` is the app that would bear it, when there is one.',
  errors: ['APP_NOT_FOUND'],

  query: Strict({ name: wide(APP_NAME.max), id: Type.Optional(Id) }),
  data: Type.Object({
    state: OneOf(NAME_STATES),
    like: about(
      'Names that it can be taken for, of apps that are or were in the store.',
      Type.Array(Type.String()),
    ),
  }),
});

const Relation = {
  kind: OneOf(['dependency', 'conflict']),
  app_key: about('Key of an app of the store; null when it is a package of the system.', Nullable(wide(40))),
  package: Nullable(wide(APP_RELATIONS.package)),
  constraint: about(
    '`8.2`: every 8.2.x. `3.0+`: 3.0 or newer. Empty: any version.',
    wide(APP_RELATIONS.constraint),
  ),
};
const requirement = BothIn(APP_REQUIREMENT_MAX);

const Check = model(
  'ChecklistItem',
  about(
    'What the server still asks for before a submission, or finds in order.',
    Type.Object({
      field: OneOf(SUGGESTION_FIELDS),
      ok: Type.Boolean(),
      message: about(
        'Key of the `validation` words: the first fault. Null when it is in order.',
        Nullable(Type.String()),
      ),
      faults: about(
        'Every fault with its place, such as `name.en`.',
        Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
      ),
    }),
  ),
);

const Picture = {
  id: Type.Integer(),
  src: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
};

export const DevContent = model(
  'DevContent',
  about(
    'The content of an app in both languages.',
    Type.Object({
      name: Both,
      intro: Both,
      description: Both,
      details: about('Sanitised rich text.', Both),
      category: Nullable(OneOf(APP_CATEGORIES)),
      os: Type.Array(OneOf(OPERATING_SYSTEMS)),
      arch: Type.Array(OneOf(ARCHITECTURES)),
      logo: Nullable(Type.Object({ id: Type.Integer(), src: Type.String() })),
      screenshots: Type.Array(Type.Object({ ...Picture, srcset: Type.String(), alt: Both })),
      keywords: Type.Array(Type.String()),
      licence: Type.String(),
      homepage: Nullable(Type.String()),
      requirements: Type.Object({
        os: Both,
        gpu: Both,
        hard_disk: Both,
        mem: Both,
        cpu: Both,
        network_card: Both,
      }),
      relations: Type.Array(
        Type.Object({
          ...Relation,
          app_key: Nullable(Type.String()),
          package: Nullable(Type.String()),
          constraint: Type.String(),
          note: Both,
        }),
      ),
    }),
  ),
);

const Suggestion = model(
  'Suggestion',
  Type.Object({
    id: Type.Integer(),
    version_id: Type.Integer(),
    round: about('The submission that it is about.', Type.Integer()),
    field: OneOf(SUGGESTION_FIELDS),
    text: Type.String(),
    created_at: Moment,
    resolved: Type.Boolean(),
    answer: Nullable(Type.String()),
    answered_at: Nullable(Moment),
  }),
);

export const DevVersion = model(
  'DevVersion',
  Type.Object({
    id: Type.Integer(),
    version: Type.String(),
    git_version: Type.String(),
    git_commit: about(
      'The whole commit id behind it; a submission needs it. Null while it was not given.',
      Nullable(Type.String()),
    ),
    package_sha256: about(
      'SHA-256 of the package, in 64 hex digits; a submission needs it. Null while it was not given.',
      Nullable(Type.String()),
    ),
    repo_url: Nullable(Type.String()),
    size: Type.Integer(),
    human_size: Type.String(),
    description: Both,
    changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Both })),
    review_status: OneOf(REVIEW_STATUSES),
    listing: about(
      'A submission of the listing alone, with the facts of the version in the store.',
      Type.Boolean(),
    ),
    revision: Revision,
    round: about('How often it was submitted.', Type.Integer()),
    created_at: Moment,
    submitted_at: Nullable(Moment),
    due_at: about('Set while a reviewer has the turn.', Nullable(Moment)),
    decided_at: Nullable(Moment),
    released_at: Nullable(Moment),
    reject_reason: Nullable(OneOf(REJECT_REASONS)),
    decision_text: about("The reviewer's words.", Type.String()),
    yank_reason: about(
      'In the language of the header, or the one it was written in.',
      Nullable(Type.String()),
    ),
    appeal_until: about('Set when the rejection can still be appealed.', Nullable(Moment)),
    editable: about('Whether its fields can be changed.', Type.Boolean()),
    actions: about('What the developer may do with it now.', Type.Array(OneOf(DEVELOPER_ACTIONS))),
    suggestions: Type.Array(Suggestion),
  }),
);

const DraftChanges = about(
  'Fields in which the draft says something else than the store; null when the store shows no version.',
  Nullable(Type.Array(OneOf(SUGGESTION_FIELDS))),
);

const Replacement = Type.Object({
  id: Type.Integer(),
  app_key: Type.String(),
  name: Type.String(),
  published: about('The store links only a published replacement.', Type.Boolean()),
});

export const devAppDetail = call({
  summary: 'Read an app with its draft and versions',
  description: "One's own app with its draft, versions, open suggestions and the checklist.",
  errors: ['APP_NOT_FOUND', 'FORBIDDEN'],

  query: Strict({ id: Id }),
  data: Type.Object({
    id: Type.Integer(),
    app_key: Type.String(),
    app_key_fixed: about('The key cannot be changed any more.', Type.Boolean()),
    status: OneOf(APP_STATUSES),
    taken_down_reason: about(
      'Why an operator took it out of the store; null when none did.',
      Nullable(Type.String()),
    ),
    replaced_by: about(
      'The app that its page names while it is unpublished; null when none is named.',
      Nullable(Replacement),
    ),
    revision: Revision,
    updated_at: Moment,
    waits_for: OneOf(APP_TURNS),
    waits_since: Nullable(Moment),
    state: OneOf(APP_STATES),
    next_step: OneOf(APP_NEXT_STEPS),
    draft: DevContent,
    draft_differs: about('The draft says something else than the store does.', Type.Boolean()),
    draft_changes: DraftChanges,
    listing_since: about(
      'Since when the store shows another listing than the version was released with; null when it does not.',
      Nullable(Moment),
    ),
    current_version_id: about('The version that the store shows, or showed last.', Nullable(Type.Integer())),
    open_version_id: about('The version in preparation or under review.', Nullable(Type.Integer())),
    coming_version_id: about(
      'The version that is not live yet: in preparation, under review, or decided and not past.',
      Nullable(Type.Integer()),
    ),
    versions: Type.Array(DevVersion),
    checks: about(
      'Of the draft and the version in preparation, in the order of the form.',
      Type.Array(Check),
    ),
    ready: Type.Boolean(),
    download_num: Type.Integer(),
    human_download_num: Type.String(),
    listing: about(
      'What the store says about the app beside what its developer writes; a preview needs it in both languages.',
      Type.Object({
        developer: Both,
        publisher: Type.Optional(StorePublisher),
        source: OneOf(APP_SOURCES),
        certified: Type.Boolean(),
        free: Type.Boolean(),
        downloads: Both,
        repo_url: about('Shown until a version names another one.', Nullable(Type.String())),
        first_published_at: Nullable(Moment),
      }),
    ),
  }),
});
const Saved = model(
  'SavedDraft',
  Type.Object({
    id: Type.Integer(),
    app_key: Type.String(),
    revision: Revision,
    updated_at: Moment,
    draft: DevContent,
    draft_changes: DraftChanges,
    checks: Type.Array(Check),
    ready: Type.Boolean(),
  }),
);

export const save = call({
  summary: 'Create an app or save its draft',
  description: 'Saves a draft, or begins one without `id`. A field that is left out stays as it is.',
  errors: [
    'APP_KEY_FIXED',
    'APP_KEY_TAKEN',
    'APP_NAME_TAKEN',
    'APP_NOT_FOUND',
    'EDIT_CONFLICT',
    'TOO_MANY_DRAFTS',
  ],

  body: Strict({
    id: Type.Optional(Id),
    revision: about('The revision that was edited; with `id` it is needed.', Type.Optional(Revision)),
    app_key: Type.Optional(wide(40)),
    name: Type.Optional(BothIn(APP_NAME.max)),
    intro: Type.Optional(BothIn(APP_INTRO_MAX)),
    description: Type.Optional(BothIn(APP_DESCRIPTION_MAX)),
    details: Type.Optional(BothIn(APP_DETAILS_MAX)),
    category: Type.Optional(Nullable(OneOf(APP_CATEGORIES))),
    os: Type.Optional(Type.Array(OneOf(OPERATING_SYSTEMS), { maxItems: 20 })),
    arch: Type.Optional(Type.Array(OneOf(ARCHITECTURES), { maxItems: 20 })),
    logo: about('Id of an uploaded logo; null takes it away.', Type.Optional(Nullable(Id))),
    screenshots: about(
      'Ids of uploaded screenshots in their order; those that are left out are taken away.',
      Type.Optional(Type.Array(Strict({ id: Id, alt: BothIn(SCREENSHOT_ALT_MAX) }), { maxItems: 100 })),
    ),
    keywords: Type.Optional(Type.Array(wide(APP_KEYWORDS.length), { maxItems: 100 })),
    licence: Type.Optional(wide(100)),
    homepage: Type.Optional(Nullable(wide(URL_MAX))),
    requirements: Type.Optional(
      Strict({
        os: requirement,
        gpu: requirement,
        hard_disk: requirement,
        mem: requirement,
        cpu: requirement,
        network_card: requirement,
      }),
    ),
    relations: Type.Optional(
      Type.Array(Strict({ ...Relation, note: BothIn(APP_RELATIONS.note) }), { maxItems: 100 }),
    ),
  }),
  data: Saved,
});

export const uploadLogo = call({
  summary: 'Upload the logo of an app',
  parts: Type.Object({ id: Id, file: Upload }),
  description: "The field `id` comes before the part `file`. The answer's id goes into `save`.",
  errors: [
    'APP_NOT_FOUND',
    'LOGO_SIZE',
    'PICTURE_ANIMATED',
    'PICTURE_ANIMATION',
    'PICTURE_HEIC',
    'PICTURE_PIXELS',
    'PICTURE_UNREADABLE',
  ],
  data: Type.Object(Picture),
});
export const uploadScreenshot = call({
  summary: 'Upload a screenshot of an app',
  parts: Type.Object({ id: Id, file: Upload }),
  description: `At least ${SCREENSHOT_PIXELS_MIN.long} × ${SCREENSHOT_PIXELS_MIN.short} pixels, in either orientation. The field \`id\` comes before the part \`file\`.`,
  errors: [
    'APP_NOT_FOUND',
    'PICTURE_ANIMATED',
    'PICTURE_ANIMATION',
    'PICTURE_HEIC',
    'PICTURE_PIXELS',
    'PICTURE_UNREADABLE',
    'SCREENSHOT_SIZE',
    'TOO_MANY_PICTURES',
  ],
  data: Type.Object({ ...Picture, srcset: Type.String() }),
});

export const versionSave = call({
  summary: 'Create a version or save its draft',
  description:
    'Begins a version of an app, or changes one in preparation. A field that is left out stays as it is.',
  errors: [
    'APP_NOT_FOUND',
    'EDIT_CONFLICT',
    'FORBIDDEN',
    'VERSION_FIXED',
    'VERSION_NOT_HIGHER',
    'VERSION_OPEN',
    'VERSION_TAKEN',
  ],

  body: Strict({
    app_id: Id,
    id: Type.Optional(Id),
    revision: about(
      "The version's revision that was edited; with `id` it is needed.",
      Type.Optional(Revision),
    ),
    version: Type.Optional(Line(40)),
    git_version: Type.Optional(Line(300)),
    git_commit: about(
      'Whole: 40 or 64 hex digits. Another `git_version` without it takes the one before away.',
      Type.Optional(Line(300)),
    ),
    package_sha256: about(
      '64 hex digits. Another `size` without it takes the one before away.',
      Type.Optional(Line(300)),
    ),
    repo_url: Type.Optional(Nullable(wide(URL_MAX))),
    size: about('Bytes.', Type.Optional(Type.Integer({ minimum: 0, maximum: PACKAGE_BYTES_MAX * 2 }))),
    description: Type.Optional(BothIn(VERSION_DESCRIPTION_MAX)),
    changes: Type.Optional(
      Type.Array(Strict({ kind: OneOf(CHANGE_KINDS), text: BothIn(VERSION_CHANGES.length) }), {
        maxItems: 100,
      }),
    ),
  }),
  data: DevVersion,
});

const Moved = model(
  'MovedVersion',
  about(
    "An app's status and one of its versions, after a step.",
    Type.Object({ id: Type.Integer(), status: OneOf(APP_STATUSES), version: DevVersion }),
  ),
);
const OfVersion = model('VersionId', Strict({ version_id: Id }));

export const submit = call({
  summary: 'Submit a version for review',
  description:
    'Hands the draft in: with a version (`version_id`), or for a published app alone (`listing_of`), which needs no new number. With the revisions it is refused when somebody changed them meanwhile.',
  errors: [
    'APP_NOT_FOUND',
    'EDIT_CONFLICT',
    'FORBIDDEN',
    'STATE_CHANGED',
    'SUBMIT_INCOMPLETE',
    'VERSION_NOT_FOUND',
    'VERSION_OPEN',
  ],

  body: Strict({
    version_id: about('One of the two is needed.', Type.Optional(Id)),
    listing_of: about('Id of the app whose listing is handed in alone.', Type.Optional(Id)),
    revision: Type.Optional(Revision),
    version_revision: Type.Optional(Revision),
  }),
  data: Moved,
});
export const revoke = call({
  summary: 'Withdraw a submission',
  errors: ['FORBIDDEN', 'STATE_CHANGED', 'VERSION_NOT_FOUND'],
  body: OfVersion,
  data: Moved,
});
export const release = call({
  summary: 'Release an approved version',
  errors: ['APP_TAKEN_DOWN', 'FORBIDDEN', 'STATE_CHANGED', 'VERSION_NOT_FOUND', 'VERSION_NOT_HIGHER'],
  body: OfVersion,
  data: Moved,
});
export const appeal = call({
  summary: 'Appeal against a rejection',
  errors: ['APPEAL_OVER', 'FORBIDDEN', 'STATE_CHANGED', 'VERSION_NOT_FOUND', 'VERSION_OPEN'],

  body: Strict({ version_id: Id, text: wide(APPEAL_TEXT_MAX) }),
  data: Moved,
});
export const yank = call({
  summary: 'Mark a released version as withdrawn',
  errors: ['FORBIDDEN', 'STATE_CHANGED', 'VERSION_NOT_FOUND'],

  body: Strict({
    version_id: Id,
    reasons: about(
      'In both languages, of which one may be empty: readers then see the other.',
      Type.Optional(BothIn(YANK_REASON_MAX)),
    ),
    reason: about(
      'In place of `reasons`: one text for readers of both.',
      Type.Optional(wide(YANK_REASON_MAX)),
    ),
  }),
  data: Moved,
});
export const unpublish = call({
  summary: 'Take an app out of the store',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN', 'STATE_CHANGED'],

  body: Strict({
    id: Id,
    reason: Type.Optional(wide(YANK_REASON_MAX)),
    replacement: about(
      'The published app that replaces it, as in `devAppReplace`; unchanged when missing.',
      Type.Optional(wide(URL_MAX)),
    ),
  }),
  data: Moved,
});
export const replace = call({
  summary: 'Name the app that replaces an unpublished one',
  description:
    'The store page of the unpublished app links the replacement, and `appStoreDetail` names it. A replacement that is unpublished itself leads on to its own.',
  errors: ['APP_NOT_FOUND', 'APP_TAKEN_DOWN', 'FORBIDDEN', 'STATE_CHANGED'],
  body: Strict({
    id: Id,
    replacement: about(
      'App key or address of the store page of a published app, of any developer; empty or missing for none.',
      Type.Optional(wide(URL_MAX)),
    ),
  }),
  data: Type.Object({ replaced_by: Nullable(Replacement) }),
});
export const relist = call({
  summary: 'Put an app back into the store',
  errors: ['APP_NOT_FOUND', 'APP_TAKEN_DOWN', 'FORBIDDEN', 'STATE_CHANGED'],
  body: Strict({ id: Id }),
  data: Moved,
});

export const versionDelete = call({
  summary: 'Delete a version that was never submitted',
  description: 'Deletes a version that was never handed in; its number is free again.',
  errors: ['VERSION_NOT_FOUND', 'VERSION_SUBMITTED'],
  body: OfVersion,
  data: Empty,
});

export const appDelete = call({
  summary: 'Delete an app that was never submitted',
  description: 'Deletes an app of which no version was ever handed in; its names are free again.',
  errors: ['APP_NOT_FOUND', 'APP_SUBMITTED'],
  body: Strict({ id: Id }),
  data: Empty,
});

export const suggestionAnswer = call({
  summary: "Answer a reviewer's suggestion",
  description:
    'Answers a suggestion, says that it is done, or takes either back (an empty answer, `resolved: false`).',
  errors: ['STATE_CHANGED', 'SUGGESTION_NOT_FOUND'],

  body: Strict({
    id: Id,
    answer: Type.Optional(wide(SUGGESTION_ANSWER_MAX)),
    resolved: Type.Optional(Type.Boolean()),
  }),
  data: Suggestion,
});

export const FieldDifference = model(
  'FieldDifference',
  about(
    'One field that is not the same. Texts come in parts, lists and pictures as what came, went and moved.',
    Type.Object({
      field: OneOf(SUGGESTION_FIELDS),
      locale: about('Null: the field has no language.', Nullable(OneOf(['zh', 'en']))),
      kind: OneOf(['text', 'value', 'list', 'pictures']),
      before: Nullable(Type.String()),
      after: Nullable(Type.String()),
      parts: about(
        'Of a text, in its order.',
        Type.Array(Type.Object({ change: OneOf(['same', 'added', 'removed']), text: Type.String() })),
      ),
      added: Type.Array(Type.String()),
      removed: Type.Array(Type.String()),
      pictures: Type.Array(
        Type.Object({
          change: OneOf(['same', 'added', 'removed', 'moved', 'reworded']),
          id: Type.Integer(),
          src: Type.String(),
          alt: Type.String(),
          from: about('Places from 1; null where it is not.', Nullable(Type.Integer())),
          to: Nullable(Type.Integer()),
        }),
      ),
    }),
  ),
);

export const difference = call({
  summary: 'Compare a version with the one before',
  description: 'What a version changes: against its last submission, or else what the store shows.',
  errors: ['FORBIDDEN', 'VERSION_NOT_FOUND'],

  query: Strict({ version_id: Id }),
  data: Type.Object({
    base: about('What it is compared with.', OneOf(['submission', 'release', 'nothing'])),
    base_version: Nullable(Type.String()),
    base_round: Nullable(Type.Integer()),
    base_at: Nullable(Moment),
    fields: Type.Array(FieldDifference),
  }),
});

/** A line of a timeline, of one of these actions. */
const eventOf = <const T extends readonly string[]>(actions: T) =>
  Type.Object({
    id: Type.Integer(),
    at: Moment,
    action: OneOf(actions),
    role: about('As whom; never a name.', OneOf(EVENT_ROLES)),
    actor: about('The role in the language of the header, such as 审核员.', Type.String()),
    version_id: Nullable(Type.Integer()),
    version: Nullable(Type.String()),
    listing: about('It was about the listing alone.', Type.Boolean()),
    text: about(
      'The reason or message that came with it; of `replace`, the name of the app that replaces this one, or empty for none.',
      Type.String(),
    ),
  });

/** A line about a version: what an app as a whole is about is not among them. */
export const VersionEvent = eventOf(DEVELOPER_ACTIONS);

export const timeline = call({
  summary: 'List what happened to an app',
  description: 'What happened to an app, newest first.',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN'],

  query: Strict({ id: Id, version_id: Type.Optional(Id), ...Paging }),
  data: Type.Object({ ...paged(eventOf([...DEVELOPER_ACTIONS, 'replace'])) }),
});
