import { devApp, type InputOf } from '@yunduo/api-contract';
import { publishingSchemas as schemas } from '@yunduo/api-contract/schemas';
import type { Locale } from '@yunduo/i18n';
import { LOGO_BYTES_MAX, RATES, SCREENSHOT_BYTES_LIMIT } from '@yunduo/validation';
import {
  appealSchema,
  replacementSchema,
  suggestionAnswerSchema,
  unpublishSchema,
  yankReasonsSchema,
  yankSchema,
} from '@yunduo/validation/schemas';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withTransaction, type Context } from '../../context.ts';
import { apps } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, uploadOf, type SessionUser } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { removeAtOnce } from '../files/discard.ts';
import { fileAndFields, uploaderOf } from '../files/upload.ts';
import { localized } from '../text/localized.ts';
import { throttle, type Limit } from '../throttle/throttle.ts';
import { areReady, checksOf } from './checks.ts';
import { openVersionOf } from './pending-version.ts';
import { draftChanges, logoIdOf, ownDetail, shownContent } from './detail.ts';
import { differenceOf } from './difference.ts';
import { saveDraft } from './drafts.ts';
import { currentOf } from './effects.ts';
import { listEvents } from './events.ts';
import { listOwnApps } from './list.ts';
import { lookAlikes, nameState } from './names.ts';
import { asDeveloper, developerOf, ownApp, ownVersion } from './own.ts';
import { forgetPictures, takeLogo, takeScreenshot } from './pictures.ts';
import {
  presentChecks,
  presentContent,
  presentEvent,
  presentLogo,
  presentOwnApp,
  presentOwnDetail,
  presentReplacement,
  presentScreenshot,
  presentSuggestion,
  presentVersion,
} from './present.ts';
import { deleteApp, deleteVersion } from './remove.ts';
import { replaceApp } from './replacement.ts';
import { submitListing, submitVersion } from './submit.ts';
import { answerSuggestion, suggestionsOf } from './suggestions.ts';
import type { TransitionDetails, VersionRow } from './step.ts';
import { transition } from './transitions.ts';
import { saveVersion } from './versions.ts';

/** Steps without parameters beyond the call; each is named after its action. */
type OwnStep = 'revoke' | 'release' | 'appeal' | 'yank' | 'unpublish' | 'relist';

/** The reason of a yank by language; earlier callers give one text. */
export async function yankDetails({
  reason,
  reasons,
}: Pick<InputOf<typeof devApp.yank>, 'reason' | 'reasons'>): Promise<TransitionDetails> {
  if (reasons === undefined) return { text: (await checkForm(yankSchema, { reason })).reason };
  const form = await checkForm(yankReasonsSchema, { reasons });
  const by = { zh: form.reasons?.zh ?? '', en: form.reasons?.en ?? '' };
  return { text: [by.zh, by.en].filter(Boolean).join(' / '), reasons: by };
}

