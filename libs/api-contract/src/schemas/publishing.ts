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
  summary: 'List your apps',
  description: 'Most recently updated first.',

  query: Strict({
    q: about('Part of an app name or app key.', Type.Optional(Line(SEARCH_MAX * 2))),
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
        name: about('Empty if the draft has none.', Type.String()),
        intro: Type.String(),
        logo: Nullable(Type.String()),
        status: OneOf(APP_STATUSES),
        state: about('Combined status of store, version and draft.', OneOf(APP_STATES)),
        next_step: about('The developer’s next step.', OneOf(APP_NEXT_STEPS)),
        store_version: about(
          'The content in the store; null if the app is not published.',
          Nullable(Type.String()),
        ),
        store_since: Nullable(Moment),
        review_status: about(
          'Status of the newest unreleased version; null if there is none.',
          Nullable(OneOf(REVIEW_STATUSES)),
        ),
        version: about('The version in the store, or the newest one.', Nullable(Type.String())),
        coming_version: about(
          'The version that is not released yet; null if there is none.',
          Nullable(Type.String()),
        ),
        coming_listing: about(
          'True for a submission of the listing only. `coming_version` is the version in the store.',
          Type.Boolean(),
        ),
        due_at: Nullable(Moment),
        waits_for: about(
          'Who acts next, and since when; `waits_since` is null if nobody has to.',
          OneOf(APP_TURNS),
        ),
        waits_since: Nullable(Moment),
        open_suggestions: about('Number of open suggestions.', Type.Integer()),
        taken_down: Type.Boolean(),
        download_num: Type.Integer(),
        human_download_num: Type.String(),
        updated_at: Moment,
      }),
    ),
  }),
});

export const checkName = call({
  summary: 'Check app name availability',
  description: 'Set `id` to the app that will have the name, if it exists.',
  errors: ['APP_NOT_FOUND'],

  query: Strict({ name: wide(APP_NAME.max), id: Type.Optional(Id) }),
  data: Type.Object({
    state: OneOf(NAME_STATES),
    like: about('Similar names of current and former store apps.', Type.Array(Type.String())),
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
    'Submission checklist.',
    Type.Object({
      field: OneOf(SUGGESTION_FIELDS),
      ok: Type.Boolean(),
      message: about('Message key of the first error; null if there is none.', Nullable(Type.String())),
      faults: about(
        'All errors with their field, such as `name.en`.',
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
    round: about('The submission concerned.', Type.Integer()),
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
      'The full commit id, required for submission. Null if not set.',
      Nullable(Type.String()),
    ),
    package_sha256: about(
      'SHA-256 of the package in 64 hexadecimal digits, required for submission. Null if not set.',
      Nullable(Type.String()),
    ),
    repo_url: Nullable(Type.String()),
    size: Type.Integer(),
    human_size: Type.String(),
    description: Both,
    changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Both })),
    review_status: OneOf(REVIEW_STATUSES),
    listing: about(
      'A submission of the listing only, with the details of the version in the store.',
      Type.Boolean(),
    ),
    revision: Revision,
    round: about('Number of submissions.', Type.Integer()),
    created_at: Moment,
    submitted_at: Nullable(Moment),
    due_at: about('Set while the version waits for a reviewer.', Nullable(Moment)),
    decided_at: Nullable(Moment),
    released_at: Nullable(Moment),
    reject_reason: Nullable(OneOf(REJECT_REASONS)),
    decision_text: about('Text by the reviewer.', Type.String()),
    yank_reason: about(
      'In the requested language, or the language in which it was written.',
      Nullable(Type.String()),
    ),
    appeal_until: about('Set while the rejection can be appealed.', Nullable(Moment)),
    editable: about('True if it can be edited.', Type.Boolean()),
    actions: about('Actions available to the developer.', Type.Array(OneOf(DEVELOPER_ACTIONS))),
    suggestions: Type.Array(Suggestion),
  }),
);

const DraftChanges = about(
  'Fields in which the draft differs from the store; null if no version is published.',
  Nullable(Type.Array(OneOf(SUGGESTION_FIELDS))),
);

const Replacement = Type.Object({
  id: Type.Integer(),
  app_key: Type.String(),
  name: Type.String(),
  published: about('The store only links to a published replacement.', Type.Boolean()),
});

