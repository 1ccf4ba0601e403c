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
  SEARCH_MAX,
  SUGGESTION_ANSWER_MAX,
  SUGGESTION_FIELDS,
  URL_MAX,
  VERSION_CHANGES,
  VERSION_DESCRIPTION_MAX,
  YANK_REASON_MAX,
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
  Type,
} from './define.ts';

// Bounds of the wire are wide: the yup schemas say the rule, with its words.
const wide = (length: number) => Line(length * 2 + 200);
/** A text in both languages, as a developer writes it. */
const BothIn = (length: number) => Strict({ zh: wide(length), en: wide(length) });

/** The signed-in developer's apps, the newest change first. */
export const devAppList = {
  query: Strict({
    /** Part of a name or of the app's key. */
    q: Type.Optional(Line(SEARCH_MAX * 2)),
    status: Type.Optional(OneOf(APP_STATUSES)),
    review_status: Type.Optional(OneOf(REVIEW_STATUSES)),
    waits_for: Type.Optional(OneOf(APP_TURNS)),
    ...Paging,
  }),
  data: Type.Object(
    paged(
      Type.Object({
        id: Type.Integer(),
        app_key: Type.String(),
        /** Empty while the draft has none. */
        name: Type.String(),
        intro: Type.String(),
        logo: Nullable(Type.String()),
        status: OneOf(APP_STATUSES),
        /** Of the newest version that is not live yet; null when there is none. */
        review_status: Nullable(OneOf(REVIEW_STATUSES)),
        /** The live version, or the newest one. */
        version: Nullable(Type.String()),
        /** The version that is not live yet; null when there is none. */
        coming_version: Nullable(Type.String()),
        due_at: Nullable(Moment),
        /** Whose turn it is, and since when; `waits_since` is null when it is nobody's. */
        waits_for: OneOf(APP_TURNS),
        waits_since: Nullable(Moment),
        /** Suggestions that wait for the developer. */
        open_suggestions: Type.Integer(),
        taken_down: Type.Boolean(),
        download_num: Type.Integer(),
        human_download_num: Type.String(),
        updated_at: Moment,
      }),
    ),
  ),
};

/** Whether a name can be had; `id` is the app that would bear it, when there is one. */
export const checkName = {
  query: Strict({ name: wide(APP_NAME.max), id: Type.Optional(Id) }),
  data: Type.Object({
    state: OneOf(NAME_STATES),
    /** Names that it can be taken for, of apps that are or were in the store. */
    like: Type.Array(Type.String()),
  }),
};

const Relation = {
  kind: OneOf(['dependency', 'conflict']),
  /** Key of an app of the store; null when it is a package of the system. */
  app_key: Nullable(wide(40)),
  package: Nullable(wide(APP_RELATIONS.package)),
  constraint: wide(APP_RELATIONS.constraint),
};
const requirement = BothIn(APP_REQUIREMENT_MAX);

/** What the server still asks for before a submission, or finds in order. */
const Check = Type.Object({
  field: OneOf(SUGGESTION_FIELDS),
  ok: Type.Boolean(),
  /** Key of the `validation` words: the first fault. Null when it is in order. */
  message: Nullable(Type.String()),
  /** Every fault with its place, such as `name.en`. */
  faults: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
});

const Picture = {
  id: Type.Integer(),
  src: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
};
/** The content of an app in both languages. */
export const DevContent = Type.Object({
  name: Both,
  intro: Both,
  description: Both,
  /** Sanitised rich text. */
  details: Both,
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
});

const Suggestion = Type.Object({
  id: Type.Integer(),
  version_id: Type.Integer(),
  /** The submission that it is about. */
  round: Type.Integer(),
  field: OneOf(SUGGESTION_FIELDS),
  text: Type.String(),
  created_at: Moment,
  resolved: Type.Boolean(),
  answer: Nullable(Type.String()),
  answered_at: Nullable(Moment),
});

