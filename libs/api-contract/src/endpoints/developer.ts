import { endpoint } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/developer.ts';

export const devApp = {
  list: endpoint<ShapeOf<typeof schemas.devAppList>>('GET', '/dev_app/list', 'developer'),
};
