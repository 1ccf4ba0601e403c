import {
  EMAIL_MAX,
  LICENCE_ACTIONS,
  LICENCE_PLANS,
  LICENCE_STATES,
  LICENCE_VERDICTS,
  OFFLINE_FILE_STATES,
  OFFLINE_RECEIPT_MAX,
  OFFLINE_REQUEST_MAX,
  SEARCH_MAX,
  TRANSFER_STATUSES,
} from '@yunduo/validation';
import {
  about,
  call,
  model,
  Id,
  Line,
  Moment,
  Nullable,
  OneOf,
  paged,
  Paging,
  Strict,
  Type,
} from './define.ts';
import { Order } from './order.ts';

const Plan = OneOf(LICENCE_PLANS);
// Wire bounds are wide: the yup schemas define the rules and their messages.
const Code = Line(200);
const Fingerprint = Line(200);
const Text = Line(2000);

export const plans = call({
  summary: 'List the licence plans with their prices',
  shared: true,

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        plan: Plan,
        name: about('In the language of the header.', Type.String()),
        note: about('One line beside the price; may be empty.', Type.String()),
        months: about('Calendar months; null never ends.', Nullable(Type.Integer())),
        price: about('Minor units.', Type.Integer()),
        currency: Type.String(),
      }),
    ),
    keys: about(
      'What licences and answers of `verify` are signed with, newest first: Ed25519, 32 bytes in base64. Believe a key that you have, and each that a believed one signed.',
      Type.Array(
        Type.Object({
          key_id: Type.String(),
          public_key: Type.String(),
          signed_by: about('The key before it; null: the first of all.', Nullable(Type.String())),
          signature: about(
            'By that key over the lines `yunduo-licence-key/1`, `key_id`, `public_key`, `signed_by`.',
            Nullable(Type.String()),
          ),
        }),
      ),
    ),
  }),
});

export const Transfer = model(
  'LicenceTransfer',
  Type.Object({
    id: Type.Integer(),
    status: OneOf(TRANSFER_STATUSES),
    to_email: Type.String(),
    created_at: Moment,
    expires_at: about('The last moment at which it can be accepted.', Moment),
    decided_at: Nullable(Moment),
  }),
);

export const Licence = model(
  'Licence',
  about(
    'A licence as its owner sees it, without the code.',
    Type.Object({
      id: Type.Integer(),
      code_tail: about('The last four symbols of the code: what it is called by.', Type.String()),
      plan: about('Plan of the newest paid term.', Plan),
      state: about('As of now: computed when it is asked for.', OneOf(LICENCE_STATES)),
      remark: Type.String(),
      server: Nullable(Type.Object({ name: Type.String(), fingerprint: Type.String(), bound_at: Moment })),
      started_at: about('The first bind.', Nullable(Moment)),
      expires_at: about('Null before the first bind and for a permanent licence.', Nullable(Moment)),
      days_left: about(
        'Begun days until the expiry; null where there is none, 0 when it is past.',
        Nullable(Type.Integer()),
      ),
      in_grace: about('Expired, within the time that a client without network may go on.', Type.Boolean()),
      grace_until: about('Expired: when that time ends.', Nullable(Moment)),
      last_seen_at: about('When its client asked about it last.', Nullable(Moment)),
      cloned: about(
        'Two machines seem to have the fingerprint of its server: when that was noticed last, and where they are.',
        Nullable(Type.Object({ at: Moment, networks: Type.Array(Type.String()) })),
      ),
      offline: about(
        'Its licence files that are still valid, those that end last speaking for all: the licence stays on their server until they end, or a receipt of that server or an operator releases them. Null when there is none.',
        Nullable(
          Type.Object({
            server: Type.String(),
            expires_at: about('Null for the permanent ones of earlier versions.', Nullable(Moment)),
            receipt: about(
              'Whether the client there can make the receipt; those of earlier versions cannot.',
              Type.Boolean(),
            ),
          }),
        ),
      ),
      revoked_at: Nullable(Moment),
      order_no: about('The order that it came with.', Nullable(Type.String())),
      transfer: about('The offer that stands open.', Nullable(Transfer)),
      actions: about('What its owner can do now.', Type.Array(OneOf(LICENCE_ACTIONS))),
      created_at: Moment,
    }),
  ),
);

