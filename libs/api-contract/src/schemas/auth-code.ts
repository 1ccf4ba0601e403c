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
import { Id, Line, Moment, Nullable, OneOf, paged, Paging, Strict, Type } from './define.ts';
import { Order } from './order.ts';

const Plan = OneOf(LICENCE_PLANS);
// Bounds of the wire are wide: the yup schemas say the rule, with its words.
const Code = Line(200);
const Fingerprint = Line(200);
const Text = Line(2000);

export const plans = {
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        plan: Plan,
        /** In the language of the header. */
        name: Type.String(),
        /** One line beside the price; may be empty. */
        note: Type.String(),
        /** Calendar months; null never ends. */
        months: Nullable(Type.Integer()),
        /** Minor units. */
        price: Type.Integer(),
        currency: Type.String(),
      }),
    ),
    /** What licences and answers of `verify` are signed with, newest first: Ed25519, 32 bytes in base64. */
    keys: Type.Array(Type.Object({ key_id: Type.String(), public_key: Type.String() })),
  }),
};

export const Transfer = Type.Object({
  id: Type.Integer(),
  status: OneOf(TRANSFER_STATUSES),
  to_email: Type.String(),
  created_at: Moment,
  /** The last moment at which it can be accepted. */
  expires_at: Moment,
  decided_at: Nullable(Moment),
});

/** A licence as its owner sees it, without the code. */
export const Licence = Type.Object({
  id: Type.Integer(),
  /** The last four symbols of the code: what it is called by. */
  code_tail: Type.String(),
  /** Plan of the newest paid term. */
  plan: Plan,
  /** As of now: computed when it is asked for. */
  state: OneOf(LICENCE_STATES),
  remark: Type.String(),
  server: Nullable(Type.Object({ name: Type.String(), fingerprint: Type.String(), bound_at: Moment })),
  /** The first bind. */
  started_at: Nullable(Moment),
  /** Null before the first bind and for a permanent licence. */
  expires_at: Nullable(Moment),
  /** Begun days until the expiry; null where there is none, 0 when it is past. */
  days_left: Nullable(Type.Integer()),
  /** Expired, within the time that a client without network may go on. */
  in_grace: Type.Boolean(),
  /** Expired: when that time ends. */
  grace_until: Nullable(Moment),
  /** When its client asked about it last. */
  last_seen_at: Nullable(Moment),
  /** Two machines seem to have the fingerprint of its server: when that was noticed last, and where they are. */
  cloned: Nullable(Type.Object({ at: Moment, networks: Type.Array(Type.String()) })),
  /**
   * Its licence files that are still valid, those that end last speaking for all: the licence stays on their server
   * until they end, or a receipt of that server or an operator releases them. Null when there is none.
   */
  offline: Nullable(
    Type.Object({
      server: Type.String(),
      /** Null for the permanent ones of earlier versions. */
      expires_at: Nullable(Moment),
      /** Whether the client there can make the receipt; those of earlier versions cannot. */
      receipt: Type.Boolean(),
    }),
  ),
  revoked_at: Nullable(Moment),
  /** The order that it came with. */
  order_no: Nullable(Type.String()),
  /** The offer that stands open. */
  transfer: Nullable(Transfer),
  /** What its owner can do now. */
  actions: Type.Array(OneOf(LICENCE_ACTIONS)),
  created_at: Moment,
});

/** An offer made to me. */
export const IncomingTransfer = Type.Object({
  id: Type.Integer(),
  from_email: Type.String(),
  plan: Plan,
  code_tail: Type.String(),
  state: OneOf(LICENCE_STATES),
  licence_expires_at: Nullable(Moment),
  created_at: Moment,
  expires_at: Moment,
});

