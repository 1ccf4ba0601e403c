import { userFactor as calls } from '@yunduo/api-contract';
import { secondFactorSchemas as schemas } from '@yunduo/api-contract/schemas';
import { FACTOR } from '@yunduo/validation';
import { passkeyLabelSchema, totpSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { withTransaction } from '../../context.ts';
import { checkForm } from '../../http/form.ts';
import { apiError } from '../../http/errors.ts';
import { route, signedIn } from '../../http/route.ts';
import {
  afterRemoval,
  firstRecoveryCodes,
  holdAccount,
  lacksFactor,
  presentFactors,
  notifyOwner,
} from '../second-factor/factors.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  checkNewPasskey,
  removePasskey,
  renamePasskey,
} from '../second-factor/passkeys.ts';
import { makeRecoveryCodes } from '../second-factor/recovery.ts';
import { beginTotp, confirmTotp, removeTotp } from '../second-factor/totp.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { siteName } from '../site/settings.ts';
import { shownEmail } from '../text/shown-email.ts';
import { throttle } from '../throttle/throttle.ts';
import { forgetOtherProofs } from '../auth/sessions.ts';

/** Second factors of an account: listed, set up and removed by its owner. */
export async function userFactor(app: FastifyInstance): Promise<void> {
  route(app, calls.state, schemas.state, (_input, request) => presentFactors(app.db, signedIn(request).id));

  route(app, calls.totpBegin, schemas.totpBegin, async (_input, request) => {
    const { id, email } = signedIn(request);
    const issuer = await siteName(app.db, request.locale);
    const { secret, uri, until } = await beginTotp(app, { id, label: shownEmail(email) }, issuer);
    return { secret, uri, until: until.toISOString() };
  });

  route(app, calls.totpConfirm, schemas.totpConfirm, async (input, request) => {
    const { id, email, sessionId } = signedIn(request);
    const { code } = await checkForm(totpSchema, input);
    await throttle(app.db, `factor-setup:${id}`, app.clock.now(), FACTOR.tries);
    return app.db.transaction(async (tx) => {
      const context = withTransaction(app, tx);
      await holdAccount(tx, id);
      const { replaced } = await confirmTotp(context, id, code);
      const codes = await firstRecoveryCodes(context, id);
      await forgetOtherProofs(tx, id, sessionId);
      await notifyOwner(context, id, 'factor_added');
      const answer = { factors: await presentFactors(tx, id), recovery_codes: codes };
      await recordSecurityEvent(context, 'second_factor_added', { userId: id, email, details: { replaced } });
      return answer;
    });
  });

  route(app, calls.totpRemove, schemas.totpRemove, async (_input, request) => {
    const { id, email, roles } = signedIn(request);
    return app.db.transaction(async (tx) => {
      const context = withTransaction(app, tx);
      await holdAccount(tx, id);
      if (await removeTotp(tx, id)) {
        await afterRemoval(context, { id, roles }, 'app_removed');
        await recordSecurityEvent(context, 'second_factor_removed', { userId: id, email, details: {} });
      }
      return presentFactors(tx, id);
    });
  });

  route(app, calls.passkeyBegin, schemas.passkeyBegin, async (_input, request) => {
    const { id, email, sessionId } = signedIn(request);
    const user = { id, sessionId, name: shownEmail(email) };
    return beginPasskey(app, user, await siteName(app.db, request.locale));
  });

  route(app, calls.passkeyFinish, schemas.passkeyFinish, async (input, request) => {
    const { id, email, sessionId } = signedIn(request);
    const { label } = await checkForm(passkeyLabelSchema, input);
    const made = await checkNewPasskey(app, { id, sessionId }, input.credential);
    return app.db.transaction(async (tx) => {
      const context = withTransaction(app, tx);
      await holdAccount(tx, id);
      await addPasskey(context, id, made, label);
      const codes = await firstRecoveryCodes(context, id);
      await forgetOtherProofs(tx, id, sessionId);
      await notifyOwner(context, id, 'passkey_added', { label });
      const answer = { factors: await presentFactors(tx, id), recovery_codes: codes };
      const details = { backed_up: made.backedUp };
      await recordSecurityEvent(context, 'passkey_added', { userId: id, email, details });
      return answer;
    });
  });

  route(app, calls.passkeyRename, schemas.passkeyRename, async (input, request) => {
    const { id } = signedIn(request);
    const { label } = await checkForm(passkeyLabelSchema, input);
    await renamePasskey(app.db, id, input.id, label);
    return presentFactors(app.db, id);
  });

  route(app, calls.passkeyRemove, schemas.passkeyRemove, async (input, request) => {
    const { id, email, roles } = signedIn(request);
    return app.db.transaction(async (tx) => {
      const context = withTransaction(app, tx);
      await holdAccount(tx, id);
      const label = await removePasskey(tx, id, input.id);
      await afterRemoval(context, { id, roles }, 'passkey_removed', { label });
      const factors = await presentFactors(tx, id);
      const details = { left: factors.passkeys.length };
      await recordSecurityEvent(context, 'passkey_removed', { userId: id, email, details });
      return factors;
    });
  });

  route(app, calls.passkeyProve, schemas.passkeyProve, (_input, request) => {
    const { id, sessionId } = signedIn(request);
    return askPasskey(app, id, `prove:${sessionId}`);
  });

  route(app, calls.recoveryCodes, schemas.recoveryCodes, async (_input, request) => {
    const { id, email } = signedIn(request);
    return app.db.transaction(async (tx) => {
      const context = withTransaction(app, tx);
      await holdAccount(tx, id);
      // Without a second factor, recovery codes have nothing to replace.
      if (await lacksFactor(tx, { id })) throw apiError('STATE_CHANGED');
      const codes = await makeRecoveryCodes(tx, id, app.clock.now());
      await notifyOwner(context, id, 'recovery_codes_made');
      await recordSecurityEvent(context, 'recovery_codes_made', { userId: id, email, details: {} });
      return { factors: await presentFactors(tx, id), recovery_codes: codes };
    });
  });
}
