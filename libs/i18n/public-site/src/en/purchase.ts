import type { Words } from '@yunduo/i18n';
import type { purchase as zh } from '../zh/purchase.ts';

export const purchase = {
  title: 'Get an authorization code',
  description:
    'One authorization code activates one server: 1, 3, 6 or 12 months, or permanent. Its term starts when you bind it. See prices, binding and refund rules.',
  heading: 'Get an authorization code',
  lead: 'One code activates one server. Its term starts when you first bind it to a server.',
  mine: 'My authorization codes',
  free: {
    heading: 'Free',
    client: 'Download and install the client (with an invitation code)',
    apps: 'Install any app from the app store',
    publish: 'Publish apps in the developer center, with no fee and no commission',
  },
  licensed: {
    heading: 'With an authorization code',
    server: 'Activate servers: one code per server, identified by its fingerprint',
    offline: 'Works for {{days}} days without internet; offline activation for air-gapped servers',
    keep: 'The term starts with the first binding; unbound codes can be transferred',
    private: 'Private deployment is quoted separately.',
    to_private: 'View private deployment',
  },
  pay: {
    by: 'Pay by: {{ways}}',
    alipay: 'Alipay',
    wechat_pay: 'WeChat Pay',
    stripe: 'card',
    bank_transfer: 'bank transfer',
    sandbox: 'test payment (trial only)',
  },
  plan: 'Duration',
  month: 'about {{price}}/month',
  order: 'Your order',
  quantity: 'Quantity',
  quantity_hint: 'One per server, up to {{max}}',
  summary: '{{plan}} × {{quantity}}',
  total: 'Total',
  buy: 'Buy',
  buying: 'Ordering',
  price_changed: 'The price has just changed. This order costs {{amount}}.',
  next: 'You sign in first if needed, and your choice is kept. Pay within {{minutes}} minutes, or {{days}} days by bank transfer.',
  needs_script: 'Ordering needs JavaScript.',
  to_orders: 'View orders',
  none: { title: 'No plans available', text: 'To get a code, email {{email}}.' },
  steps: {
    heading: 'How to bind',
    pay: 'Order and pay',
    pay_text: 'After payment, the code appears in your account.',
    find: 'Get server fingerprint',
    find_text: 'Copy it from the client, or run a command on the server.',
    bind: 'Bind the server',
    bind_text: 'Enter a server name and the fingerprint. It works immediately.',
  },
  rules: {
    heading: 'Rules',
    move: 'Moving to another server',
    move_text:
      'Unbind it, then bind the new server. Up to {{count}} times in {{days}} days, at least a day apart. The term keeps running.',
    end: 'Expiry and renewal',
    end_text:
      'We email you {{first}}, {{second}} and {{third}} days before expiry. Early renewals extend the current term. A client that is offline at expiry has a {{days}}-day grace period.',
    give: 'Transfer',
    give_text: 'You can transfer an unbound code. The recipient has {{days}} days to accept.',
    refund: 'Refund',
    refund_text:
      'Refunds are handled via customer service. Request one from the order. Once approved, the money is returned to your original payment method and the code stops working.',
    invoice: 'Invoice',
    invoice_text: 'After payment, open the receipt or request an electronic invoice.',
  },
} satisfies Words<typeof zh>;
