import { authCode as calls } from '@yunduo/api-contract';
import { licenceSchemas as schemas } from '@yunduo/api-contract/schemas';
import { FINGERPRINT_PATTERN, NONCE_PATTERN, PLAN_MONTHS, RATES, type LicencePlan } from '@yunduo/validation';
import {
  bindSchema,
  licenceRemarkSchema,
  renewSchema,
  transferSchema,
  unbindSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route, signedIn } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { listPlans } from '../order/plans.ts';
import { presentOrder } from '../order/service.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { bindLocked, lockOwnedByCode } from './bind.ts';
import { licenceDetail } from './detail.ts';
import { adoptFilesJob } from './files.ts';
import { keyring } from './keyring.ts';
import { codeOf, findLicence, incomingOffers, listLicences } from './list.ts';
import { acceptOffer, cancelOffer, offerLicence } from './offers.ts';
import { fileName, issueOffline, readRequest, renewOffline, type IssuedFile } from './offline.ts';
import { presentIncoming, presentLicence, presentTransfer } from './present.ts';
import { licenceReminderJob } from './reminders.ts';
import { saveRemark } from './remark.ts';
import { orderRenewal } from './renew.ts';
import { unbindLicence } from './unbind.ts';
import { publishedKeys } from './sign.ts';
import { verifyLicence } from './verify.ts';

/** Licences: verification by clients, and the calls of their owners. */
export async function licenceModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(licenceReminderJob);
  app.jobs.add(adoptFilesJob);

  /** The licence after a change, read in the same transaction. */
  const asItIs = async (context: Context, userId: number, id: number) =>
    presentLicence(await findLicence(context, userId, id), context.clock.now());

  const asFile = async (context: Context, { licence, file }: IssuedFile) => ({
    filename: fileName(licence),
    file: `${JSON.stringify(file, null, 2)}\n`,
    expires_at: file.expires_at,
    licence: await asItIs(context, licence.userId, licence.id),
  });

  route(app, calls.plans, schemas.plans, async (_input, { locale }, reply) => {
    shareAnswer(reply);
    const list = await listPlans(app.db);
    return {
      list: list.map(({ plan, name, note, price, currency }) => ({
        plan,
        name: name[locale],
        note: note[locale],
        months: PLAN_MONTHS[plan],
        price,
        currency,
      })),
      keys: publishedKeys(keyring(app.config)),
    };
  });

  route(app, calls.verify, schemas.verify, async (input, request) => {
    await throttle(
      app.db,
      `licence verify ${networkOf(request.ip)}`,
      app.clock.now(),
      RATES.verifies,
      'RATE_LIMITED',
    );
    if (!FINGERPRINT_PATTERN.test(input.fingerprint))
      throw apiError('VALIDATION_FAILED', { fields: { fingerprint: 'fingerprint_invalid' } });
    if (!NONCE_PATTERN.test(input.nonce))
      throw apiError('VALIDATION_FAILED', { fields: { nonce: 'field_invalid' } });
    return verifyLicence(app, { ...input, ip: request.ip });
  });

  route(app, calls.my, schemas.my, async (filters, request) => {
    const user = signedIn(request);
    const now = app.clock.now();
    const { counts, ...page } = await listLicences(app, user.id, filters);
    const incoming = await incomingOffers(app, user);
    const keys = keyring(app.config);
    return {
      ...mapPage(page, (one) => ({ ...presentLicence(one, now), code: codeOf(keys, one.licence) })),
      counts,
      incoming: incoming.map((offer) => presentIncoming(offer, now)),
    };
  });

  route(app, calls.detail, schemas.detail, ({ id }, request) =>
    licenceDetail(app, signedIn(request).id, id, request.locale),
  );

  route(app, calls.bind, schemas.bind, async (input, request) => {
    const { id: userId } = signedIn(request);
    // A code has 130 random bits, and another user's gets the same answer as an unknown one: probing reveals nothing.
    await throttle(app.db, `licence bind ${userId}`, app.clock.now(), RATES.binds);
    const { code, server_name: serverName, fingerprint } = await checkForm(bindSchema, input);
    return withIdempotency(app, request, calls.bind, async (context) => {
      const licence = await lockOwnedByCode(context, userId, code);
      await bindLocked(context, licence, { serverName, fingerprint });
      return asItIs(context, userId, licence.id);
    });
  });

  route(app, calls.unbind, schemas.unbind, async (input, request) => {
    const { id: userId } = signedIn(request);
    const form = await checkForm(unbindSchema, input);
    return withIdempotency(app, request, calls.unbind, async (context) => {
      await unbindLicence(context, userId, form);
      return asItIs(context, userId, form.id);
    });
  });

  route(app, calls.edit, schemas.edit, async (input, request) => {
    const { id: userId } = signedIn(request);
    const form = await checkForm(licenceRemarkSchema, input);
    return withIdempotency(app, request, calls.edit, async (context) => {
      await saveRemark(context, userId, form);
      return asItIs(context, userId, form.id);
    });
  });

  route(app, calls.renew, schemas.renew, async (input, request) => {
    const { id: userId } = signedIn(request);
    const { id, plan } = await checkForm(renewSchema, input);
    return withIdempotency(app, request, calls.renew, async (context) => {
      const order = await orderRenewal(context, userId, { id, plan: plan as LicencePlan });
      return presentOrder(order, { locale: request.locale, now: context.clock.now() });
    });
  });

  route(app, calls.transfer, schemas.transfer, async (input, request) => {
    const user = signedIn(request);
    const { id, to_email: toEmail, receipt } = await checkForm(transferSchema, input);
    return withIdempotency(app, request, calls.transfer, async (context) => {
      // Inside the transaction: a refused offer sends no mail, and a repeated key sends none again.
      await throttle(context.db, `licence transfer ${user.id}`, context.clock.now(), RATES.transfers);
      await offerLicence(context, user, { id, toEmail, receipt });
      return asItIs(context, user.id, id);
    });
  });

  route(app, calls.transferCancel, schemas.transferCancel, ({ transfer_id: id }, request) => {
    const user = signedIn(request);
    return withIdempotency(app, request, calls.transferCancel, async (context) =>
      presentTransfer(await cancelOffer(context, user, id), context.clock.now()),
    );
  });

  route(app, calls.transferAccept, schemas.transferAccept, ({ transfer_id: id }, request) => {
    const user = signedIn(request);
    return withIdempotency(app, request, calls.transferAccept, async (context) => {
      const licence = await acceptOffer(context, user, id);
      return asItIs(context, user.id, licence.id);
    });
  });

  route(app, calls.offlineRequest, schemas.offlineRequest, async (input, request) => {
    const { id: userId } = signedIn(request);
    await throttle(app.db, `licence bind ${userId}`, app.clock.now(), RATES.binds);
    const offline = await readRequest(input.request);
    return withIdempotency(app, request, calls.offlineRequest, async (context) =>
      asFile(context, await issueOffline(context, userId, offline)),
    );
  });

  route(app, calls.offlineRenew, schemas.offlineRenew, async ({ id }, request) => {
    const { id: userId } = signedIn(request);
    await throttle(app.db, `licence bind ${userId}`, app.clock.now(), RATES.binds);
    return withIdempotency(app, request, calls.offlineRenew, async (context) =>
      asFile(context, await renewOffline(context, userId, id)),
    );
  });
}
