import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as factor from '../schemas/factor.ts';
import type * as schemas from '../schemas/user.ts';

export const userAuth = {
  sendEmail: endpoint<ShapeOf<typeof schemas.sendEmail>>('POST', '/user_auth/send_email', 'public'),
  register: idempotent(endpoint<ShapeOf<typeof schemas.register>>('POST', '/user_auth/register', 'public')),
  login: endpoint<ShapeOf<typeof schemas.login>>('POST', '/user_auth/login', 'public'),
  /** What a passkey of the account has to sign for the second step. */
  secondStepPasskey: endpoint<ShapeOf<typeof factor.secondStepPasskey>>(
    'POST',
    '/user_auth/second_step_passkey',
    'public',
  ),
  /** The second step, where an account has a second factor. */
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

export const userInfo = {
  index: endpoint<ShapeOf<typeof schemas.index>>('GET', '/user_info/index', 'member'),
  saveUser: endpoint<ShapeOf<typeof schemas.saveUser>>('POST', '/user_info/save_user', 'member'),
  uploadHeadImg: endpoint<ShapeOf<typeof schemas.uploadHeadImg> & { body: FormData }>(
    'POST',
    '/user_info/upload_head_img',
    'member',
    'form',
  ),
  /** Proves who is signed in once more, for calls that ask for it. */
  prove: endpoint<ShapeOf<typeof schemas.prove>>('POST', '/user_info/prove', 'member'),
  changePassword: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.changePassword>>('POST', '/user_info/change_password', 'member'),
    ),
    'factor',
  ),
  /** The first step: the tokens of the others come from it. */
  changeEmailVerify: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.changeEmailVerify>>('POST', '/user_info/change_email_verify', 'member'),
    ),
  ),
  changeEmailConfirm: idempotent(
    endpoint<ShapeOf<typeof schemas.changeEmailConfirm>>('POST', '/user_info/change_email_confirm', 'member'),
  ),
  changeEmailCommit: idempotent(
    endpoint<ShapeOf<typeof schemas.changeEmailCommit>>('POST', '/user_info/change_email_commit', 'member'),
  ),
  sessions: endpoint<ShapeOf<typeof schemas.sessions>>('GET', '/user_info/sessions', 'member'),
  recentActivity: endpoint<ShapeOf<typeof schemas.recentActivity>>(
    'GET',
    '/user_info/recent_activity',
    'member',
  ),
  revokeSession: endpoint<ShapeOf<typeof schemas.revokeSession>>(
    'POST',
    '/user_info/sessions/revoke',
    'member',
  ),
  export: endpoint<ShapeOf<typeof schemas.exportData>>('GET', '/user_info/export', 'member'),
  /** Sends the code without which nothing is deleted. */
  deletePrepare: withProof(
    endpoint<ShapeOf<typeof schemas.deletePrepare>>('POST', '/user_info/delete_prepare', 'member'),
    'factor',
  ),
  deleteConfirm: idempotent(
    endpoint<ShapeOf<typeof schemas.deleteConfirm>>('POST', '/user_info/delete_confirm', 'member'),
  ),
  mailPreferences: endpoint<ShapeOf<typeof schemas.mailPreferences>>(
    'GET',
    '/user_info/mail_preferences',
    'member',
  ),
  saveMailPreferences: endpoint<ShapeOf<typeof schemas.saveMailPreferences>>(
    'POST',
    '/user_info/mail_preferences',
    'member',
  ),
};
