import { adminApp, adminReport } from '@yunduo/api-contract';
import { storeSchemas } from '@yunduo/api-contract/schemas';
import { reportNoteSchema, takedownSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { closeReport, listReports } from '../store/reports.ts';
import { actorOf } from '../audit/audit.ts';
import { certifyApp, featureApp, liftTakedown, presentAdminApp, takeDownApp } from './curation.ts';

/** Operators' calls on the store's apps, and on visitors' reports about them. */
export async function storeCurationModule(app: FastifyInstance): Promise<void> {
  route(app, adminApp.certify, storeSchemas.certify, async (input, request) =>
    presentAdminApp(await certifyApp(app, actorOf(signedIn(request)), input), request.locale),
  );

  route(app, adminApp.feature, storeSchemas.feature, async (input, request) =>
    presentAdminApp(await featureApp(app, actorOf(signedIn(request)), input), request.locale),
  );

  route(app, adminApp.takedown, storeSchemas.takedown, async ({ id, taken_down, reason }, request) => {
    const actor = actorOf(signedIn(request));
    const form = taken_down ? await checkForm(takedownSchema, { reason }) : null;
    return withIdempotency(app, request, adminApp.takedown, async (context) => {
      const changed = form
        ? await takeDownApp(context, actor, { id, ...form })
        : await liftTakedown(context, actor, { id });
      return presentAdminApp(changed, request.locale);
    });
  });

  route(app, adminReport.list, storeSchemas.reportList, (input, { locale }) =>
    listReports(app, input, locale),
  );

  route(app, adminReport.close, storeSchemas.reportClose, async ({ id, resolution, note }, request) => {
    const form = await checkForm(reportNoteSchema, { note });
    const closed = { id, resolution, note: form.note ?? '' };
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, adminReport.close, (context) =>
      closeReport(context, actor, closed, request.locale),
    );
  });
}
