import type { Words } from '../words.ts';
import type { licence as zh } from '../zh/licence.ts';

export const licence = {
  plan: { m1: '1 month', m3: '3 months', m6: '6 months', m12: '12 months', permanent: 'permanent' },
  why: {
    unused: 'Not yet bound to a server. Its term starts when you first bind it.',
    active: 'Valid until {{expires}}. Days left: {{days}}.',
    active_permanent: 'Permanent, never expires.',
    active_unbound:
      'Its term runs until {{expires}}, but it is not bound to a server. Unbinding does not stop the term.',
    active_unbound_permanent: 'Permanent, not bound to a server.',
    expiring: 'It expires on {{expires}}. Days left: {{days}}.',
    expired_grace:
      'It expired on {{expires}}. A client that was offline at expiry works until {{grace}} at the latest. Your data and the binding are kept.',
    expired: 'It expired on {{expires}}.',
    revoked_refund: 'The order was refunded, and the code was revoked on {{revoked}}.',
    revoked_operator: 'We revoked it on {{revoked}}. Reason: {{reason}}',
    in_transfer: 'It is being transferred to {{to}}, who can accept it until {{until}} (Beijing time).',
  },
  next: {
    bind: 'Under “Bind a server”, enter the code, a server name and the server fingerprint. The code then works.',
    none: 'No action is needed.',
    renew: 'Renew before it expires to extend the current term.',
    renew_lapsed: 'Renew it: a new term starts when you pay, and the server does not need to be bound again.',
    renew_lapsed_unbound: 'Renew it: a new term starts when you pay. Then bind it to a server.',
    buy: 'To continue, get a new authorization code.',
    contact: 'If you have questions, contact customer service.',
    cancel_transfer: 'Cancel the transfer first, then renew the code.',
    wait: 'Wait for the recipient to accept, or cancel the transfer.',
  },
} satisfies Words<typeof zh>;
