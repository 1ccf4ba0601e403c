import { EMAIL_MAX } from '@yunduo/validation';
import { about, call, model, Empty, Line, OneOf, Strict, Token, Type } from './define.ts';

export const subscribeCreate = call({
  summary: 'Subscribe an address to the newsletter',
  errors: ['CAPTCHA_TICKET_INVALID'],

  body: Strict({ email: Line(EMAIL_MAX * 2), captcha_ticket: Token, locale: OneOf(['zh', 'en']) }),
  data: about(
    'The same for an address that is subscribed already.',
    Type.Object({ expires_in: Type.Integer() }),
  ),
});

export const subscribeConfirm = call({
  summary: 'Confirm a subscription',
  description: 'A token of the confirmation mail, or the `undo_token` of whoever just unsubscribed.',
  errors: ['SUBSCRIBE_LINK_INVALID'],

  body: Strict({ token: Token }),
  data: Type.Object({ email: Type.String() }),
});

export const unsubscribe = call({
  summary: 'Unsubscribe an address',
  errors: ['SUBSCRIBE_LINK_INVALID'],

  body: Strict({ token: Token }),
  data: Type.Object({
    email: Type.String(),
    undo_token: about('For `confirm`, within `expires_in` seconds: it was a mistake.', Type.String()),
    expires_in: Type.Integer(),
  }),
});

const OfMail = model('OfMail', Strict({ token: Token }));

export const mailUnsubscribe = call({
  summary: 'Unsubscribe with one press in a mail program',
  description: 'RFC 8058: a mail program POSTs a form here, without a session.',
  errors: ['SUBSCRIBE_LINK_INVALID'],

  params: OfMail,
  body: Strict({ 'List-Unsubscribe': Type.Optional(OneOf(['One-Click'])) }),
  data: Empty,
});

export const mailUnsubscribePage = call({
  summary: 'Open the page that unsubscribes',
  redirects: true,
  description: 'A person who opens the same address: 303 to the page that unsubscribes.',
  params: OfMail,
  data: Type.Unknown(),
});
