import { endpoint, idempotent, personal } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/store.ts';

export const appStore = {
  categories: endpoint<ShapeOf<typeof schemas.categories>>('GET', '/app_store/categories', 'public'),
  list: personal(
    endpoint<ShapeOf<typeof schemas.list>>('GET', '/app_store/list', 'public'),
    ({ cate }) => cate === 'my',
  ),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/app_store/detail', 'public'),
  versions: endpoint<ShapeOf<typeof schemas.versions>>('GET', '/app_store/versions', 'public'),
  changelog: endpoint<ShapeOf<typeof schemas.changelog>>('GET', '/app_store/changelog', 'public'),
  catalog: endpoint<ShapeOf<typeof schemas.catalog>>('GET', '/app_store/catalog.json', 'public'),
  check: endpoint<ShapeOf<typeof schemas.check>>('POST', '/app_store/check', 'public'),
  report: endpoint<ShapeOf<typeof schemas.report>>('POST', '/app_store/report', 'public'),
  view: endpoint<ShapeOf<typeof schemas.view>>('POST', '/app_store/view', 'public'),
  download: endpoint<ShapeOf<typeof schemas.download>>('POST', '/app_store/download', 'public'),
  feedNew: endpoint<ShapeOf<typeof schemas.feedNew>>('GET', '/app_store/feed/new.xml', 'public', 'raw'),
  feedUpdated: endpoint<ShapeOf<typeof schemas.feedUpdated>>(
    'GET',
    '/app_store/feed/updated.xml',
    'public',
    'raw',
  ),
  saved: endpoint<ShapeOf<typeof schemas.saved>>('GET', '/app_store/saved', 'member'),
  save: endpoint<ShapeOf<typeof schemas.save>>('POST', '/app_store/save', 'member'),
  unsave: endpoint<ShapeOf<typeof schemas.unsave>>('POST', '/app_store/unsave', 'member'),
};

export const adminApp = {
  certify: endpoint<ShapeOf<typeof schemas.certify>>('POST', '/admin_app/certify', 'operator'),
  feature: endpoint<ShapeOf<typeof schemas.feature>>('POST', '/admin_app/feature', 'operator'),
  takedown: idempotent(endpoint<ShapeOf<typeof schemas.takedown>>('POST', '/admin_app/takedown', 'operator')),
};

export const adminReport = {
  list: endpoint<ShapeOf<typeof schemas.reportList>>('GET', '/admin_report/list', 'operator'),
  close: idempotent(endpoint<ShapeOf<typeof schemas.reportClose>>('POST', '/admin_report/close', 'operator')),
};