/** A developer's calls on their own apps, in every state. */
export async function publishingModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(forgetPictures);
  const limit = (user: SessionUser, what: string, limits: readonly Limit[]): Promise<void> =>
    throttle(app.db, `dev-app-${what}:${user.id}`, app.clock.now(), limits);

  route(
    app,
    devApp.list,
    schemas.devAppList,
    async (input, request) => {
      const now = app.clock.now();
      const page = await listOwnApps(app.db, developerOf(request), input, now);
      return mapPage(page, (row) => presentOwnApp(row, request.locale, app.files, now));
    },
    { scope: 'app:read' },
  );

  route(app, devApp.checkName, schemas.checkName, async ({ name, id }, request) => {
    const user = developerOf(request);
    await limit(user, 'name', RATES.appNames);
    if (id !== undefined) await ownApp(app.db, user, id);
    const like = await lookAlikes(app.db, [name], id);
    return {
      state: await nameState(app.db, name, id),
      // Other developers' drafts are confidential.
      like: like
        .filter(({ wasPublished }) => wasPublished)
        .map((other) => localized(other.name, request.locale)),
    };
  });

  route(
    app,
    devApp.detail,
    schemas.devAppDetail,
    async ({ id }, request) => {
      const detail = await ownDetail(app, developerOf(request), id);
      return presentOwnDetail(detail, request.locale, app.files, app.clock.now());
    },
    { scope: 'app:read' },
  );

  route(app, devApp.difference, schemas.difference, async ({ version_id: id }, request) => {
    const { version } = await ownVersion(app.db, developerOf(request), id);
    return differenceOf(app, version.id, request.locale);
  });

  route(app, devApp.timeline, schemas.timeline, async (input, request) => {
    const { id } = await ownApp(app.db, developerOf(request), input.id);
    const page = await listEvents(app.db, id, { ...input, versionId: input.version_id });
    return mapPage(page, (row) => presentEvent(row, request.locale));
  });

  route(
    app,
    devApp.save,
    schemas.save,
    async (input, request) => {
      const user = developerOf(request);
      await limit(user, 'save', RATES.appSaves);
      return withIdempotency(app, request, devApp.save, async (context) => {
        const saved = await saveDraft(context, user, input);
        const open = await openVersionOf(context.db, saved.app.id);
        const checks = await checksOf(context.db, saved.app.id, saved.content, open);
        const logoId = await logoIdOf(context.db, saved.app.id, saved.content.logo);
        const live = await currentOf(context, saved.app.currentVersionId);
        return {
          id: saved.app.id,
          app_key: saved.app.appKey,
          revision: saved.app.revision,
          updated_at: saved.app.updatedAt.toISOString(),
          draft: presentContent(saved.content, logoId, request.locale, app.files),
          draft_changes: live && draftChanges(await shownContent(context.db, live), saved.content),
          checks: presentChecks(checks),
          ready: areReady(checks),
        };
      });
    },
    { scope: 'app:write' },
  );

  /** The app named in a form, and its picture. */
  async function upload(request: FastifyRequest, user: SessionUser, largest: number) {
    await limit(user, 'picture', RATES.appPictures);
    const { file, fields } = await fileAndFields(request, largest, ['id']);
    const id = Number(fields.id);
    if (!/^[1-9]\d{0,9}$/.test(fields.id ?? '') || id > 2_147_483_647)
      throw apiError('VALIDATION_FAILED', { fields: { id: 'field_invalid' } });
    return { appId: id, bytes: file };
  }
  route(
    app,
    devApp.uploadLogo,
    schemas.uploadLogo,
    async (_input, request, reply) => {
      const user = developerOf(request);
      const sent = await upload(request, user, LOGO_BYTES_MAX);
      return presentLogo(await takeLogo(app, user, { ...sent, by: uploaderOf(request, reply) }), app.files);
    },
    { scope: 'app:write', ...uploadOf(LOGO_BYTES_MAX) },
  );
  route(
    app,
    devApp.uploadScreenshot,
    schemas.uploadScreenshot,
    async (_input, request, reply) => {
      const user = developerOf(request);
      // "Under 3 MB": the limit itself is one byte too many.
      const sent = await upload(request, user, SCREENSHOT_BYTES_LIMIT - 1);
      return presentScreenshot(
        await takeScreenshot(app, user, { ...sent, by: uploaderOf(request, reply) }),
        app.files,
      );
    },
    { scope: 'app:write', ...uploadOf(SCREENSHOT_BYTES_LIMIT) },
  );

  route(
    app,
    devApp.versionSave,
    schemas.versionSave,
    async (input, request) => {
      const user = developerOf(request);
      await limit(user, 'save', RATES.appSaves);
      return withIdempotency(app, request, devApp.versionSave, async (context) => {
        const version = await saveVersion(context, user, input);
        return (await moved(context, version, request.locale)).version;
      });
    },
    { scope: 'app:write' },
  );

  route(
    app,
    devApp.submit,
    schemas.submit,
    async (input, request) => {
      const user = developerOf(request);
      await limit(user, 'step', RATES.appSteps);
      return withIdempotency(app, request, devApp.submit, async (context) => {
        const {
          version_id: versionId,
          listing_of: appId,
          revision,
          version_revision: versionRevision,
        } = input;
        if ((versionId === undefined) === (appId === undefined))
          throw apiError('VALIDATION_FAILED', { fields: { version_id: 'field_invalid' } });
        if (appId !== undefined)
          return moved(
            context,
            await submitListing(context, user, { appId, ...(revision !== undefined && { revision }) }),
            request.locale,
          );
        if (versionId === undefined) throw apiError('VERSION_NOT_FOUND');
        const version = await submitVersion(context, user, {
          versionId,
          ...(revision !== undefined && { revision }),
          ...(versionRevision !== undefined && { versionRevision }),
        });
        return moved(context, version, request.locale);
      });
    },
    { scope: 'version:submit' },
  );

  /** One step of the developer: on one of their versions, or on the version that the store shows or last showed. */
  async function step(
    request: FastifyRequest,
    action: OwnStep,
    of: { version: number } | { app: number },
    details: TransitionDetails = {},
  ) {
    const user = developerOf(request);
    await limit(user, 'step', RATES.appSteps);
    return withIdempotency(app, request, devApp[action], async (context) => {
      const { db } = context;
      const version =
        'app' in of
          ? (await ownApp(db, user, of.app, { lock: true })).currentVersionId
          : (await ownVersion(db, user, of.version)).version.id;
      // No version was ever released, or all were yanked.
      if (version === null) throw apiError('STATE_CHANGED');
      return moved(
        context,
        await transition(context, { version, action, actor: asDeveloper(user), details }),
        request.locale,
      );
    });
  }
  route(app, devApp.revoke, schemas.revoke, ({ version_id: version }, request) =>
    step(request, 'revoke', { version }),
  );
  route(app, devApp.release, schemas.release, ({ version_id: version }, request) =>
    step(request, 'release', { version }),
  );
  route(app, devApp.appeal, schemas.appeal, async ({ version_id: version, text }, request) =>
    step(request, 'appeal', { version }, await checkForm(appealSchema, { text })),
  );
  route(app, devApp.yank, schemas.yank, async ({ version_id: version, reason, reasons }, request) =>
    step(request, 'yank', { version }, await yankDetails({ reason, reasons })),
  );
  route(app, devApp.unpublish, schemas.unpublish, async ({ id, ...form }, request) => {
    const { reason, replacement } = await checkForm(unpublishSchema, form);
    // A caller that names no replacement, not even an empty one, leaves it as it is.
    const replaced = form.replacement === undefined ? {} : { replacement };
    return step(request, 'unpublish', { app: id }, { text: reason, ...replaced });
  });
  route(app, devApp.replace, schemas.replace, async ({ id, ...form }, request) => {
    const user = developerOf(request);
    await limit(user, 'step', RATES.appSteps);
    const { replacement } = await checkForm(replacementSchema, form);
    return withIdempotency(app, request, devApp.replace, async (context) => {
      const replacing = await replaceApp(context, user, { id, replacement });
      return { replaced_by: replacing && presentReplacement(replacing, request.locale) };
    });
  });
  route(app, devApp.relist, schemas.relist, ({ id }, request) => step(request, 'relist', { app: id }));

  route(app, devApp.versionDelete, schemas.versionDelete, async ({ version_id: id }, request) => {
    const user = developerOf(request);
    await limit(user, 'step', RATES.appSteps);
    return withIdempotency(app, request, devApp.versionDelete, async (context) => {
      await deleteVersion(context, user, id);
      return null;
    });
  });
  route(app, devApp.appDelete, schemas.appDelete, async ({ id }, request) => {
    const user = developerOf(request);
    await limit(user, 'step', RATES.appSteps);
    let files: string[] = [];
    await withIdempotency(app, request, devApp.appDelete, async (context) => {
      files = await deleteApp(context, user, id);
      return null;
    });
    await removeAtOnce(app, files);
    return null;
  });

  route(app, devApp.suggestionAnswer, schemas.suggestionAnswer, async (input, request) => {
    const user = developerOf(request);
    await limit(user, 'save', RATES.appSaves);
    const { answer } = await checkForm(suggestionAnswerSchema, input);
    return app.db.transaction(async (tx) =>
      presentSuggestion(
        await answerSuggestion(withTransaction(app, tx), {
          id: input.id,
          userId: user.id,
          ...(answer !== undefined && { answer }),
          ...(input.resolved !== undefined && { resolved: input.resolved }),
        }),
      ),
    );
  });
}

/** A version after a step, with the status of its app. */
async function moved({ db, clock }: Context, version: VersionRow, locale: Locale) {
  const [app] = await db.select().from(apps).where(eq(apps.id, version.appId));
  if (!app) throw apiError('APP_NOT_FOUND');
  const suggestions = await suggestionsOf(db, version, 'developer');
  const live = await currentOf({ db }, app.currentVersionId);
  const open = await openVersionOf(db, app.id);
  return {
    id: app.id,
    status: app.status,
    version: presentVersion({ version, suggestions }, { app, live, open }, { locale, now: clock.now() }),
  };
}
