import {
  REJECT_REASONS,
  TOKEN_SCOPES,
  URL_MAX,
  WEBHOOK_DECISIONS,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_DISABLED_BY,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_STATES,
  WEBHOOK_TYPES,
  type WebhookType,
} from '@yunduo/validation';
import {
  about,
  Both,
  call,
  Empty,
  Id,
  Line,
  model,
  Moment,
  Nullable,
  OneOf,
  paged,
  Paging,
  Strict,
  Type,
  type Static,
  type TSchema,
} from './define.ts';

const EventApp = model(
  'WebhookApp',
  Type.Object({ id: Type.Integer(), app_key: Type.String(), name: about('In both languages.', Both) }),
);
const EventVersion = model(
  'WebhookVersion',
  Type.Object({
    id: Type.Integer(),
    version: about('Null: the listing was submitted by itself.', Nullable(Type.String())),
    git_version: Nullable(Type.String()),
    git_commit: Nullable(Type.String()),
    package_sha256: Nullable(Type.String()),
  }),
);

/** The `data` of each event's body. Fields are only ever added. */
export const WEBHOOK_DATA = {
  'review.decided': Type.Object({
    app: EventApp,
    version: EventVersion,
    decision: about('Others may come.', OneOf(WEBHOOK_DECISIONS)),
    reason: about('Of a rejection; null otherwise.', Nullable(OneOf(REJECT_REASONS))),
    text: about(
      "The reviewer's words, in the language in which they wrote them; may be empty.",
      Type.String(),
    ),
  }),
  'version.released': Type.Object({ app: EventApp, version: EventVersion }),
  'listing.released': Type.Object({ app: EventApp, version: EventVersion }),
  'token.expiring': Type.Object({
    token: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      hint: about('The first characters of the token, to tell it by.', Type.String()),
      scopes: Type.Array(OneOf(TOKEN_SCOPES)),
      app_id: about('Null: every app of the developer.', Nullable(Type.Integer())),
      expires_at: Moment,
    }),
  }),
  ping: Type.Object({ webhook: Type.Object({ id: Type.Integer() }) }),
} satisfies Record<WebhookType, TSchema>;

/** The `data` of an event. */
export type WebhookData<T extends WebhookType = WebhookType> = Static<(typeof WEBHOOK_DATA)[T]>;

/** When each event is sent, for the published document. */
export const WEBHOOK_SUMMARIES: Record<WebhookType, string> = {
  'review.decided': 'A reviewer approved, rejected or asked for changes to a submitted version or listing',
  'version.released': 'A version was released and is what the store shows',
  'listing.released': 'A listing that was submitted without a version is what the store shows',
  'token.expiring': 'A build token expires within seven days',
  ping: 'The developer tries the webhook',
};

/** The body of a delivery, as it is published. */
export const webhookBody = (type: WebhookType) =>
  Type.Object({
    type: OneOf([type]),
    timestamp: about('When it happened; a delivery may come later, and before an earlier one.', Moment),
    data: WEBHOOK_DATA[type],
  });

/** The headers of a delivery, which follow Standard Webhooks. */
export const WEBHOOK_HEADERS = {
  'webhook-id': 'Names the event: the same in every try and replay. A receiver takes each once.',
  'webhook-timestamp':
    'Seconds since 1970 at which this try was signed. Refuse what is minutes away from now.',
  'webhook-signature':
    '`v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; several, with spaces between, while a secret is rotated.',
} as const;

export const Webhook = model(
  'Webhook',
  Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    events: Type.Array(OneOf(WEBHOOK_EVENTS)),
    app: about(
      'Null: every app of the developer.',
      Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
    ),
    state: about('`failing`: the last tries failed. `disabled`: nothing is sent.', OneOf(WEBHOOK_STATES)),
    failing_since: Nullable(Moment),
    disabled_at: Nullable(Moment),
    disabled_by: about('Null unless it is disabled.', Nullable(OneOf(WEBHOOK_DISABLED_BY))),
    created_at: Moment,
    secret_created_at: Moment,
    previous_secret_until: about(
      'Until then the secret before this one signs, too; null when it does not.',
      Nullable(Moment),
    ),
  }),
);