export const DevVersion = Type.Object({
  id: Type.Integer(),
  version: Type.String(),
  git_version: Type.String(),
  /** The whole commit id behind it; a submission needs it. Null while it was not given. */
  git_commit: Nullable(Type.String()),
  /** SHA-256 of the package, in 64 hex digits; a submission needs it. Null while it was not given. */
  package_sha256: Nullable(Type.String()),
  repo_url: Nullable(Type.String()),
  size: Type.Integer(),
  human_size: Type.String(),
  description: Both,
  changes: Type.Array(Type.Object({ kind: OneOf(CHANGE_KINDS), text: Both })),
  review_status: OneOf(REVIEW_STATUSES),
  revision: Revision,
  /** How often it was submitted. */
  round: Type.Integer(),
  created_at: Moment,
  submitted_at: Nullable(Moment),
  /** Set while a reviewer has the turn. */
  due_at: Nullable(Moment),
  decided_at: Nullable(Moment),
  released_at: Nullable(Moment),
  reject_reason: Nullable(OneOf(REJECT_REASONS)),
  /** The reviewer's words. */
  decision_text: Type.String(),
  yank_reason: Nullable(Type.String()),
  /** Set when the rejection can still be appealed. */
  appeal_until: Nullable(Moment),
  /** Whether its fields can be changed. */
  editable: Type.Boolean(),
  /** What the developer may do with it now. */
  actions: Type.Array(OneOf(DEVELOPER_ACTIONS)),
  suggestions: Type.Array(Suggestion),
});

/** One's own app with its draft, versions, open suggestions and the checklist. */
export const devAppDetail = {
  query: Strict({ id: Id }),
  data: Type.Object({
    id: Type.Integer(),
    app_key: Type.String(),
    /** The key cannot be changed any more. */
    app_key_fixed: Type.Boolean(),
    status: OneOf(APP_STATUSES),
    /** Why an operator took it out of the store; null when none did. */
    taken_down_reason: Nullable(Type.String()),
    revision: Revision,
    updated_at: Moment,
    waits_for: OneOf(APP_TURNS),
    waits_since: Nullable(Moment),
    draft: DevContent,
    /** The draft says something else than the store does. */
    draft_differs: Type.Boolean(),
    /** The version that the store shows, or showed last. */
    current_version_id: Nullable(Type.Integer()),
    /** The version in preparation or under review. */
    open_version_id: Nullable(Type.Integer()),
    versions: Type.Array(DevVersion),
    /** Of the draft and the version in preparation, in the order of the form. */
    checks: Type.Array(Check),
    ready: Type.Boolean(),
    download_num: Type.Integer(),
    human_download_num: Type.String(),
    /** What the store says about the app beside what its developer writes; a preview needs it in both languages. */
    listing: Type.Object({
      developer: Both,
      source: OneOf(APP_SOURCES),
      certified: Type.Boolean(),
      free: Type.Boolean(),
      downloads: Both,
      /** Shown until a version names another one. */
      repo_url: Nullable(Type.String()),
      first_published_at: Nullable(Moment),
    }),
  }),
};
const Saved = Type.Object({
  id: Type.Integer(),
  app_key: Type.String(),
  revision: Revision,
  updated_at: Moment,
  draft: DevContent,
  checks: Type.Array(Check),
  ready: Type.Boolean(),
});