export const IncomingTransfer = model(
  'IncomingTransfer',
  about(
    'An offer made to me.',
    Type.Object({
      id: Type.Integer(),
      from_email: Type.String(),
      plan: Plan,
      code_tail: Type.String(),
      state: OneOf(LICENCE_STATES),
      licence_expires_at: Nullable(Moment),
      created_at: Moment,
      expires_at: Moment,
    }),
  ),
);

export const my = call({
  summary: "List the caller's licences",

  query: Strict({
    state: Type.Optional(OneOf(LICENCE_STATES)),
    q: about(
      "Part of the server's name or of the remark, or the tail of the code.",
      Type.Optional(Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' })),
    ),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(Type.Intersect([Licence, Type.Object({ code: Type.String() })])),
    counts: about(
      'Of all my licences that `q` finds, whatever the state.',
      Type.Object({
        unused: Type.Integer(),
        active: Type.Integer(),
        expired: Type.Integer(),
        revoked: Type.Integer(),
      }),
    ),
    incoming: about(
      'Offers made to my address that I can accept or turn down.',
      Type.Array(IncomingTransfer),
    ),
  }),
});

export const detail = call({
  summary: 'Read one licence',
  errors: ['LICENCE_NOT_FOUND'],

  query: Strict({ id: Id }),
  data: Type.Intersect([
    Licence,
    Type.Object({
      code: Type.String(),
      explain: Type.Object({
        code: about('Key of the reason, for views that say it in their own words.', Type.String()),
        values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])),
        text: about('Why it is in its state, in the language of the header.', Type.String()),
        next: Type.Object({ code: Type.String(), text: Type.String() }),
      }),
      unbind: Type.Object({
        left: Type.Integer(),
        limit: Type.Integer(),
        days: about('Days that the limit is counted over.', Type.Integer()),
        next_at: about('When the next one is possible; null for now.', Nullable(Moment)),
      }),
      files: about(
        'Licence files made for me, newest first.',
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            server: Type.String(),
            issued_at: Moment,
            expires_at: Nullable(Moment),
            state: OneOf(OFFLINE_FILE_STATES),
          }),
        ),
      ),
      file_renewable: about(
        'Whether the file of its server can be made again without a new request.',
        Type.Boolean(),
      ),
      terms: about(
        'What was paid for, oldest first.',
        Type.Array(
          Type.Object({
            plan: Plan,
            added_at: Moment,
            order_no: Nullable(Type.String()),
            revoked_at: Nullable(Moment),
          }),
        ),
      ),
      transfers: about('My offers of it, newest first.', Type.Array(Transfer)),
      events: about(
        'What happened since it is mine, newest first.',
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            kind: Type.String(),
            at: Moment,
            details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()])),
          }),
        ),
      ),
    }),
  ]),
});

export const bind = call({
  summary: 'Bind a licence to a server',
  errors: [
    'LICENCE_BOUND',
    'LICENCE_BOUND_HERE',
    'LICENCE_EXPIRED',
    'LICENCE_FILE_OUT_OLD',
    'LICENCE_IN_TRANSFER',
    'LICENCE_NOT_FOUND',
    'LICENCE_REVOKED',
    'LICENCE_SERVER_TAKEN',
  ],

  body: Strict({ code: Code, server_name: Text, fingerprint: Fingerprint }),
  data: Licence,
});

const Receipt = about(
  'The text of a deactivation receipt, as the client of the server wrote it.',
  Type.Optional(Line(OFFLINE_RECEIPT_MAX)),
);

export const unbind = call({
  summary: 'Release a licence from its server',
  description: '`receipt` is needed while a licence file is valid for its server.',
  errors: [
    'LICENCE_FILE_OUT',
    'LICENCE_FILE_OUT_OLD',
    'LICENCE_NOT_BOUND',
    'LICENCE_NOT_FOUND',
    'LICENCE_REVOKED',
    'RECEIPT_EXPIRED',
    'RECEIPT_FOREIGN',
    'RECEIPT_INVALID',
    'RECEIPT_USED',
    'UNBIND_LIMIT',
    'UNBIND_TOO_SOON',
  ],
  body: Strict({ id: Id, reason: Text, receipt: Receipt }),
  data: Licence,
});
export const edit = call({
  summary: 'Rename the server of a licence',
  errors: ['LICENCE_NOT_FOUND'],
  body: Strict({ id: Id, remark: Text }),
  data: Licence,
});

