import { devToken as calls, type DataOf } from '@yunduo/api-contract';
import { devCenterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { DEV_TOKEN, RATES, TOKEN_SCOPES } from '@yunduo/validation';
import { buildTokenSchema } from '@yunduo/validation/schemas';
import type { Locale } from '@yunduo/i18n';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { localized } from '../text/localized.ts';
import { throttle } from '../throttle/throttle.ts';
import { announceExpiringTokens } from './mails.ts';
import { createBuildToken, listBuildTokens, revokeBuildToken, type TokenRow } from './tokens.ts';

/** Tokens for a developer's build servers: created, listed and revoked with a session, never with a token. */
export async function buildTokenModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(announceExpiringTokens);

  route(app, calls.list, schemas.tokenList, async (_input, request) => {
    const now = app.clock.now();
    const rows = await listBuildTokens(app.db, signedIn(request).id, now);
    return { list: rows.map((row) => presentToken(row, now, request.locale)), limit: DEV_TOKEN.live };
  });

  route(app, calls.create, schemas.tokenCreate, async ({ app_id: appId = null, ...input }, request) => {
    const { id } = signedIn(request);
    const form = await checkForm(buildTokenSchema, input);
    await throttle(app.db, `dev_token:${id}`, app.clock.now(), RATES.devTokens);
    return withIdempotency(app, request, calls.create, async (context) => {
      const { token, row } = await createBuildToken(context, id, {
        name: form.name,
        // Without duplicates, in the order of the vocabulary.
        scopes: TOKEN_SCOPES.filter((scope) => form.scopes.includes(scope)),
        days: form.expires_in_days,
        appId,
      });
      return { token, item: presentToken(row, app.clock.now(), request.locale) };
    });
  });

  route(app, calls.revoke, schemas.tokenRevoke, async ({ id }, request) => {
    await revokeBuildToken(app, signedIn(request).id, id);
    return null;
  });
}

type TokenItem = DataOf<typeof calls.list>['list'][number];

function presentToken(row: TokenRow, now: Date, locale: Locale): TokenItem {
  const ended = row.expiresAt <= now ? 'expired' : 'live';
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    hint: row.hint,
    app:
      row.appId === null || row.appName === null
        ? null
        : { id: row.appId, name: localized(row.appName, locale) || (row.appKey ?? '') },
    state: row.revokedAt === null ? ended : 'revoked',
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
