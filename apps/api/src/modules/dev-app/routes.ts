import { devApp } from '@yunduo/api-contract';
import { developerSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { route, signedIn } from '../../http/route.ts';
import { listOwnApps } from './list.ts';
import { presentOwnApp } from './present.ts';

/** The developer's own apps, in every state. */
export async function devAppModule(app: FastifyInstance): Promise<void> {
  route(app, devApp.list, developerSchemas.devAppList, async (input, request) => {
    const { rows, total, page, pageSize } = await listOwnApps(app.db, signedIn(request).id, input);
    return {
      list: rows.map((row) => presentOwnApp(row, request.locale, app.files)),
      total,
      page,
      page_size: pageSize,
    };
  });
}
