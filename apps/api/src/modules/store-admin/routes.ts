import { adminApp, adminReport } from '@yunduo/api-contract';
import { storeSchemas } from '@yunduo/api-contract/schemas';
import { reportNoteSchema, takedownSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { route, signedIn } from '../../http/route.ts';
import { closeReport, listReports } from '../app-store/reports.ts';
import { actorOf } from '../audit/audit.ts';
import { certifyApp, featureApp, liftTakedown, presentAdminApp, takeDownApp } from './curation.ts';

/** What operators do with the apps of the store, and with what visitors report about them. */
export async function storeAdminModule(app: FastifyInstance): Promise<void> {
  route(app, adminApp.certify, storeSchemas.certify, async (input, request) =>
    presentAdminApp(await certifyApp(app, actorOf(signedIn(request)), input), request.locale),
  );

  route(app, adminApp.feature, storeSchemas.feature, async (input, request) =>
    presentAdminApp(await featureApp(app, actorOf(signedIn(request)), input), request.locale),
  );

  route(app, adminApp.takedown, storeSchemas.takedown, async ({ id, taken_down, reason }, request) => {
    const actor = actorOf(signedIn(request));
    if (!taken_down) return presentAdminApp(await liftTakedown(app, actor, { id }), request.locale);
    const form = await checkForm(takedownSchema, { reason });
    return presentAdminApp(await takeDownApp(app, actor, { id, ...form }), request.locale);
  });

  route(app, adminReport.list, storeSchemas.reportList, (input, { locale }) =>
    listReports(app, input, locale),
  );

  route(app, adminReport.close, storeSchemas.reportClose, async ({ id, resolution, note }, request) => {
    const form = await checkForm(reportNoteSchema, { note });
    const closed = { id, resolution, note: form.note ?? '' };
    return closeReport(app, actorOf(signedIn(request)), closed, request.locale);
  });
}
