import {
  ARCHITECTURES,
  CLIENT_PLATFORMS,
  PLATFORM_STATES,
  EMAIL_MAX,
  INVITATION,
  INVITATION_STATES,
  INVITE_ANSWERS,
  INVITE_REQUEST,
  INVITE_REQUEST_STATES,
  RELEASE_PRODUCTS,
  UPDATE_STATUSES,
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
  Strict,
  Token,
  Type,
  Upload,
} from './define.ts';

/** Size and checksum of the stored bytes, not the publisher's claims. */
const artefact = {
  filename: about('File name used for saving.', Type.String()),
  size: about('Bytes.', Type.Integer()),
  human_size: Type.String(),
  sha256: about('Lower-case hexadecimal.', Type.String()),
};

export const releases = call({
  summary: 'List client versions',
  shared: true,

  data: Type.Object({
    list: about(
      'Newest first; each has every platform.',
      Type.Array(
        Type.Object({
          version: Type.String(),
          published_at: Moment,
          current: Type.Boolean(),
          notes: about(
            'Rendered Markdown in the language of the header: only the tags of specification §1.',
            Type.String(),
          ),
          platforms: Type.Array(
            Type.Object({
              platform: OneOf(CLIENT_PLATFORMS),
              system: about('Supported systems in the requested language.', Type.String()),
              ...artefact,
            }),
          ),
        }),
      ),
    ),
    linux: about('Announced. There is no download yet.', OneOf(['coming'])),
    platforms: about(
      'Availability for each platform. Other platforms and states may be added.',
      Type.Array(
        Type.Object({
          platform: OneOf([...CLIENT_PLATFORMS, 'linux'] as const),
          state: OneOf(PLATFORM_STATES),
        }),
      ),
    ),
    protocol: about(
      'The agreement to accept before downloading; null if none is published, in which case downloads are unavailable.',
      Nullable(Type.Object({ id: Type.String(), version: Type.String() })),
    ),
  }),
});

/** The signed update information for a client. */
export const UpdateManifest = model(
  'UpdateManifest',
  Type.Object({
    format: about('The first line of the signed text.', OneOf(['yunduo-update/1'])),
    status: OneOf(UPDATE_STATUSES),
    platform: OneOf(CLIENT_PLATFORMS),
    installed: about('The requested version.', Type.String()),
    version: about('Null if there is no update, like the package fields.', Nullable(Type.String())),
    sha256: about('SHA-256 of the package, lower-case hexadecimal.', Nullable(Type.String())),
    size: about('Package size in bytes.', Nullable(Type.Integer())),
    mandatory: about('True if the installed version must not be used without the update.', Type.Boolean()),
    minimum: about(
      'The lowest version that works with our servers; null if all do.',
      Nullable(Type.String()),
    ),
    notes_sha256: about('SHA-256 of `notes` as UTF-8, lower-case hexadecimal.', Nullable(Type.String())),
    issued_at: Moment,
    expires_at: about('Expiry of the manifest.', Moment),
    key_id: about('One of the signing keys listed by `GET /api/auth_code/plans`.', Type.String()),
    signature: about(
      'Ed25519, base64, over `format` and one line `name=value` for each field from `status` to `key_id`; null is an empty value.',
      Type.String(),
    ),
  }),
);

export const clientUpdate = call({
  summary: 'Check for a client update',
  description:
    'Public. With a session, or with an authorization code and the fingerprint of its server, the response includes a package link that needs no invitation code. `docs/client-updates.md` describes what a client must check.',

  body: Strict({
    platform: about('System and architecture.', OneOf(CLIENT_PLATFORMS)),
    version: about('The installed version, x.x.x.', Line(20)),
    code: about('An authorization code, sent with `fingerprint`.', Type.Optional(Line(64))),
    fingerprint: Type.Optional(Line(64)),
  }),
  data: Type.Object({
    manifest: UpdateManifest,
    filename: Nullable(Type.String()),
    notes: about(
      'Rendered Markdown in the language of the header; null without an update.',
      Nullable(Type.String()),
    ),
    url: about(
      'Null if there is no update, or without a session or code. Supports range requests.',
      Nullable(Type.String()),
    ),
    expires_in: about('Validity of the link in seconds.', Nullable(Type.Integer())),
  }),
});

