import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type * as content from '../schemas/content.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/operator.ts';

/** The first page of the operators' desk. */
export const adminDesk = {
  today: endpoint<ShapeOf<typeof schemas.deskToday>>('GET', '/admin_desk/today', 'operator'),
};

export const adminUser = {
  list: endpoint<ShapeOf<typeof schemas.userList>>('GET', '/admin_user/list', 'operator'),
  detail: endpoint<ShapeOf<typeof schemas.userDetail>>('GET', '/admin_user/detail', 'operator'),
  disable: withProof(
    endpoint<ShapeOf<typeof schemas.userDisable>>('POST', '/admin_user/disable', 'operator'),
  ),
  endSessions: withProof(
    endpoint<ShapeOf<typeof schemas.userEndSessions>>('POST', '/admin_user/end_sessions', 'operator'),
  ),
  removeFactor: withProof(
    endpoint<ShapeOf<typeof schemas.userRemoveFactor>>('POST', '/admin_user/remove_factor', 'operator'),
  ),
  role: withProof(endpoint<ShapeOf<typeof schemas.userRole>>('POST', '/admin_user/role', 'operator')),
};

export const adminAudit = {
  list: endpoint<ShapeOf<typeof schemas.auditList>>('GET', '/admin_audit/list', 'operator'),
};

/** Decisions about money above a sum, which a second operator confirms or declines. */
export const adminDecision = {
  list: endpoint<ShapeOf<typeof schemas.decisionList>>('GET', '/admin_decision/list', 'operator'),
  confirm: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.decisionConfirm>>('POST', '/admin_decision/confirm', 'operator'),
    ),
  ),
  decline: idempotent(
    endpoint<ShapeOf<typeof schemas.decisionDecline>>('POST', '/admin_decision/decline', 'operator'),
  ),
};

export const adminContent = {
  detail: endpoint<ShapeOf<typeof content.adminArticle>>('GET', '/admin_content/detail', 'operator'),
  history: endpoint<ShapeOf<typeof content.articleHistory>>('GET', '/admin_content/history', 'operator'),
  upload: endpoint<ShapeOf<typeof content.articlePicture> & { body: FormData }>(
    'POST',
    '/admin_content/upload',
    'operator',
    'form',
  ),
  preview: endpoint<ShapeOf<typeof content.articlePreview>>('POST', '/admin_content/preview', 'operator'),
  order: endpoint<ShapeOf<typeof content.articleOrder>>('POST', '/admin_content/order', 'operator'),
  list: endpoint<ShapeOf<typeof content.adminArticles>>('GET', '/admin_content/list', 'operator'),
  save: idempotent(endpoint<ShapeOf<typeof content.saveArticle>>('POST', '/admin_content/save', 'operator')),
  publish: idempotent(
    endpoint<ShapeOf<typeof content.articlePublish>>('POST', '/admin_content/publish', 'operator'),
  ),
  archive: idempotent(
    endpoint<ShapeOf<typeof content.articleArchive>>('POST', '/admin_content/archive', 'operator'),
  ),
};
export const adminProtocol = {
  list: endpoint<ShapeOf<typeof content.adminProtocols>>('GET', '/admin_protocol/list', 'operator'),
  withdraw: idempotent(
    endpoint<ShapeOf<typeof content.withdrawProtocol>>('POST', '/admin_protocol/withdraw', 'operator'),
  ),
  publish: idempotent(
    endpoint<ShapeOf<typeof content.publishProtocol>>('POST', '/admin_protocol/publish', 'operator'),
  ),
};
