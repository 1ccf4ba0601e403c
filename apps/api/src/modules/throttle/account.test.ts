import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  adminContent,
  authCode,
  devApp,
  devCenter,
  devToken,
  devWebhook,
  type Endpoint,
  feedback,
  order,
  userDevice,
  userFactor,
  userInfo,
} from '@yunduo/api-contract';
import {
  DAY,
  DEVICE_SIGN_IN,
  EMAIL_CODE,
  EXPORTS_PER_HOUR,
  FACTOR,
  FEEDBACK,
  HOUR,
  ORDER,
  PASSKEY,
  RATES,
  SECOND,
} from '@yunduo/validation';
import { throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { ticketFor } from '../../testing/people.ts';
import { person, type Person } from '../../testing/reviews.ts';
import type { Limit } from './throttle.ts';

describe('Limit per account', () => {
  let api: TestApp;
  let who: Person;
  let member: Person;
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    who = await person(api, 'admin');
    // An operator's account cannot be deleted.
    member = await person(api);
  });
  afterAll(() => api.close());

  const file = (): FormData => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.png');
    return form;
  };
  const webhook = { url: 'https://hooks.example.com/x', events: ['token.expiring'] };

  /** Each call that takes a turn of its account, the key of its limit, and an input that reaches it. */
  const LIMITS: Record<string, readonly Limit[]> = {
    'licence bind ': RATES.binds,
    'licence transfer ': RATES.transfers,
    'dev_webhook:': RATES.webhooks,
    'dev_webhook_send:': RATES.webhookSends,
    'device-code:': DEVICE_SIGN_IN.tries,
    'publisher:': RATES.publishers,
    'publisher_proof:': RATES.publisherProofs,
    'feedback-upload:': [{ count: FEEDBACK.uploadsPerHour, window: HOUR }],
    'feedback:': [
      { count: FEEDBACK.perHour, window: HOUR },
      { count: FEEDBACK.perDay, window: DAY },
    ],
    'avatar:': RATES.avatars,
    'export:': [{ count: EXPORTS_PER_HOUR, window: HOUR }],
    'delete-code:': [{ count: EMAIL_CODE.perAddressHour, window: HOUR }],
    'factor-setup:': FACTOR.tries,
    'passkey:': PASSKEY.challenges,
    'article-picture:': RATES.articlePictures,
    'order:': [{ count: ORDER.perHour, window: HOUR }],
    'dev_token:': RATES.devTokens,
    'preview:': RATES.previewLinks,
    'dev-app-name:': RATES.appNames,
    'dev-app-save:': RATES.appSaves,
    'dev-app-picture:': RATES.appPictures,
    'dev-app-step:': RATES.appSteps,
  };
  const CALLS: [call: Endpoint, key: string, input: object | (() => object | Promise<object>)][] = [
    [authCode.bind, 'licence bind ', { code: 'x', server_name: 'Rack 1', fingerprint: 'x' }],
    [authCode.offlineRequest, 'licence bind ', { request: 'x' }],
    [authCode.offlineRenew, 'licence bind ', { id: 1 }],
    [authCode.transfer, 'licence transfer ', { id: 1, to_email: 'lin@example.com' }],
    [devWebhook.create, 'dev_webhook:', webhook],
    [devWebhook.save, 'dev_webhook:', { ...webhook, id: 1 }],
    [devWebhook.rotate, 'dev_webhook:', { id: 1 }],
    [devWebhook.ping, 'dev_webhook_send:', { id: 1 }],
    [devWebhook.replay, 'dev_webhook_send:', { id: 1 }],
    [userDevice.lookup, 'device-code:', { user_code: 'BCDF-GHJK' }],
    [userDevice.allow, 'device-code:', { user_code: 'BCDF-GHJK' }],
    [
      devCenter.publisherSave,
      'publisher:',
      { name: { zh: '龙骨实验室', en: 'Keel Lab' }, support_email: 'help@keel.example', website: '' },
    ],
    [devCenter.publisherProve, 'publisher_proof:', { method: 'dns' }],
    [feedback.upload, 'feedback-upload:', file],
    [
      feedback.submit,
      'feedback:',
      async () => ({
        type: 'defect',
        title: 'The cursor jumps',
        description: 'After saving a large file.',
        attachment_ids: [],
        contact: null,
        captcha_ticket: await ticketFor(api, 'feedback'),
      }),
    ],
    [userInfo.uploadHeadImg, 'avatar:', file],
    [userInfo.export, 'export:', {}],
    [userInfo.deletePrepare, 'delete-code:', { password: SEED_PASSWORD }],
    [userFactor.totpConfirm, 'factor-setup:', { code: '123456' }],
    [userFactor.passkeyBegin, 'passkey:', {}],
    [adminContent.upload, 'article-picture:', file],
    [order.create, 'order:', { plan: 'm1', quantity: 1 }],
    [devToken.create, 'dev_token:', { name: 'CI', scopes: ['app:read'], expires_in_days: 30 }],
    [devApp.previewToken, 'preview:', { id: 1 }],
    [devApp.checkName, 'dev-app-name:', { name: 'Keel tools' }],
    [devApp.save, 'dev-app-save:', {}],
    [devApp.versionSave, 'dev-app-save:', { app_id: 1, version: '1.0.0' }],
    [devApp.suggestionAnswer, 'dev-app-save:', { id: 1, answer: 'x' }],
    [devApp.uploadLogo, 'dev-app-picture:', file],
    [devApp.submit, 'dev-app-step:', { version_id: 1 }],
    [devApp.revoke, 'dev-app-step:', { version_id: 1 }],
    [devApp.replace, 'dev-app-step:', { id: 1 }],
    [devApp.versionDelete, 'dev-app-step:', { version_id: 1 }],
    [devApp.appDelete, 'dev-app-step:', { id: 1 }],
  ];

  test.each(CALLS.map(([call, ...rest]) => [call.url, call, ...rest] as const))(
    '%s returns TOO_MANY_REQUESTS once its turns are used up, and not before',
    async (_, call, key, input) => {
      const { id, token } = call === userInfo.deletePrepare ? member : who;
      const send = async () =>
        api.call(call, (typeof input === 'function' ? await input() : input) as never, { token });
      let outside = 0;
      for (const { count, window } of LIMITS[key] ?? []) {
        // A time that only this limit still counts.
        const at = new Date(api.clock.now().getTime() - outside);
        const taken = async (turns: number) => {
          await api.db.delete(throttles);
          await api.db.insert(throttles).values({
            key: `${key}${id}`,
            hits: Array<Date>(turns).fill(at),
            expiresAt: new Date(api.clock.now().getTime() + window),
          });
        };
        await taken(count - 1);
        expect((await send()).code).not.toBe('TOO_MANY_REQUESTS');
        await taken(count);
        expect(await send()).toMatchObject({
          code: 'TOO_MANY_REQUESTS',
          error: { retry_after: Math.ceil((window - outside) / SECOND) },
        });
        outside = window;
      }
    },
  );

  test('every account limit in the sources is in the table', () => {
    const modules = join(import.meta.dirname, '..');
    const keys = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...readFileSync(join(modules, name), 'utf8').matchAll(
          /throttle\(\s*[\w.]+,\s*`([\w -]+[: ])\$\{(?:user\.id|userId|id|signedIn\(request\)\.id)\}`/g,
        ),
      ])
      .map(([, key]) => key);
    const covered = CALLS.map(([, key]) => key);
    expect([...new Set(keys)].filter((key) => !covered.includes(key ?? ''))).toEqual([]);
    expect(keys.length).toBeGreaterThan(15);
  });
});
