import { ARCHITECTURES, CLIENT_PLATFORMS, INVITATION_STATES, RELEASE_PRODUCTS } from '@yunduo/validation';
import { Empty, Id, Line, Moment, Nullable, OneOf, paged, Paging, Strict, Type } from './define.ts';

/** Size and checksum are those of the stored bytes, whatever the publisher said of them. */
const artefact = {
  /** Name under which a browser stores it. */
  filename: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  human_size: Type.String(),
  /** Lower-case hex. */
  sha256: Type.String(),
};

export const releases = {
  data: Type.Object({
    /** Newest first; each has every platform. */
    list: Type.Array(
      Type.Object({
        version: Type.String(),
        published_at: Moment,
        current: Type.Boolean(),
        /** Rendered Markdown in the language of the header: only the tags of specification §1. */
        notes: Type.String(),
        platforms: Type.Array(
          Type.Object({
            platform: OneOf(CLIENT_PLATFORMS),
            /** What it runs on, in the language of the header. */
            system: Type.String(),
            ...artefact,
          }),
        ),
      }),
    ),
    /** Announced (specification §1): there is nothing to download yet. */
    linux: OneOf(['coming']),
    /** What a claim must agree to; null until one is published, and nothing can be claimed then. */
    protocol: Nullable(Type.Object({ id: Type.String(), version: Type.String() })),
  }),
};

export const claim = {
  body: Strict({
    invitation_code: Line(64),
    platform: OneOf(CLIENT_PLATFORMS),
    protocol_id: Line(64),
    protocol_version: Line(20),
    agree: Type.Boolean(),
  }),
  data: Type.Object({
    /** Signed; supports range requests. */
    url: Type.String(),
    /** Seconds. */
    expires_in: Type.Integer(),
    version: Type.String(),
    ...artefact,
  }),
};

/** What `claim` answered as `url`. `lang` is the language of a refusal: a browser that follows a link sends no header. */
export const clientFile = {
  query: Strict({ link: Type.Optional(Line(200)), lang: Type.Optional(Line(10)) }),
  data: Type.Unknown(),
};

const privateVersion = {
  version: Type.String(),
  published_at: Moment,
  current: Type.Boolean(),
  notes: Type.String(),
};

export const versions = {
  data: Type.Object({ list: Type.Array(Type.Object(privateVersion)) }),
};

/** Without `version`: the current one. */
export const detail = {
  query: Strict({ version: Type.Optional(Line(20)) }),
  data: Type.Object({
    ...privateVersion,
    /** Downloads the script, compares it with its checksum, runs it. */
    bash_command: Type.String(),
    /** Pins the image by its digest. */
    docker_command: Type.String(),
    /** Name without tag and digest. */
    image: Type.String(),
    /** `sha256:…` */
    digest: Type.String(),
    /** The script by itself, for who reads before running. */
    script: Type.Object({ url: Type.String(), sha256: Type.String() }),
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        arch: OneOf(ARCHITECTURES),
        size: Type.Integer(),
        human_size: Type.String(),
        sha256: Type.String(),
        url: Type.String(),
      }),
    ),
    /** How long an installation takes, from and to (specification §9). */
    minutes: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
  }),
};

/** Answers the script itself, its messages in `lang`. Without `version`: the current one. */
export const installScript = {
  query: Strict({ version: Type.Optional(Line(20)), lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.Unknown(),
};
/** A package of a version; `lang` as for `clientFile`. */
export const privateFile = {
  query: Strict({ version: Line(20), arch: Line(20), lang: Type.Optional(Line(10)) }),
  data: Type.Unknown(),
};

export const Invitation = Type.Object({
  id: Type.Integer(),
  /** Prefix and first group: the whole code is shown once, when it is made. */
  head: Type.String(),
  note: Type.String(),
  state: OneOf(INVITATION_STATES),
  uses: Type.Integer(),
  used: Type.Integer(),
  /** Null: never. */
  expires_at: Nullable(Moment),
  created_at: Moment,
  last_used_at: Nullable(Moment),
  revoked_at: Nullable(Moment),
});

export const invitations = {
  query: Strict({
    state: Type.Optional(OneOf(['all', ...INVITATION_STATES])),
    ...Paging,
  }),
  data: Type.Object(paged(Invitation)),
};
export const createInvitation = {
  body: Strict({
    /** Once when it is left out. */
    uses: Type.Optional(Type.Integer()),
    /** Null: never. After 90 days when it is left out. */
    expires_at: Type.Optional(Nullable(Moment)),
    note: Type.Optional(Line(1000)),
  }),
  /** The only answer that holds the whole code. */
  data: Type.Object({ code: Type.String(), invitation: Invitation }),
};
export const revokeInvitation = { body: Strict({ id: Id }), data: Invitation };

/**
 * Multipart: fields `product`, `version`, `notes_zh`, `notes_en`, for private deployment `image` and `digest`; one file
 * part for each platform or architecture, named after it.
 */
export const publish = {
  data: Type.Object({
    product: OneOf(RELEASE_PRODUCTS),
    version: Type.String(),
    published_at: Moment,
    artefacts: Type.Array(Type.Object({ target: Type.String(), ...artefact })),
  }),
};
export const withdraw = {
  body: Strict({ product: OneOf(RELEASE_PRODUCTS), version: Line(20), reason: Line(4000) }),
  data: Empty,
};
