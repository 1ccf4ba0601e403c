import { userInfo as calls } from '@yunduo/api-contract';
import { accountSchemas as schemas } from '@yunduo/api-contract/schemas';
import {
  AVATAR_BYTES_MAX,
  EXPORTS_PER_HOUR,
  HOUR,
  normalEmail,
  RATES,
  type Gender,
} from '@yunduo/validation';
import {
  changePasswordSchema,
  codeSchema,
  newEmailSchema,
  profileSchema,
  proveSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { bearerOf, route, signedIn, uploadOf } from '../../http/route.ts';
import { hashToken } from '../codes/tokens.ts';
import { removeAtOnce } from '../files/discard.ts';
import { oneFile, uploaderOf } from '../files/upload.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { throttle } from '../throttle/throttle.ts';
import { presentUser, userById } from '../auth/accounts.ts';
import {
  commitEmailChange,
  confirmNewEmail,
  tryNewEmail,
  tryPresentEmail,
  verifyPresentEmail,
} from '../auth/email-change.ts';
import { prove } from '../auth/proof.ts';
import { endSessions, listSessions } from '../auth/sessions.ts';
import { recentActivity } from './recent-activity.ts';
import { confirmDeletion, forgetClosures, prepareDeletion, tryDeletion } from './deletion.ts';
import { mailPreferences, saveMailPreferences } from './mail-preferences.ts';
import { changePassword, saveAvatar, saveProfile, tryOldPassword } from './service.ts';
import { collectData, nameOfExport } from './data-export.ts';

/** An export reads many tables. */
const EXPORTS_PER_USER = [{ count: EXPORTS_PER_HOUR, window: HOUR }];

/** Password hashing is slow by design, and concurrent hashes queue. */
const HASHING = { timeout: 10_000 };

/** Self-service of the signed-in account: address, data export, deletion. */
export async function userInfo(app: FastifyInstance): Promise<void> {
  app.jobs.add(forgetClosures);

  route(app, calls.index, schemas.index, async (_input, request) => {
    const user = await userById(app.db, signedIn(request).id);
    if (!user) throw apiError('UNAUTHENTICATED');
    return presentUser(app, user);
  });

  route(app, calls.saveUser, schemas.saveUser, async (input, request) => {
    const { id } = signedIn(request);
    const { nickname, gender, birthday } = await checkForm(profileSchema, input);
    return presentUser(app, await saveProfile(app, id, { nickname, gender: gender as Gender, birthday }));
  });

  route(
    app,
    calls.uploadHeadImg,
    schemas.uploadHeadImg,
    async (_input, request, reply) => {
      const { id } = signedIn(request);
      await throttle(app.db, `avatar:${id}`, app.clock.now(), RATES.avatars);
      const file = await oneFile(request, AVATAR_BYTES_MAX);
      return { head_image: await saveAvatar(app, uploaderOf(request, reply), file) };
    },
    uploadOf(AVATAR_BYTES_MAX),
  );

  route(
    app,
    calls.prove,
    schemas.prove,
    async (given, request) => {
      if (!given.passkey && given.code === undefined && given.recovery_code === undefined)
        await checkForm(proveSchema, given);
      return { until: (await prove(app, signedIn(request), given)).toISOString() };
    },
    HASHING,
  );

  route(
    app,
    calls.changePassword,
    schemas.changePassword,
    async (input, request) => {
      const user = signedIn(request);
      const { old_password: oldPassword, password } = await checkForm(changePasswordSchema, input);
      const change = async (context: Context, hashes: Awaited<ReturnType<typeof tryOldPassword>>) => {
        await changePassword(context, user, hashes, request.locale);
        return null;
      };
      return withIdempotency(app, request, calls.changePassword, change, {
        before: () => tryOldPassword(app, user, { oldPassword, password }),
      });
    },
    HASHING,
  );

  route(app, calls.changeEmailVerify, schemas.changeEmailVerify, async (input, request) => {
    const user = signedIn(request);
    const { code } = await checkForm(codeSchema, input);
    const verify = (context: Context) => verifyPresentEmail(context, user, code);
    return withIdempotency(app, request, calls.changeEmailVerify, verify, {
      before: () => tryPresentEmail(app, user, code),
    });
  });

  route(app, calls.changeEmailConfirm, schemas.changeEmailConfirm, async (input, request) => {
    const user = signedIn(request);
    const form = { email: input.new_email, code: input.code };
    const { email, code } = await checkForm(newEmailSchema(user.email), form, { email: 'new_email' });
    const step = { token: input.change_token, newEmail: normalEmail(email), code };
    const confirm = (context: Context) => confirmNewEmail(context, user, step);
    return withIdempotency(app, request, calls.changeEmailConfirm, confirm, {
      before: () => tryNewEmail(app, user, step),
    });
  });

  route(app, calls.changeEmailCommit, schemas.changeEmailCommit, async (input, request) => {
    const user = signedIn(request);
    return withIdempotency(app, request, calls.changeEmailCommit, async (context) =>
      presentUser(context, await commitEmailChange(context, user, input.change_token, request.locale)),
    );
  });

  route(app, calls.sessions, schemas.sessions, async (_input, request) => {
    const { id, sessionId } = signedIn(request);
    const list = await listSessions(app.db, id, app.clock.now());
    return {
      list: list.map((session) => ({
        id: session.id,
        current: session.id === sessionId,
        device: session.device,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
        expires_at: session.expiresAt.toISOString(),
      })),
    };
  });

  route(app, calls.recentActivity, schemas.recentActivity, (input, request) =>
    recentActivity(app.db, signedIn(request).id, input),
  );

  route(app, calls.revokeSession, schemas.revokeSession, async ({ id: only }, request) => {
    const { id, sessionId, email } = signedIn(request);
    const which = only === undefined ? { except: sessionId } : { only };
    const revoked = await endSessions(app.db, id, app.clock.now(), which);
    // Another user's session and an unknown one get the same answer.
    if (only !== undefined && revoked === 0) throw apiError('NOT_FOUND');
    const details = { sessions: revoked };
    if (revoked > 0) await recordSecurityEvent(app, 'session_ended', { userId: id, email, details });
    return { revoked };
  });

  route(
    app,
    calls.export,
    schemas.exportData,
    async (_input, request) => {
      const user = signedIn(request);
      const now = app.clock.now();
      await throttle(app.db, `export:${user.id}`, now, EXPORTS_PER_USER);
      const subject = { userId: user.id, email: user.email, details: {} };
      await recordSecurityEvent(app, 'data_exported', subject);
      return {
        format: 1,
        exported_at: now.toISOString(),
        filename: nameOfExport(now),
        sections: await collectData(app.db, user),
      };
    },
    { timeout: 30_000 },
  );

  route(
    app,
    calls.deletePrepare,
    schemas.deletePrepare,
    ({ password }, request) => prepareDeletion(app, signedIn(request), { password, locale: request.locale }),
    HASHING,
  );

  route(
    app,
    calls.deleteConfirm,
    schemas.deleteConfirm,
    async (input, request) => {
      let files: string[] = [];
      const remove = async (context: Context, code: string) => {
        files = await confirmDeletion(context, signedIn(request), { code, locale: request.locale });
        return null;
      };
      await withIdempotency(app, request, calls.deleteConfirm, remove, {
        // Not keyed by the account, which is deleted together with the session.
        visitor: hashToken(bearerOf(request)),
        before: async () => {
          const user = signedIn(request);
          const { code } = await checkForm(codeSchema, input);
          await tryDeletion(app, user, code);
          return code;
        },
        transaction: (work) => app.database.upkeep((alone) => alone.transaction(work)),
      });
      await removeAtOnce(app, files);
      return null;
    },
    { timeout: 30_000, endsSession: true },
  );

  route(app, calls.mailPreferences, schemas.mailPreferences, (_input, request) =>
    mailPreferences(app.db, signedIn(request).id),
  );

  route(app, calls.saveMailPreferences, schemas.saveMailPreferences, ({ muted }, request) =>
    saveMailPreferences(app.db, signedIn(request).id, muted),
  );
}
