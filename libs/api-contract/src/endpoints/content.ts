import { endpoint, idempotent } from '../endpoint.ts';
import type * as schemas from '../schemas/content.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const site = {
  info: endpoint<ShapeOf<typeof schemas.siteInfo>>('GET', '/site/info', 'public'),
};
export const homeArticle = {
  specialArticle: endpoint<ShapeOf<typeof schemas.specialArticle>>(
    'GET',
    '/home_article/special_article',
    'public',
  ),
};
export const protocol = {
  detail: endpoint<ShapeOf<typeof schemas.protocolDetail>>('GET', '/protocol/detail', 'public'),
  versions: endpoint<ShapeOf<typeof schemas.protocolVersions>>('GET', '/protocol/versions', 'public'),
};
export const health = {
  live: endpoint<ShapeOf<typeof schemas.live>>('GET', '/health/live', 'public'),
  ready: endpoint<ShapeOf<typeof schemas.ready>>('GET', '/health/ready', 'public'),
  metrics: endpoint<ShapeOf<typeof schemas.metrics>>('GET', '/metrics', 'public', 'raw'),
  openapi: endpoint<ShapeOf<typeof schemas.document>>('GET', '/openapi.json', 'public', 'raw'),
  openapiOperators: endpoint<ShapeOf<typeof schemas.operatorsDocument>>(
    'GET',
    '/openapi.operators.json',
    'operator',
    'raw',
  ),
};

export const adminContent = {
  detail: endpoint<ShapeOf<typeof schemas.adminArticle>>('GET', '/admin_content/detail', 'operator'),
  history: endpoint<ShapeOf<typeof schemas.articleHistory>>('GET', '/admin_content/history', 'operator'),
  upload: endpoint<ShapeOf<typeof schemas.articlePicture> & { body: FormData }>(
    'POST',
    '/admin_content/upload',
    'operator',
    'form',
  ),
  preview: endpoint<ShapeOf<typeof schemas.articlePreview>>('POST', '/admin_content/preview', 'operator'),
  order: endpoint<ShapeOf<typeof schemas.articleOrder>>('POST', '/admin_content/order', 'operator'),
  list: endpoint<ShapeOf<typeof schemas.adminArticles>>('GET', '/admin_content/list', 'operator'),
  save: idempotent(endpoint<ShapeOf<typeof schemas.saveArticle>>('POST', '/admin_content/save', 'operator')),
  publish: idempotent(
    endpoint<ShapeOf<typeof schemas.articlePublish>>('POST', '/admin_content/publish', 'operator'),
  ),
  archive: idempotent(
    endpoint<ShapeOf<typeof schemas.articleArchive>>('POST', '/admin_content/archive', 'operator'),
  ),
};
export const adminProtocol = {
  list: endpoint<ShapeOf<typeof schemas.adminProtocols>>('GET', '/admin_protocol/list', 'operator'),
  withdraw: idempotent(
    endpoint<ShapeOf<typeof schemas.withdrawProtocol>>('POST', '/admin_protocol/withdraw', 'operator'),
  ),
  publish: idempotent(
    endpoint<ShapeOf<typeof schemas.publishProtocol>>('POST', '/admin_protocol/publish', 'operator'),
  ),
};
