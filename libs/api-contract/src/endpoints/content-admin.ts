import { endpoint, idempotent } from '../endpoint.ts';
import type * as content from '../schemas/content.ts';
import type { ShapeOf } from '../schemas/define.ts';

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
  schedule: idempotent(
    endpoint<ShapeOf<typeof content.articleSchedule>>('POST', '/admin_content/schedule', 'operator'),
  ),
  unschedule: idempotent(
    endpoint<ShapeOf<typeof content.articleUnschedule>>('POST', '/admin_content/unschedule', 'operator'),
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