export const claim = call({
  summary: 'Get a download link',
  errors: [
    'DOWNLOAD_NOT_FOUND',
    'INVITATION_EXPIRED',
    'INVITATION_NOT_FOUND',
    'INVITATION_REVOKED',
    'INVITATION_USED_UP',
    'PROTOCOL_REQUIRED',
  ],

  body: Strict({
    invitation_code: Line(64),
    platform: OneOf(CLIENT_PLATFORMS),
    protocol_id: Line(64),
    protocol_version: Line(20),
    agree: Type.Boolean(),
  }),
  data: Type.Object({
    url: about('Signed link. Supports range requests.', Type.String()),
    expires_in: about('Seconds.', Type.Integer()),
    version: Type.String(),
    ...artefact,
  }),
});

export const clientFile = call({
  summary: 'Download the client',
  media: 'application/octet-stream',
  ranges: true,
  description:
    'The `url` returned by `claim`. `lang` sets the language of errors, because a browser following a link sends no `Lang` header.',
  errors: ['DOWNLOAD_EXPIRED', 'DOWNLOAD_NOT_FOUND'],

  query: Strict({ link: Type.Optional(Line(200)), lang: Type.Optional(Line(10)) }),
  data: Type.Unknown(),
});

const privateVersion = {
  version: Type.String(),
  published_at: Moment,
  current: Type.Boolean(),
  notes: Type.String(),
};

export const versions = call({
  summary: 'List private deployment versions',
  shared: true,

  data: Type.Object({ list: Type.Array(Type.Object(privateVersion)) }),
});

export const detail = call({
  summary: 'Get a private deployment version',
  shared: true,
  description: 'Default: the current version.',
  errors: ['RELEASE_NOT_FOUND'],

  query: Strict({ version: Type.Optional(Line(20)) }),
  data: Type.Object({
    ...privateVersion,
    bash_command: about('Downloads the script, verifies its checksum and runs it.', Type.String()),
    docker_command: about('Pins the image by its digest.', Type.String()),
    image: about('Name without tag and digest.', Type.String()),
    digest: about('`sha256:…`', Type.String()),
    script: about(
      'Link to the script, for reading it before running it.',
      Type.Object({ url: Type.String(), sha256: Type.String() }),
    ),
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
    minutes: about(
      'Installation time, from and to, in minutes.',
      Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
    ),
  }),
});

export const installScript = call({
  summary: 'Download the installation script',
  media: 'text/x-shellscript',
  description: 'Returns the script with messages in `lang`. Default: the current version.',
  errors: ['RELEASE_NOT_FOUND'],

  query: Strict({ version: Type.Optional(Line(20)), lang: Type.Optional(OneOf(['zh', 'en'])) }),
  data: Type.Unknown(),
});

export const privateFile = call({
  summary: 'Download a private deployment package',
  media: 'application/octet-stream',
  ranges: true,
  description: '`lang` sets the language of errors.',
  errors: ['DOWNLOAD_NOT_FOUND'],

  query: Strict({ version: Line(20), arch: Line(20), lang: Type.Optional(Line(10)) }),
  data: Type.Unknown(),
});

export const Invitation = model(
  'Invitation',
  Type.Object({
    id: Type.Integer(),
    head: about(
      'Prefix and first group. The whole code is shown only once, when it is created.',
      Type.String(),
    ),
    note: Type.String(),
    state: OneOf(INVITATION_STATES),
    uses: Type.Integer(),
    used: Type.Integer(),
    expires_at: about('Null: it does not expire.', Nullable(Moment)),
    created_at: Moment,
    last_used_at: Nullable(Moment),
    revoked_at: Nullable(Moment),
  }),
);

export const invitations = call({
  summary: 'List invitation codes',

  query: Strict({
    state: Type.Optional(OneOf(['all', ...INVITATION_STATES])),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(Invitation),
  }),
});
export const createInvitation = call({
  summary: 'Create invitation codes',

  body: Strict({
    uses: about('Default: 1.', Type.Optional(Type.Integer())),
    expires_at: about('Null: no expiry. Default: 90 days.', Type.Optional(Nullable(Moment))),
    note: Type.Optional(Line(1000)),
  }),
  data: about(
    'The code is returned in full only here.',
    Type.Object({ code: Type.String(), invitation: Invitation }),
  ),
});
export const createInvitations = call({
  summary: 'Create several invitation codes with the same settings',

  body: Strict({
    count: Type.Integer({ minimum: 1, maximum: INVITATION.batchMax }),
    uses: about('For each code. Default: 1.', Type.Optional(Type.Integer())),
    expires_at: about('Null: no expiry. Default: 90 days.', Type.Optional(Nullable(Moment))),
    note: Type.Optional(Line(1000)),
  }),
  data: about(
    'The codes are returned in full only here.',
    Type.Object({ list: Type.Array(Type.Object({ code: Type.String(), invitation: Invitation })) }),
  ),
});
export const revokeInvitation = call({
  summary: 'Disable an invitation code',
  errors: ['INVITATION_NOT_FOUND'],
  body: Strict({ id: Id }),
  data: Invitation,
});