export const devAppDetail = call({
  summary: 'Get an app with its draft and versions',
  description: 'Includes open suggestions and the submission checklist.',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN'],

  query: Strict({ id: Id }),
  data: Type.Object({
    id: Type.Integer(),
    app_key: Type.String(),
    app_key_fixed: about('True if the app key can no longer be changed.', Type.Boolean()),
    status: OneOf(APP_STATUSES),
    taken_down_reason: about('Why an operator unpublished it; otherwise null.', Nullable(Type.String())),
    replaced_by: about(
      'The replacement shown while the app is unpublished; null if none is set.',
      Nullable(Replacement),
    ),
    revision: Revision,
    updated_at: Moment,
    waits_for: OneOf(APP_TURNS),
    waits_since: Nullable(Moment),
    state: OneOf(APP_STATES),
    next_step: OneOf(APP_NEXT_STEPS),
    draft: DevContent,
    draft_differs: about('True if the draft differs from the store.', Type.Boolean()),
    draft_changes: DraftChanges,
    listing_since: about(
      'When the store listing last changed without a new version; null if it has not.',
      Nullable(Moment),
    ),
    current_version_id: about(
      'The version in the store, or the last one that was.',
      Nullable(Type.Integer()),
    ),
    open_version_id: about('The version in preparation or under review.', Nullable(Type.Integer())),
    coming_version_id: about(
      'The version in preparation, in review, or decided but not released.',
      Nullable(Type.Integer()),
    ),
    versions: Type.Array(DevVersion),
    checks: about('Checks of the draft and the version in preparation, in form order.', Type.Array(Check)),
    ready: Type.Boolean(),
    download_num: Type.Integer(),
    human_download_num: Type.String(),
    listing: about(
      'Store texts about the app that its developer does not write, in both languages for the preview.',
      Type.Object({
        developer: Both,
        publisher: Type.Optional(StorePublisher),
        source: OneOf(APP_SOURCES),
        certified: Type.Boolean(),
        free: Type.Boolean(),
        downloads: Both,
        repo_url: about('Shown until a version sets a new one.', Nullable(Type.String())),
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
  summary: 'Create an app or update its draft',
  description: 'Without `id`, creates an app. Fields that you leave out are unchanged.',
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
    revision: about('The revision that you edited. Required with `id`.', Type.Optional(Revision)),
    app_key: Type.Optional(wide(40)),
    name: Type.Optional(BothIn(APP_NAME.max)),
    intro: Type.Optional(BothIn(APP_INTRO_MAX)),
    description: Type.Optional(BothIn(APP_DESCRIPTION_MAX)),
    details: Type.Optional(BothIn(APP_DETAILS_MAX)),
    category: Type.Optional(Nullable(OneOf(APP_CATEGORIES))),
    os: Type.Optional(Type.Array(OneOf(OPERATING_SYSTEMS), { maxItems: 20 })),
    arch: Type.Optional(Type.Array(OneOf(ARCHITECTURES), { maxItems: 20 })),
    logo: about('Id of an uploaded logo; null removes it.', Type.Optional(Nullable(Id))),
    screenshots: about(
      'Ids of uploaded screenshots in order. Screenshots that you leave out are removed.',
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
  summary: 'Upload an app logo',
  parts: Type.Object({ id: Id, file: Upload }),
  description: 'Send the field `id` before the part `file`. Pass the returned id to `save`.',
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
  summary: 'Upload an app screenshot',
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
  summary: 'Create or update a version draft',
  description: 'Creates a version or updates one in preparation. Fields that you leave out are unchanged.',
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
    revision: about('The version revision that you edited. Required with `id`.', Type.Optional(Revision)),
    version: Type.Optional(Line(40)),
    git_version: Type.Optional(Line(300)),
    git_commit: about(
      'Full commit id: 40 or 64 hexadecimal digits. Changing `git_version` without it clears the previous value.',
      Type.Optional(Line(300)),
    ),
    package_sha256: about(
      '64 hexadecimal digits. Changing `size` without it clears the previous value.',
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
  summary: 'Submit for review',
  description:
    'Submits the draft with a version (`version_id`), or only the listing of a published app (`listing_of`). If you send revisions, the call fails when the draft was changed in the meantime.',
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
    version_id: about('One of the two is required.', Type.Optional(Id)),
    listing_of: about('Id of the app whose listing is submitted without a version.', Type.Optional(Id)),
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
  summary: 'Appeal a rejection',
  errors: ['APPEAL_OVER', 'FORBIDDEN', 'STATE_CHANGED', 'VERSION_NOT_FOUND', 'VERSION_OPEN'],

  body: Strict({ version_id: Id, text: wide(APPEAL_TEXT_MAX) }),
  data: Moved,
});
export const yank = call({
  summary: 'Yank a released version',
  errors: ['FORBIDDEN', 'STATE_CHANGED', 'VERSION_NOT_FOUND'],

  body: Strict({
    version_id: Id,
    reasons: about(
      'In both languages. If one is empty, the other is shown.',
      Type.Optional(BothIn(YANK_REASON_MAX)),
    ),
    reason: about(
      'Use instead of `reasons` for one text in both languages.',
      Type.Optional(wide(YANK_REASON_MAX)),
    ),
  }),
  data: Moved,
});
export const unpublish = call({
  summary: 'Unpublish an app',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN', 'STATE_CHANGED'],

  body: Strict({
    id: Id,
    reason: Type.Optional(wide(YANK_REASON_MAX)),
    replacement: about(
      'The replacement, as in `devAppReplace`. Unchanged if missing.',
      Type.Optional(wide(URL_MAX)),
    ),
  }),
  data: Moved,
});
export const replace = call({
  summary: 'Set a replacement for an unpublished app',
  description:
    'The page of the unpublished app links to the replacement, and `appStoreDetail` returns it. If the replacement is itself unpublished, its own replacement is used.',
  errors: ['APP_NOT_FOUND', 'APP_TAKEN_DOWN', 'FORBIDDEN', 'STATE_CHANGED'],
  body: Strict({
    id: Id,
    replacement: about(
      'App key or store address of a published app of any developer. Empty or missing: none.',
      Type.Optional(wide(URL_MAX)),
    ),
  }),
  data: Type.Object({ replaced_by: Nullable(Replacement) }),
});
export const relist = call({
  summary: 'Publish an app again',
  errors: ['APP_NOT_FOUND', 'APP_TAKEN_DOWN', 'FORBIDDEN', 'STATE_CHANGED'],
  body: Strict({ id: Id }),
  data: Moved,
});

export const versionDelete = call({
  summary: 'Delete a version draft',
  description: 'Only for versions that were never submitted. The version number becomes available again.',
  errors: ['VERSION_NOT_FOUND', 'VERSION_SUBMITTED'],
  body: OfVersion,
  data: Empty,
});

export const appDelete = call({
  summary: 'Delete an app draft',
  description: 'Only for apps that were never submitted. The app names become available again.',
  errors: ['APP_NOT_FOUND', 'APP_SUBMITTED'],
  body: Strict({ id: Id }),
  data: Empty,
});

export const suggestionAnswer = call({
  summary: 'Reply to a reviewer’s suggestion',
  description:
    'Replies to a suggestion or marks it as resolved. An empty reply or `resolved: false` reverts it.',
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
    'A changed field. Texts are split into parts; lists and images give additions, removals and moves.',
    Type.Object({
      field: OneOf(SUGGESTION_FIELDS),
      locale: about('Null: the field has no language.', Nullable(OneOf(['zh', 'en']))),
      kind: OneOf(['text', 'value', 'list', 'pictures']),
      before: Nullable(Type.String()),
      after: Nullable(Type.String()),
      parts: about(
        'Parts of a text in order.',
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
  summary: 'Compare a version with the previous one',
  description: 'Compares with the previous submission or, if there is none, with the store.',
  errors: ['FORBIDDEN', 'VERSION_NOT_FOUND'],

  query: Strict({ version_id: Id }),
  data: Type.Object({
    base: about('The version used for comparison.', OneOf(['submission', 'release', 'nothing'])),
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
    actor: about('The role in the requested language, such as 审核员.', Type.String()),
    version_id: Nullable(Type.Integer()),
    version: Nullable(Type.String()),
    listing: about('True for a submission of the listing only.', Type.Boolean()),
    text: about(
      'The reason or message. For `replace`, the name of the replacement, or empty if it was removed.',
      Type.String(),
    ),
  });

/** A line about a version: what an app as a whole is about is not among them. */
export const VersionEvent = eventOf(DEVELOPER_ACTIONS);

export const timeline = call({
  summary: 'Get app history',
  description: 'Newest first.',
  errors: ['APP_NOT_FOUND', 'FORBIDDEN'],

  query: Strict({ id: Id, version_id: Type.Optional(Id), ...Paging }),
  data: Type.Object({ ...paged(eventOf([...DEVELOPER_ACTIONS, 'replace'])) }),
});