const Try = model(
  'WebhookTry',
  Type.Object({
    at: Moment,
    duration: about('Milliseconds.', Type.Integer()),
    status: about('The status of the answer; null when there was none.', Nullable(Type.Integer())),
    failure: about('Null: delivered. Others may come.', Nullable(OneOf(WEBHOOK_FAILURES))),
    answer: about('The first kilobyte of the answer, as text.', Type.String()),
  }),
);

const delivery = {
  id: Type.Integer(),
  event_id: about('The `webhook-id` of every try.', Type.String()),
  type: OneOf(WEBHOOK_TYPES),
  state: OneOf(WEBHOOK_DELIVERY_STATES),
  created_at: Moment,
  next_try_at: about('Null: it is done with.', Nullable(Moment)),
  tries: about('How often it was tried, replays included.', Type.Integer()),
  last_try: Nullable(Try),
};
export const WebhookDelivery = model('WebhookDelivery', Type.Object(delivery));

const events = Type.Array(OneOf(WEBHOOK_EVENTS), { maxItems: WEBHOOK_EVENTS.length * 2 });
const target = {
  url: about('https on port 443 or 8443, without a user name or a fragment.', Line(URL_MAX * 4)),
  events,
  app_id: about('Left out or null: every app of the developer.', Type.Optional(Nullable(Id))),
};
const withSecret = about(
  'The secret is in this answer and nowhere after it.',
  Type.Object({
    secret: about('`whsec_` and Base64, as the libraries of Standard Webhooks take it.', Type.String()),
    item: Webhook,
  }),
);

export const webhookList = call({
  summary: 'List the webhooks of the developer',

  data: Type.Object({
    list: Type.Array(Webhook),
    limit: about('How many a developer may have.', Type.Integer()),
  }),
});
export const webhookCreate = call({
  summary: 'Create a webhook',
  description:
    'Events are sent to `url` by POST, signed after Standard Webhooks. The address is checked again at each connection: private, loopback and other special networks are never connected to, redirects are not followed.',
  errors: ['APP_NOT_FOUND', 'WEBHOOK_LIMIT'],

  body: Strict(target),
  data: withSecret,
});
export const webhookSave = call({
  summary: 'Change the address and the events of a webhook',
  description: 'What waits is sent to the new address.',
  errors: ['APP_NOT_FOUND', 'NOT_FOUND'],

  body: Strict({ id: Id, ...target }),
  data: Webhook,
});
export const webhookRotate = call({
  summary: 'Replace the signing secret of a webhook',
  description:
    'For a day both the new secret and the one before it sign; `webhook-signature` then holds two.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: withSecret,
});
export const webhookEnable = call({
  summary: 'Enable a webhook',
  description: 'Deliveries that waited when it was disabled are tried again.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Webhook,
});
export const webhookDisable = call({
  summary: 'Disable a webhook',
  description: 'Nothing is sent until it is enabled. Events that happen meanwhile are not sent later.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Webhook,
});
export const webhookDelete = call({
  summary: 'Delete a webhook and the log of its deliveries',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Empty,
});
export const webhookPing = call({
  summary: 'Send a `ping` to a webhook',
  description: 'It is signed, tried and listed as any other event.',
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],

  body: Strict({ id: Id }),
  data: WebhookDelivery,
});
export const webhookDeliveries = call({
  summary: 'List the deliveries of a webhook',
  description: 'Those of the last thirty days, the newest first.',
  errors: ['NOT_FOUND'],

  query: Strict({
    id: about('Of the webhook.', Id),
    state: Type.Optional(OneOf(WEBHOOK_DELIVERY_STATES)),
    type: Type.Optional(OneOf(WEBHOOK_TYPES)),
    ...Paging,
  }),
  data: Type.Object(paged(WebhookDelivery)),
});
export const webhookDelivery = call({
  summary: 'Read a delivery with all its tries',
  errors: ['NOT_FOUND'],

  query: Strict({ id: about('Of the delivery.', Id) }),
  data: Type.Object({
    ...delivery,
    body: about('The very bytes that are sent and signed, as text.', Type.String()),
    log: about('The newest first.', Type.Array(Try)),
  }),
});
export const webhookReplay = call({
  summary: 'Send a delivery once more',
  description:
    'With the same `webhook-id` and body and a new signature; failed again, it is tried again as a new one is.',
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],

  body: Strict({ id: about('Of the delivery.', Id) }),
  data: WebhookDelivery,
});