export const renew = call({
  summary: 'Order the renewal of a licence',
  description: 'Answers the order to be paid.',
  errors: [
    'LICENCE_IN_TRANSFER',
    'LICENCE_NOT_FOUND',
    'LICENCE_NOT_STARTED',
    'LICENCE_PERMANENT',
    'LICENCE_REVOKED',
    'LICENCE_SERVER_REPLACED',
  ],
  body: Strict({ id: Id, plan: Plan }),
  data: Order,
});

export const transfer = call({
  summary: 'Offer a licence to another account',
  description: '`receipt` as in `unbind`: of the server that it was on.',
  errors: [
    'LICENCE_EXPIRED',
    'LICENCE_FILE_OUT',
    'LICENCE_FILE_OUT_OLD',
    'LICENCE_IN_TRANSFER',
    'LICENCE_NOT_FOUND',
    'LICENCE_REVOKED',
    'LICENCE_TRANSFER_BOUND',
    'LICENCE_TRANSFER_SELF',
  ],

  body: Strict({ id: Id, to_email: Line(EMAIL_MAX * 2), receipt: Receipt }),
  data: Licence,
});

export const transferCancel = call({
  summary: 'Take an offered licence back, or turn it down',
  description: 'By its owner: taken back. By the receiver: turned down.',
  errors: ['TRANSFER_CLOSED', 'TRANSFER_NOT_FOUND'],
  body: Strict({ transfer_id: Id }),
  data: Transfer,
});
export const transferAccept = call({
  summary: 'Accept an offered licence',
  errors: ['LICENCE_FILE_OUT', 'TRANSFER_CLOSED', 'TRANSFER_NOT_FOUND'],
  body: Strict({ transfer_id: Id }),
  data: Licence,
});

const IssuedFile = model(
  'IssuedFile',
  Type.Object({
    filename: Type.String(),
    file: about('The licence file, ready to be saved.', Type.String()),
    expires_at: about('When the file ends: with the licence, or after twelve months.', Moment),
    licence: Licence,
  }),
);
export const offlineRequest = call({
  summary: 'Issue a licence file for a server without network',
  errors: [
    'LICENCE_BOUND',
    'LICENCE_EXPIRED',
    'LICENCE_IN_TRANSFER',
    'LICENCE_NOT_FOUND',
    'LICENCE_REVOKED',
    'LICENCE_SERVER_TAKEN',
    'OFFLINE_KEY_ENDED',
    'OFFLINE_REQUEST_INVALID',
  ],

  body: about(
    'The text of the request file, as the server without network wrote it.',
    Strict({ request: Line(OFFLINE_REQUEST_MAX) }),
  ),
  data: IssuedFile,
});

export const offlineRenew = call({
  summary: 'Renew the licence file of a server without network',
  description: 'The file of the server that it is bound to, once more, with the end that it has today.',
  errors: ['LICENCE_EXPIRED', 'LICENCE_NOT_BOUND', 'LICENCE_NOT_FOUND', 'OFFLINE_FILE_NONE'],
  body: Strict({ id: Id }),
  data: IssuedFile,
});

export const verify = call({
  summary: 'Check an authorization code without signing in',

  body: Strict({ code: Code, fingerprint: Fingerprint, nonce: Line(200) }),
  data: Type.Object({
    valid: Type.Boolean(),
    code: OneOf(LICENCE_VERDICTS),
    plan: Nullable(Plan),
    expires_at: Nullable(Moment),
    grace_until: about('Until when a client that cannot reach us may rely on this answer.', Nullable(Moment)),
    server_time: Moment,
    key_id: Type.String(),
    signature: about('Ed25519, base64, over the text that `docs/operations.md` describes.', Type.String()),
  }),
});
