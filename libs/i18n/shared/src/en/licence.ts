import type { Words } from '../words.ts';
import type { licence as zh } from '../zh/licence.ts';

export const licence = {
  plan: { m1: '1 month', m3: '3 months', m6: '6 months', m12: '12 months', permanent: 'permanent' },
  why: {
    unused: 'It has never been bound to a server. Its term starts on the day of the first bind.',
    active: 'It is valid until {{expires}}. Days left: {{days}}.',
    active_permanent: 'It is permanent and never expires.',
    active_unbound:
      'Its term is running until {{expires}}, but it is bound to no server. Unbinding does not stop the term.',
    active_unbound_permanent: 'It is permanent, and bound to no server at present.',
    expiring: 'It expires on {{expires}}. Days left: {{days}}.',
    expired_grace:
      'It expired on {{expires}}. A client that was offline then may go on until {{grace}} at the latest. Your data and the binding are still there.',
    expired: 'It expired on {{expires}}.',
    revoked_refund: 'Its order was refunded, and it ended on {{revoked}}.',
    revoked_operator: 'We revoked it on {{revoked}}. Reason: {{reason}}',
    in_transfer: 'It is offered to {{to}}, who can accept it until {{until}} (Beijing time).',
  },
  next: {
    bind: 'Under “Bind a server” enter the code, a name for the server and its fingerprint. Then it is ready to use.',
    none: 'There is nothing you need to do.',
    renew: 'Renew it before it expires: the new term follows the old one, so no time is lost.',
    renew_lapsed:
      'Renew it: the new term counts from the payment, and the server it is bound to need not be bound again.',
    renew_lapsed_unbound: 'Renew it: the new term counts from the payment. Then bind it to a server.',
    buy: 'If you still need one, get a new authorization code.',
    contact: 'If you have a question about it, contact customer service.',
    wait: 'Wait for the other side to accept, or cancel the transfer.',
  },
} satisfies Words<typeof zh>;
