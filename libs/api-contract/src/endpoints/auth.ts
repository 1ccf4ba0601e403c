import { endpoint, idempotent } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as factor from '../schemas/second-factor.ts';
import type * as schemas from '../schemas/auth.ts';

export const userAuth = {
  sendEmail: endpoint<ShapeOf<typeof schemas.sendEmail>>('POST', '/user_auth/send_email', 'public'),
  register: idempotent(endpoint<ShapeOf<typeof schemas.register>>('POST', '/user_auth/register', 'public')),
  login: endpoint<ShapeOf<typeof schemas.login>>('POST', '/user_auth/login', 'public'),
  /** The challenge that a passkey of the account signs for the second step. */
  secondStepPasskey: endpoint<ShapeOf<typeof factor.secondStepPasskey>>(
    'POST',
    '/user_auth/second_step_passkey',
    'public',
  ),
  /** The second step, for an account with a second factor. */
  secondStep: endpoint<ShapeOf<typeof factor.secondStep>>('POST', '/user_auth/second_step', 'public'),
  resetPassword: idempotent(
    endpoint<ShapeOf<typeof schemas.resetPassword>>('POST', '/user_auth/reset_password', 'public'),
  ),
  handoverExchange: endpoint<ShapeOf<typeof schemas.handoverExchange>>(
    'POST',
    '/user_auth/handover_exchange',
    'public',
  ),
  emailChangeUndo: idempotent(
    endpoint<ShapeOf<typeof schemas.emailChangeUndo>>('POST', '/user_auth/email_change_undo', 'public'),
  ),
  disownSession: endpoint<ShapeOf<typeof schemas.disownSession>>(
    'POST',
    '/user_auth/disown_session',
    'public',
  ),
  logout: endpoint<ShapeOf<typeof schemas.logout>>('POST', '/user_auth/logout', 'member'),
  handover: endpoint<ShapeOf<typeof schemas.handover>>('POST', '/user_auth/handover', 'member'),
};
