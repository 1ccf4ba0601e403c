import type { Words } from '@yunduo/i18n';
import type { auth as zh } from '../zh/auth.ts';

export const auth = {
  title: 'Get an authorization code',
  description:
    'One authorization code activates one server: 1, 3, 6 or 12 months, or permanent. Its term starts when you bind it. See prices, binding and refund rules.',
  heading: 'Get an authorization code',
  lead: 'One code activates one server. Its term starts when you first bind it to a server.',
  mine: 'Your codes',
  free: {
    heading: 'Free',
    client: 'Download and install the client (you need an invitation code)',
    apps: 'Install any app from the app store',
    publish: 'Publish apps in the developer center, with no fee and no commission',
  },
  licensed: {
    heading: 'With an authorization code',
    server:
      'Activate servers: one code per server, known by its fingerprint. The term starts when you first bind it.',
    offline: 'Works for {{days}} days without internet; offline activation for air-gapped servers',
    keep: 'Unbound codes do not expire and can be transferred',
    private: 'Private deployment is quoted separately.',
    to_private: 'View private deployment',
  },
  pay: {
    by: 'Pay by: {{ways}}',
    bank_transfer: 'bank transfer',
    sandbox: 'simulated payment (trial only)',
  },
  plan: 'Duration',
  month: 'about {{price}} per month',
  order: 'Your order',
  quantity: 'Quantity',
  quantity_hint: 'One per server, up to {{max}}',
  summary: '{{plan}} × {{quantity}}',
  total: 'Total',
  buy: 'Buy',
  buying: 'Ordering',
  next: 'If you are not signed in, you do that first; your choice is kept. Pay within {{minutes}} minutes, or {{days}} days by bank transfer.',
  needs_script: 'An order needs your account, and that needs JavaScript.',
  to_orders: 'See your orders',
  none: { title: 'No plans available', text: 'If you need a code, write to {{email}}.' },
  steps: {
    heading: 'How binding works',
    pay: 'Order and pay',
    pay_text: 'Once it is paid, the code is on your account page.',
    find: 'Find the fingerprint',
    find_text: 'Copy it from the client, or run one command on the server.',
    bind: 'Bind the server',
    bind_text: 'Name the server, paste the fingerprint, and it works at once.',
  },
  rules: {
    heading: 'The rules',
    move: 'Moving to another server',
    move_text:
      'Unbind it, then bind the new one: {{count}} times in {{days}} days, with at least a day between. The term runs on meanwhile.',
    end: 'Expiry and renewal',
    end_text:
      'We email you {{first}}, {{second}} and {{third}} days before expiry. Early renewals extend the current term. A client that is offline at expiry has a {{days}}-day grace period.',
    give: 'Transfer',
    give_text: 'A code that is on no server can be given to somebody else, who has {{days}} days to accept.',
    refund: 'Refund',
    refund_text:
      'Refunds are handled via customer service. Request one from the order. Once approved, the money is returned to your original payment method and the code stops working.',
    invoice: 'Invoice',
    invoice_text: 'It is in the order once that is paid, for a person or a company.',
  },
} satisfies Words<typeof zh>;
