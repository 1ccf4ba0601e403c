import { EMAIL_MAX } from '@yunduo/validation';
import { about, call, model, Empty, Line, OneOf, Strict, Token, Type } from './define.ts';

export const subscribeCreate = call({
  summary: 'Subscribe to the newsletter',
  errors: ['CAPTCHA_TICKET_INVALID'],

  body: Strict({ email: Line(EMAIL_MAX * 2), captcha_ticket: Token, locale: OneOf(['zh', 'en']) }),
  data: about(
    'The response is the same for an address that is already subscribed.',
    Type.Object({ expires_in: Type.Integer() }),
  ),
});

export const subscribeConfirm = call({
  summary: 'Confirm a subscription',
  description: 'Takes the token from the confirmation email, or the `undo_token` returned by `unsubscribe`.',
  errors: ['SUBSCRIBE_LINK_INVALID'],

  body: Strict({ token: Token }),
  data: Type.Object({ email: Type.String() }),
});

export const unsubscribe = call({
  summary: 'Unsubscribe from the newsletter',
  errors: ['SUBSCRIBE_LINK_INVALID'],

  body: Strict({ token: Token }),
  data: Type.Object({
    email: Type.String(),
    undo_token: about('Pass to `confirm` within `expires_in` seconds to undo.', Type.String()),
    expires_in: Type.Integer(),
  }),
});

const OfMail = model('OfMail', Strict({ token: Token }));

export const mailUnsubscribe = call({
  summary: 'Unsubscribe with one click (RFC 8058)',
  description: 'Email programs post a form to this address without a session.',
  errors: ['SUBSCRIBE_LINK_INVALID'],

  params: OfMail,
  body: Strict({ 'List-Unsubscribe': Type.Optional(OneOf(['One-Click'])) }),
  data: Empty,
});

export const mailUnsubscribePage = call({
  summary: 'Open the unsubscribe page',
  redirects: true,
  description:
    'Shows a page with a button for a kind of account email; for the newsletter it redirects (303) to the unsubscribe page.',
  params: OfMail,
  data: Type.Unknown(),
});
