import type { Words } from '@yunduo/i18n';
import type { auth as zh } from '../zh/auth.ts';

export const auth = {
  title: 'Get an authorization code',
  description:
    'One code is for one server: 1, 3, 6 or 12 months, or permanent. Its time starts when you bind it. Prices, binding and refunds.',
  heading: 'Get an authorization code',
  lead: 'One code is for one server. Keep it as long as you like; its time starts on the day you bind it.',
  mine: 'Your codes',
  plan: 'For how long?',
  month: '{{price}} a month',
  order: 'Your order',
  quantity: 'Quantity',
  quantity_hint: 'One for each server, {{max}} at most',
  summary: '{{plan}} × {{quantity}}',
  total: 'Total',
  buy: 'Buy',
  buying: 'Ordering',
  next: 'If you are not signed in, you do that first; your choice is kept. Pay within {{minutes}} minutes, or {{days}} days by bank transfer.',
  needs_script: 'An order needs your account, and that needs JavaScript.',
  to_orders: 'See your orders',
  none: { title: 'Nothing is on sale right now', text: 'If you need a code, write to {{email}}.' },
  does: {
    heading: 'What a code does',
    one: 'One code, one server',
    one_text:
      'It knows the server by its fingerprint. A new computer or a reinstalled client changes nothing.',
    clock: 'Time starts with the bind',
    clock_text: 'The term begins on the day you first bind a server. Until then nothing runs out.',
    offline: 'Works offline',
    offline_text:
      'A client that cannot reach us goes on for {{days}} days. Servers that are never online use offline activation.',
  },
  steps: {
    heading: 'How binding works',
    pay: 'Order and pay',
    pay_text: 'Once it is paid, the code is on your account page.',
    find: 'Find the fingerprint',
    find_text: 'Copy it from the client, or run one command on the server.',
    bind: 'Bind',
    bind_text: 'Name the server, paste the fingerprint, and it works at once.',
  },
  rules: {
    heading: 'The rules',
    move: 'Moving to another server',
    move_text:
      'Unbind it, then bind the new one: {{count}} times in {{days}} days, with at least a day between. The term runs on meanwhile.',
    end: 'End and renewal',
    end_text:
      'We write to you {{first}}, {{second}} and {{third}} days before the end. A renewal goes on from the day it ends; a client that is offline then has {{days}} days of grace.',
    give: 'Transfer',
    give_text: 'A code that is on no server can be given to somebody else, who has {{days}} days to accept.',
    refund: 'Refund',
    refund_text:
      'Refunds are handled via customer service. Apply in the order; once they agree, the money goes back the way it came and the code stops working.',
    invoice: 'Invoice',
    invoice_text: 'It is in the order once that is paid, for a person or a company.',
  },
} satisfies Words<typeof zh>;
