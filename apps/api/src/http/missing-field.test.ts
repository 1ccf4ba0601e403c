import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { en } from '@yunduo/i18n/en';
import { zh } from '@yunduo/i18n/zh';
import { OPENAPI_FILES } from '../openapi-document.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { newcomer, someIp } from '../testing/people.ts';
import { missingMessage } from './missing-field.ts';

interface Operation {
  'x-access': string;
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
}
const CALLS_OF_PEOPLE = Object.values(OPENAPI_FILES).flatMap((file) =>
  Object.entries(
    (JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> }).paths,
  ),
);

/** Fields that only programs fill in: "invalid" is the whole message. */
const OF_PROGRAMS = new Set([
  ...[
    'id',
    'app_id',
    'version_id',
    'transfer_id',
    'app_key',
    'order_no',
    'revision',
    'round',
    'rank',
    'quantity',
  ],
  ...[
    'captcha_ticket',
    'ticket',
    'credential',
    'challenge_id',
    'change_token',
    'scene',
    'method',
    'token',
    'nonce',
    'data',
    'r_url',
    'request',
  ],
  ...['locale', 'protocol_id', 'protocol_version', 'expires_in_days', 'muted', 'apps', 'checklist', 'remark'],
  ...['product', 'version', 'device_name', 'system', 'device_code'],
]);

const CALLS = CALLS_OF_PEOPLE.flatMap(([path, methods]) => {
  const { post } = methods;
  const required = post?.requestBody?.content['application/json']?.schema.required ?? [];
  const fields = required.filter((field) => !OF_PROGRAMS.has(field));
  const forPeople = post && !path.startsWith('/api/pay_notify') && post['x-access'] !== 'operator';
  return forPeople && fields.length > 0 ? [[path, fields] as const] : [];
});

let api: TestApp;
let token: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ({ token } = await newcomer(api));
});
afterAll(() => api.close());

test('the contract has more than 20 calls with fields that people fill in', () => {
  expect(CALLS.length).toBeGreaterThan(20);
});

test.each(CALLS)('%s has a message in both languages for each missing field', (path, fields) => {
  for (const field of fields) {
    const message = missingMessage(path.slice('/api'.length), field);
    expect([field, message]).toEqual([field, expect.stringMatching(/_required$/)]);
    expect(zh.validation[message]).not.toBe(zh.validation.field_invalid);
    expect(en.validation[message]).not.toBe(en.validation.field_invalid);
  }
});

test.each([
  [
    '/api/user_auth/register',
    {
      email: 'email_required',
      code: 'code_required',
      password: 'password_required',
      password_confirm: 'password_confirm_required',
      agree: 'agree_required',
    },
  ],
  [
    '/api/user_info/save_user',
    { nickname: 'nickname_required', gender: 'gender_required', birthday: 'birthday_required' },
  ],
  [
    '/api/auth_code/bind',
    {
      code: 'licence_code_required',
      server_name: 'server_name_required',
      fingerprint: 'fingerprint_required',
    },
  ],
])('%s returns an error for each field that is missing or null', async (url, expected) => {
  const send = async (body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers,
      remoteAddress: someIp(),
    });
    return answer.json<{ code: string; data: { fields: object } }>();
  };
  const all = (value: unknown) => Object.fromEntries(Object.keys(expected).map((field) => [field, value]));
  expect(await send({})).toMatchObject({ code: 'VALIDATION_FAILED', data: { fields: expected } });
  expect(await send(all(null))).toMatchObject({ code: 'VALIDATION_FAILED', data: { fields: expected } });
});

test('an empty choice is reported as missing', async () => {
  const save = async (gender: string) => {
    const body = { nickname: '舵手', gender, birthday: '1990-01-01' };
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/user_info/save_user',
      payload: body,
      headers,
    });
    return answer.json<{ data: { fields: object } }>().data.fields;
  };
  expect(await save('')).toEqual({ gender: 'gender_required' });
});
