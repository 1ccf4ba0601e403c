import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/account.ts';

export const userInfo = {
  index: endpoint<ShapeOf<typeof schemas.index>>('GET', '/user_info/index', 'member'),
  saveUser: endpoint<ShapeOf<typeof schemas.saveUser>>('POST', '/user_info/save_user', 'member'),
  uploadHeadImg: endpoint<ShapeOf<typeof schemas.uploadHeadImg> & { body: FormData }>(
    'POST',
    '/user_info/upload_head_img',
    'member',
    'form',
  ),
  /** Confirms the identity of a signed-in user for calls that require it. */
  prove: endpoint<ShapeOf<typeof schemas.prove>>('POST', '/user_info/prove', 'member'),
  changePassword: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.changePassword>>('POST', '/user_info/change_password', 'member'),
    ),
    'factor',
  ),
  /** The first step: the other steps need its tokens. */
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
  /** Sends the code that a deletion requires. */
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
