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
  Revision,
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
    version: about('Null: only the listing was submitted.', Nullable(Type.String())),
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
    decision: about('Other values may be added.', OneOf(WEBHOOK_DECISIONS)),
    reason: about('Only for a rejection; otherwise null.', Nullable(OneOf(REJECT_REASONS))),
    text: about('Text by the reviewer in its original language; can be empty.', Type.String()),
  }),
  'version.released': Type.Object({ app: EventApp, version: EventVersion }),
  'listing.released': Type.Object({ app: EventApp, version: EventVersion }),
  'token.expiring': Type.Object({
    token: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      hint: about('The first characters of the token, for identification.', Type.String()),
      scopes: Type.Array(OneOf(TOKEN_SCOPES)),
      app_id: about('Null: all of your apps.', Nullable(Type.Integer())),
      expires_at: Moment,
    }),
  }),
  ping: Type.Object({ webhook: Type.Object({ id: Type.Integer() }) }),
} satisfies Record<WebhookType, TSchema>;

/** The `data` of an event. */
export type WebhookData<T extends WebhookType = WebhookType> = Static<(typeof WEBHOOK_DATA)[T]>;

/** When each event is sent, for the published document. */
export const WEBHOOK_SUMMARIES: Record<WebhookType, string> = {
  'review.decided': 'A submission was approved, rejected or needs changes',
  'version.released': 'A version was released',
  'listing.released': 'A listing was released without a version',
  'token.expiring': 'A build token expires within 7 days',
  ping: 'A test event',
};

/** The body of a delivery, as it is published. */
export const webhookBody = (type: WebhookType) =>
  Type.Object({
    type: OneOf([type]),
    timestamp: about('Time of the event. Deliveries can arrive late and out of order.', Moment),
    data: WEBHOOK_DATA[type],
  });

/** The headers of a delivery, which follow Standard Webhooks. */
export const WEBHOOK_HEADERS = {
  'webhook-id': 'Identifies the event and is the same for every attempt. Process each id once.',
  'webhook-timestamp':
    'Unix time in seconds when the attempt was signed. Reject a value that is minutes away from the current time.',
  'webhook-signature':
    '`v1,` and the Base64 HMAC-SHA256 of `id.timestamp.body`. During secret rotation, several signatures separated by spaces.',
} as const;

export const Webhook = model(
  'Webhook',
  Type.Object({
    id: Type.Integer(),
    url: Type.String(),
    events: Type.Array(OneOf(WEBHOOK_EVENTS)),
    app: about('Null: all of your apps.', Nullable(Type.Object({ id: Type.Integer(), name: Type.String() }))),
    state: about('`failing`: the last attempts failed. `disabled`: nothing is sent.', OneOf(WEBHOOK_STATES)),
    failing_since: Nullable(Moment),
    disabled_at: Nullable(Moment),
    disabled_by: about('Null if it is enabled.', Nullable(OneOf(WEBHOOK_DISABLED_BY))),
    created_at: Moment,
    secret_created_at: Moment,
    previous_secret_until: about(
      'When the previous secret stops signing; null if it already has.',
      Nullable(Moment),
    ),
    revision: Revision,
  }),
);

const Try = model(
  'WebhookTry',
  Type.Object({
    at: Moment,
    duration: about('Milliseconds.', Type.Integer()),
    status: about('HTTP status of the response; null if there was none.', Nullable(Type.Integer())),
    failure: about('Null: delivered. Other values may be added.', Nullable(OneOf(WEBHOOK_FAILURES))),
    answer: about('The first kilobyte of the response as text.', Type.String()),
  }),
);

const delivery = {
  id: Type.Integer(),
  event_id: about('The `webhook-id` of all attempts.', Type.String()),
  type: OneOf(WEBHOOK_TYPES),
  state: OneOf(WEBHOOK_DELIVERY_STATES),
  created_at: Moment,
  next_try_at: about('Null: completed.', Nullable(Moment)),
  tries: about('Number of attempts, including replays.', Type.Integer()),
  last_try: Nullable(Try),
};
export const WebhookDelivery = model('WebhookDelivery', Type.Object(delivery));

const events = Type.Array(OneOf(WEBHOOK_EVENTS), { maxItems: WEBHOOK_EVENTS.length * 2 });
const target = {
  url: about('HTTPS on port 443 or 8443, without user name or fragment.', Line(URL_MAX * 4)),
  events,
  app_id: about('Missing or null: all of your apps.', Type.Optional(Nullable(Id))),
};
const withSecret = about(
  'The secret is returned only once.',
  Type.Object({
    secret: about('`whsec_` followed by Base64, as used by the Standard Webhooks libraries.', Type.String()),
    item: Webhook,
  }),
);

export const webhookList = call({
  summary: 'List webhooks',

  data: Type.Object({
    list: Type.Array(Webhook),
    limit: about('Maximum number for each developer.', Type.Integer()),
  }),
});
export const webhookCreate = call({
  summary: 'Create a webhook',
  description:
    'Events are sent to `url` by POST and signed according to Standard Webhooks. The address is checked for each connection: private, loopback and other special networks are rejected, and redirects are not followed.',
  errors: ['APP_NOT_FOUND', 'WEBHOOK_LIMIT'],

  body: Strict(target),
  data: withSecret,
});
export const webhookSave = call({
  summary: 'Update a webhook',
  description:
    'Pending deliveries go to the new address. If you send `revision`, the call fails when the webhook was changed in the meantime.',
  errors: ['APP_NOT_FOUND', 'EDIT_CONFLICT', 'NOT_FOUND'],

  body: Strict({ id: Id, ...target, revision: Type.Optional(Revision) }),
  data: Webhook,
});
export const webhookRotate = call({
  summary: 'Rotate the signing secret',
  description: 'For 24 hours, events are signed with both the new and the previous secret.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: withSecret,
});
export const webhookEnable = call({
  summary: 'Enable a webhook',
  description: 'Deliveries that were pending when it was disabled are sent again.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Webhook,
});
export const webhookDisable = call({
  summary: 'Disable a webhook',
  description: 'Events that occur while it is disabled are not sent later.',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Webhook,
});
export const webhookDelete = call({
  summary: 'Delete a webhook',
  errors: ['NOT_FOUND'],

  body: Strict({ id: Id }),
  data: Empty,
});
export const webhookPing = call({
  summary: 'Send a test event',
  description: 'The `ping` event is signed, retried and listed like any other.',
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],

  body: Strict({ id: Id }),
  data: WebhookDelivery,
});
export const webhookDeliveries = call({
  summary: 'List deliveries',
  description: 'Deliveries of the last 30 days, newest first.',
  errors: ['NOT_FOUND'],

  query: Strict({
    id: about('Id of the webhook.', Id),
    state: Type.Optional(OneOf(WEBHOOK_DELIVERY_STATES)),
    type: Type.Optional(OneOf(WEBHOOK_TYPES)),
    ...Paging,
  }),
  data: Type.Object(paged(WebhookDelivery)),
});
export const webhookDelivery = call({
  summary: 'Get a delivery with its attempts',
  errors: ['NOT_FOUND'],

  query: Strict({ id: about('Id of the delivery.', Id) }),
  data: Type.Object({
    ...delivery,
    body: about('The exact signed body as text.', Type.String()),
    log: about('Newest first.', Type.Array(Try)),
  }),
});
export const webhookReplay = call({
  summary: 'Send a delivery again',
  description:
    'Uses the same `webhook-id` and body with a new signature, and is retried like a new delivery.',
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],

  body: Strict({ id: about('Id of the delivery.', Id) }),
  data: WebhookDelivery,
});
