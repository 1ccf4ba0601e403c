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
  summary: 'List plans and signing keys',
  shared: true,

  data: Type.Object({
    list: Type.Array(
      Type.Object({
        plan: Plan,
        name: about('In the requested language.', Type.String()),
        note: about('A short text beside the price; can be empty.', Type.String()),
        months: about('Calendar months; null for a permanent plan.', Nullable(Type.Integer())),
        price: about('In minor units.', Type.Integer()),
        currency: Type.String(),
      }),
    ),
    keys: about(
      'Public keys for licence files and responses of `verify`, newest first: Ed25519, 32 bytes in Base64. Trust a key only if you already trust it or a trusted key signed it.',
      Type.Array(
        Type.Object({
          key_id: Type.String(),
          public_key: Type.String(),
          signed_by: about('The previous key; null for the first one.', Nullable(Type.String())),
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
    expires_at: about('Deadline for accepting the transfer.', Moment),
    decided_at: Nullable(Moment),
  }),
);

export const Licence = model(
  'Licence',
  about(
    'An authorization code as its owner sees it, without the full code.',
    Type.Object({
      id: Type.Integer(),
      code_tail: about('The last four characters of the code.', Type.String()),
      plan: about('Plan of the most recent paid term.', Plan),
      state: about('Computed at the time of the call.', OneOf(LICENCE_STATES)),
      remark: Type.String(),
      server: Nullable(Type.Object({ name: Type.String(), fingerprint: Type.String(), bound_at: Moment })),
      started_at: about('Time of the first binding.', Nullable(Moment)),
      expires_at: about('Null before the first binding and for permanent codes.', Nullable(Moment)),
      days_left: about(
        'Days until expiry, rounded up. 0 if expired, null if it does not expire.',
        Nullable(Type.Integer()),
      ),
      in_grace: about('Expired, but within the grace period.', Type.Boolean()),
      grace_until: about('End of the grace period, if expired.', Nullable(Moment)),
      last_seen_at: about('Last check by the client.', Nullable(Moment)),
      cloned: about(
        'Set if two servers report the same fingerprint: when this was last noticed, and where they are.',
        Nullable(Type.Object({ at: Moment, networks: Type.Array(Type.String()) })),
      ),
      offline: about(
        'The valid licence files, represented by the one that expires last. The code stays bound until they expire or are released by a receipt or an operator. Null if there are none.',
        Nullable(
          Type.Object({
            server: Type.String(),
            expires_at: about('Null for permanent tokens created by earlier versions.', Nullable(Moment)),
            receipt: about(
              'True if the client on the server can create a receipt. Earlier versions cannot.',
              Type.Boolean(),
            ),
          }),
        ),
      ),
      revoked_at: Nullable(Moment),
      order_no: about('The order of the code.', Nullable(Type.String())),
      transfer: about('The pending transfer.', Nullable(Transfer)),
      actions: about('Actions available to the owner.', Type.Array(OneOf(LICENCE_ACTIONS))),
      created_at: Moment,
    }),
  ),
);

export const IncomingTransfer = model(
  'IncomingTransfer',
  about(
    'A transfer to you.',
    Type.Object({
      id: Type.Integer(),
      from_email: Type.String(),
      plan: Plan,
      code_tail: Type.String(),
      state: about('One that has expired meanwhile can only be declined.', OneOf(LICENCE_STATES)),
      licence_expires_at: Nullable(Moment),
      created_at: Moment,
      expires_at: Moment,
    }),
  ),
);

export const my = call({
  summary: 'List your authorization codes',

  query: Strict({
    state: Type.Optional(OneOf(LICENCE_STATES)),
    q: about(
      'Part of the server name or note, or the end of the code.',
      Type.Optional(Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' })),
    ),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(Type.Intersect([Licence, Type.Object({ code: Type.String() })])),
    counts: about(
      'Counts of all your codes matching `q`, in any status.',
      Type.Object({
        unused: Type.Integer(),
        active: Type.Integer(),
        expired: Type.Integer(),
        revoked: Type.Integer(),
      }),
    ),
    incoming: about(
      'Transfers to your address that you can accept or decline.',
      Type.Array(IncomingTransfer),
    ),
  }),
});

export const detail = call({
  summary: 'Get an authorization code',
  errors: ['LICENCE_NOT_FOUND'],

  query: Strict({ id: Id }),
  data: Type.Intersect([
    Licence,
    Type.Object({
      code: Type.String(),
      explain: Type.Object({
        code: about('Key of the reason, for use with your own text.', Type.String()),
        values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])),
        text: about('Reason for the status in the requested language.', Type.String()),
        next: Type.Object({ code: Type.String(), text: Type.String() }),
      }),
      unbind: Type.Object({
        left: Type.Integer(),
        limit: Type.Integer(),
        days: about('Period of the limit in days.', Type.Integer()),
        next_at: about('When the next unbinding is possible; null if now.', Nullable(Moment)),
      }),
      files: about(
        'Your licence files, newest first.',
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
        'True if the licence file can be issued again without a new request.',
        Type.Boolean(),
      ),
      terms: about(
        'Paid terms, oldest first.',
        Type.Array(
          Type.Object({
            plan: Plan,
            added_at: Moment,
            order_no: Nullable(Type.String()),
            revoked_at: Nullable(Moment),
          }),
        ),
      ),
      transfers: about('Your transfers of this code, newest first.', Type.Array(Transfer)),
      events: about(
        'History since you became the owner, newest first.',
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
  summary: 'Bind a code to a server',
  errors: [
    'LICENCE_BOUND',
    'LICENCE_BOUND_HERE',
    'LICENCE_EXPIRED',
    'LICENCE_FILE_OUT',
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
  'The deactivation receipt written by the client on the server.',
  Type.Optional(Line(OFFLINE_RECEIPT_MAX)),
);

export const unbind = call({
  summary: 'Unbind a code from its server',
  description: '`receipt` is required while a licence file for the server is valid.',
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
  summary: 'Rename the bound server',
  errors: ['LICENCE_NOT_FOUND'],
  body: Strict({ id: Id, remark: Text }),
  data: Licence,
});

export const renew = call({
  summary: 'Order a renewal',
  description: 'Returns the order to pay.',
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
  summary: 'Transfer a code to another account',
  description: '`receipt` is required as for `unbind`.',
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
  summary: 'Cancel or decline a transfer',
  description: 'The owner cancels the transfer; the recipient declines it.',
  errors: ['TRANSFER_CLOSED', 'TRANSFER_NOT_FOUND'],
  body: Strict({ transfer_id: Id }),
  data: Transfer,
});
export const transferAccept = call({
  summary: 'Accept a transfer',
  errors: ['LICENCE_EXPIRED', 'LICENCE_FILE_OUT', 'TRANSFER_CLOSED', 'TRANSFER_NOT_FOUND'],
  body: Strict({ transfer_id: Id }),
  data: Licence,
});

const IssuedFile = model(
  'IssuedFile',
  Type.Object({
    filename: Type.String(),
    file: about('Contents of the licence file.', Type.String()),
    expires_at: about('Expiry of the file: that of the code, or after twelve months.', Moment),
    licence: Licence,
  }),
);
export const offlineRequest = call({
  summary: 'Issue a licence file for offline activation',
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
    'The contents of the request file from the offline server.',
    Strict({ request: Line(OFFLINE_REQUEST_MAX) }),
  ),
  data: IssuedFile,
});

export const offlineRenew = call({
  summary: 'Renew a licence file',
  description: 'Issues the file of the bound server again with the current expiry.',
  errors: ['LICENCE_EXPIRED', 'LICENCE_NOT_BOUND', 'LICENCE_NOT_FOUND', 'OFFLINE_FILE_NONE'],
  body: Strict({ id: Id }),
  data: IssuedFile,
});

export const verify = call({
  summary: 'Verify an authorization code',

  body: Strict({ code: Code, fingerprint: Fingerprint, nonce: Line(200) }),
  data: Type.Object({
    valid: Type.Boolean(),
    code: OneOf(LICENCE_VERDICTS),
    plan: Nullable(Plan),
    expires_at: Nullable(Moment),
    grace_until: about('How long a client without a connection can rely on this response.', Nullable(Moment)),
    server_time: Moment,
    key_id: Type.String(),
    signature: about('Ed25519, base64, over the text that `docs/operations.md` describes.', Type.String()),
  }),
});
