import { endpoint } from '../endpoint.ts';
import type * as center from '../schemas/dev-center.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/developer.ts';

export const devApp = {
  list: endpoint<ShapeOf<typeof schemas.devAppList>>('GET', '/dev_app/list', 'developer'),
  stats: endpoint<ShapeOf<typeof center.stats>>('GET', '/dev_app/stats', 'owner'),
  previewToken: endpoint<ShapeOf<typeof center.previewToken>>('POST', '/dev_app/preview_token', 'owner'),
  preview: endpoint<ShapeOf<typeof center.preview>>('GET', '/dev_app/preview', 'public'),
  reviewWait: endpoint<ShapeOf<typeof center.reviewWait>>('GET', '/dev_app/review_wait', 'public'),
};
