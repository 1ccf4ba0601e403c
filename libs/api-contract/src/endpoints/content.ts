import { endpoint } from '../endpoint.ts';
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