/** Saves a draft, or begins one without `id`. A field that is left out stays as it is. */
export const save = {
  body: Strict({
    id: Type.Optional(Id),
    /** The revision that was edited; with `id` it is needed. */
    revision: Type.Optional(Revision),
    app_key: Type.Optional(wide(40)),
    name: Type.Optional(BothIn(APP_NAME.max)),
    intro: Type.Optional(BothIn(APP_INTRO_MAX)),
    description: Type.Optional(BothIn(APP_DESCRIPTION_MAX)),
    details: Type.Optional(BothIn(APP_DETAILS_MAX)),
    category: Type.Optional(Nullable(OneOf(APP_CATEGORIES))),
    os: Type.Optional(Type.Array(OneOf(OPERATING_SYSTEMS), { maxItems: 20 })),
    arch: Type.Optional(Type.Array(OneOf(ARCHITECTURES), { maxItems: 20 })),
    /** Id of an uploaded logo; null takes it away. */
    logo: Type.Optional(Nullable(Id)),
    /** Ids of uploaded screenshots in their order; those that are left out are taken away. */
    screenshots: Type.Optional(
      Type.Array(Strict({ id: Id, alt: BothIn(SCREENSHOT_ALT_MAX) }), { maxItems: 100 }),
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
};

/** Multipart: a field `id` of the app, then one part named `file`. The answer's id goes into `save`. */
export const uploadLogo = { data: Type.Object(Picture) };
export const uploadScreenshot = { data: Type.Object({ ...Picture, srcset: Type.String() }) };

/** Begins a version of an app, or changes one in preparation. A field that is left out stays as it is. */
export const versionSave = {
  body: Strict({
    app_id: Id,
    id: Type.Optional(Id),
    /** The version's revision that was edited; with `id` it is needed. */
    revision: Type.Optional(Revision),
    version: Type.Optional(Line(40)),
    git_version: Type.Optional(Line(300)),
    /** Whole: 40 or 64 hex digits. Another `git_version` without it takes the one before away. */
    git_commit: Type.Optional(Line(300)),
    /** 64 hex digits. Another `size` without it takes the one before away. */
    package_sha256: Type.Optional(Line(300)),
    repo_url: Type.Optional(Nullable(wide(URL_MAX))),
    /** Bytes. */
    size: Type.Optional(Type.Integer({ minimum: 0, maximum: PACKAGE_BYTES_MAX * 2 })),
    description: Type.Optional(BothIn(VERSION_DESCRIPTION_MAX)),
    changes: Type.Optional(
      Type.Array(Strict({ kind: OneOf(CHANGE_KINDS), text: BothIn(VERSION_CHANGES.length) }), {
        maxItems: 100,
      }),
    ),
  }),
  data: DevVersion,
};

/** An app's status and one of its versions, after a step. */
const Moved = Type.Object({ id: Type.Integer(), status: OneOf(APP_STATUSES), version: DevVersion });
const OfVersion = Strict({ version_id: Id });

/** Hands the draft and the version in. With the revisions it is refused when somebody changed them meanwhile. */
export const submit = {
  body: Strict({
    version_id: Id,
    revision: Type.Optional(Revision),
    version_revision: Type.Optional(Revision),
  }),
  data: Moved,
};
export const revoke = { body: OfVersion, data: Moved };
export const release = { body: OfVersion, data: Moved };
export const appeal = {
  body: Strict({ version_id: Id, text: wide(APPEAL_TEXT_MAX) }),
  data: Moved,
};
export const yank = {
  body: Strict({ version_id: Id, reason: wide(YANK_REASON_MAX) }),
  data: Moved,
};
export const unpublish = {
  body: Strict({ id: Id, reason: Type.Optional(wide(YANK_REASON_MAX)) }),
  data: Moved,
};
export const relist = { body: Strict({ id: Id }), data: Moved };

/** Deletes a version that was never handed in; its number is free again. */
export const versionDelete = { body: OfVersion, data: Empty };
/** Deletes an app of which no version was ever handed in; its names are free again. */
export const appDelete = { body: Strict({ id: Id }), data: Empty };

/** Answers a suggestion, says that it is done, or takes either back (an empty answer, `resolved: false`). */
export const suggestionAnswer = {
  body: Strict({
    id: Id,
    answer: Type.Optional(wide(SUGGESTION_ANSWER_MAX)),
    resolved: Type.Optional(Type.Boolean()),
  }),
  data: Suggestion,
};

/** One field that is not the same. Texts come in parts, lists and pictures as what came, went and moved. */
export const FieldDifference = Type.Object({
  field: OneOf(SUGGESTION_FIELDS),
  /** Null: the field has no language. */
  locale: Nullable(OneOf(['zh', 'en'])),
  kind: OneOf(['text', 'value', 'list', 'pictures']),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  /** Of a text, in its order. */
  parts: Type.Array(Type.Object({ change: OneOf(['same', 'added', 'removed']), text: Type.String() })),
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  pictures: Type.Array(
    Type.Object({
      change: OneOf(['same', 'added', 'removed', 'moved', 'reworded']),
      id: Type.Integer(),
      src: Type.String(),
      alt: Type.String(),
      /** Places from 1; null where it is not. */
      from: Nullable(Type.Integer()),
      to: Nullable(Type.Integer()),
    }),
  ),
});

/** What a version changes: against its last submission, or else what the store shows. */
export const difference = {
  query: Strict({ version_id: Id }),
  data: Type.Object({
    /** What it is compared with. */
    base: OneOf(['submission', 'release', 'nothing']),
    base_version: Nullable(Type.String()),
    base_round: Nullable(Type.Integer()),
    base_at: Nullable(Moment),
    fields: Type.Array(FieldDifference),
  }),
};

/** What happened to an app, newest first. */
export const timeline = {
  query: Strict({ id: Id, version_id: Type.Optional(Id), ...Paging }),
  data: Type.Object(
    paged(
      Type.Object({
        id: Type.Integer(),
        at: Moment,
        action: OneOf(DEVELOPER_ACTIONS),
        /** As whom; never a name. */
        role: OneOf(EVENT_ROLES),
        /** The role in the language of the header, such as 审核员. */
        actor: Type.String(),
        version_id: Nullable(Type.Integer()),
        version: Nullable(Type.String()),
        text: Type.String(),
      }),
    ),
  ),
};
