import { endpoint } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/store.ts';

export const appStore = {
  categories: endpoint<ShapeOf<typeof schemas.categories>>('GET', '/app_store/categories', 'public'),
  list: endpoint<ShapeOf<typeof schemas.list>>('GET', '/app_store/list', 'public'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/app_store/detail', 'public'),
  versions: endpoint<ShapeOf<typeof schemas.versions>>('GET', '/app_store/versions', 'public'),
  changelog: endpoint<ShapeOf<typeof schemas.changelog>>('GET', '/app_store/changelog', 'public'),
  catalog: endpoint<ShapeOf<typeof schemas.catalog>>('GET', '/app_store/catalog.json', 'public'),
};

export const adminApp = {};
export const adminReport = {};