export const my = {
  query: Strict({
    state: Type.Optional(OneOf(LICENCE_STATES)),
    /** Part of the server's name or of the remark, or the tail of the code. */
    q: Type.Optional(Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' })),
    ...Paging,
  }),
  data: Type.Object({
    /** Newest first. */
    ...paged(Type.Intersect([Licence, Type.Object({ code: Type.String() })])),
    /** Of all my licences that `q` finds, whatever the state. */
    counts: Type.Object({
      unused: Type.Integer(),
      active: Type.Integer(),
      expired: Type.Integer(),
      revoked: Type.Integer(),
    }),
    /** Offers made to my address that I can accept or turn down. */
    incoming: Type.Array(IncomingTransfer),
  }),
};

export const detail = {
  query: Strict({ id: Id }),
  data: Type.Intersect([
    Licence,
    Type.Object({
      code: Type.String(),
      explain: Type.Object({
        /** Key of the reason, for views that say it in their own words. */
        code: Type.String(),
        values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])),
        /** Why it is in its state, in the language of the header. */
        text: Type.String(),
        next: Type.Object({ code: Type.String(), text: Type.String() }),
      }),
      unbind: Type.Object({
        left: Type.Integer(),
        limit: Type.Integer(),
        /** Days that the limit is counted over. */
        days: Type.Integer(),
        /** When the next one is possible; null for now. */
        next_at: Nullable(Moment),
      }),
      /** Licence files made for me, newest first. */
      files: Type.Array(
        Type.Object({
          id: Type.Integer(),
          server: Type.String(),
          issued_at: Moment,
          expires_at: Nullable(Moment),
          state: OneOf(OFFLINE_FILE_STATES),
        }),
      ),
      /** Whether the file of its server can be made again without a new request. */
      file_renewable: Type.Boolean(),
      /** What was paid for, oldest first. */
      terms: Type.Array(
        Type.Object({
          plan: Plan,
          added_at: Moment,
          order_no: Nullable(Type.String()),
          revoked_at: Nullable(Moment),
        }),
      ),
      /** My offers of it, newest first. */
      transfers: Type.Array(Transfer),
      /** What happened since it is mine, newest first. */
      events: Type.Array(
        Type.Object({
          id: Type.Integer(),
          kind: Type.String(),
          at: Moment,
          details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Null()])),
        }),
      ),
    }),
  ]),
};

export const bind = {
  body: Strict({ code: Code, server_name: Text, fingerprint: Fingerprint }),
  data: Licence,
};
/** The text of a deactivation receipt, as the client of the server wrote it. */
const Receipt = Type.Optional(Line(OFFLINE_RECEIPT_MAX));
/** `receipt` is needed while a licence file is valid for its server. */
export const unbind = { body: Strict({ id: Id, reason: Text, receipt: Receipt }), data: Licence };
export const edit = { body: Strict({ id: Id, remark: Text }), data: Licence };
/** Answers the order to be paid. */
export const renew = { body: Strict({ id: Id, plan: Plan }), data: Order };
/** `receipt` as in `unbind`: of the server that it was on. */
export const transfer = {
  body: Strict({ id: Id, to_email: Line(EMAIL_MAX * 2), receipt: Receipt }),
  data: Licence,
};
/** By its owner: taken back. By the receiver: turned down. */
export const transferCancel = { body: Strict({ transfer_id: Id }), data: Transfer };
export const transferAccept = { body: Strict({ transfer_id: Id }), data: Licence };

const IssuedFile = Type.Object({
  filename: Type.String(),
  /** The licence file, ready to be saved. */
  file: Type.String(),
  /** When the file ends: with the licence, or after twelve months. */
  expires_at: Moment,
  licence: Licence,
});
export const offlineRequest = {
  /** The text of the request file, as the server without network wrote it. */
  body: Strict({ request: Line(OFFLINE_REQUEST_MAX) }),
  data: IssuedFile,
};
/** The file of the server that it is bound to, once more, with the end that it has today. */
export const offlineRenew = { body: Strict({ id: Id }), data: IssuedFile };

export const verify = {
  body: Strict({ code: Code, fingerprint: Fingerprint, nonce: Line(200) }),
  data: Type.Object({
    valid: Type.Boolean(),
    code: OneOf(LICENCE_VERDICTS),
    plan: Nullable(Plan),
    expires_at: Nullable(Moment),
    /** Until when a client that cannot reach us may rely on this answer. */
    grace_until: Nullable(Moment),
    server_time: Moment,
    key_id: Type.String(),
    /** Ed25519, base64, over the text that `docs/operations.md` describes. */
    signature: Type.String(),
  }),
};