export const inviteRequest = call({
  summary: 'Request an invitation code',
  description: 'The reply is sent by email in the language of the page.',
  errors: ['CAPTCHA_TICKET_INVALID'],

  body: Strict({
    email: Line(EMAIL_MAX * 2),
    purpose: about('What the client is for.', Line(INVITE_REQUEST.purposeMax * 2)),
    captcha_ticket: Token,
    locale: OneOf(['zh', 'en']),
  }),
  data: about('The response is the same for an address that already sent a request.', Empty),
});

export const InviteRequest = model(
  'InviteRequest',
  about(
    'A request for an invitation as operators see it.',
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      locale: about('The language of the reply.', OneOf(['zh', 'en'])),
      purpose: Type.String(),
      state: OneOf(INVITE_REQUEST_STATES),
      created_at: Moment,
      answered_at: Nullable(Moment),
      answer: about('Text by the operator; can be empty.', Type.String()),
      invitation: about('The first characters of the code that was sent.', Nullable(Type.String())),
    }),
  ),
);

export const inviteRequests = call({
  summary: 'List requests for an invitation code',

  query: Strict({
    state: about('Default: all.', Type.Optional(OneOf(['all', ...INVITE_REQUEST_STATES]))),
    ...Paging,
  }),
  data: Type.Object({ ...paged(InviteRequest) }),
});
export const answerInviteRequest = call({
  summary: 'Answer a request for an invitation code',
  description:
    'Sends a code, or a rejection with its reason, by email. The code is not part of any API response.',
  errors: ['CONFLICT_OF_INTEREST', 'INVITE_REQUEST_NOT_FOUND', 'STATE_CHANGED'],

  body: Strict({
    id: Id,
    decision: OneOf(INVITE_ANSWERS),
    text: about(
      'In the language of the request. Required to decline.',
      Type.Optional(Line(INVITE_REQUEST.answerMax * 2)),
    ),
  }),
  data: InviteRequest,
});

export const publish = call({
  summary: 'Publish a release',
  parts: Type.Object({
    product: OneOf(RELEASE_PRODUCTS),
    version: Line(20),
    notes_zh: Type.String(),
    notes_en: Type.String(),
    image: Type.Optional(Type.String()),
    digest: Type.Optional(Type.String()),
    file: Upload,
  }),
  description:
    '`image` and `digest` are for private deployment only. Send one file part per platform or architecture, named after it.',
  errors: ['ARTEFACT_TYPE', 'RELEASE_INCOMPLETE', 'RELEASE_TAKEN'],

  data: Type.Object({
    product: OneOf(RELEASE_PRODUCTS),
    version: Type.String(),
    published_at: Moment,
    artefacts: Type.Array(Type.Object({ target: Type.String(), ...artefact })),
  }),
});
export const requireRelease = call({
  summary: 'Set the update rules of a client release',
  description: 'Clients receive the rules when they check for updates, within a day.',
  errors: ['RELEASE_NOT_FOUND', 'STATE_CHANGED'],

  body: Strict({
    version: Line(20),
    before: about(
      'The rules that you read. If a colleague has changed them since, the call fails.',
      Type.Optional(Strict({ mandatory: Type.Boolean(), minimum: Nullable(Line(20)) })),
    ),
    mandatory: about('True if earlier versions must update to this or a later version.', Type.Boolean()),
    minimum: about(
      'The lowest version that works with our servers, up to this one; null if all do.',
      Nullable(Line(20)),
    ),
  }),
  data: Empty,
});
export const withdraw = call({
  summary: 'Withdraw a release',
  errors: ['RELEASE_NOT_FOUND'],

  body: Strict({ product: OneOf(RELEASE_PRODUCTS), version: Line(20), reason: Line(4000) }),
  data: Empty,
});
export const allReleases = call({
  summary: 'List all releases, including withdrawn ones',

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        product: OneOf(RELEASE_PRODUCTS),
        version: Type.String(),
        published_at: Moment,
        withdrawn_at: Nullable(Moment),
        reason: about('Why it was withdrawn; shown to operators only.', Nullable(Type.String())),
        mandatory: about('Client only. True if earlier versions must update.', Type.Boolean()),
        minimum: about('Client only. The lowest version that still works.', Nullable(Type.String())),
        notes: about('Markdown.', Both),
        image: Nullable(Type.String()),
        digest: Nullable(Type.String()),
        artefacts: Type.Array(Type.Object({ target: Type.String(), ...artefact })),
      }),
    ),
  }),
});
