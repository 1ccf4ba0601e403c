import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import {
  accountReasonSchema,
  activitySchema,
  articleSchema,
  buildTokenSchema,
  changePasswordSchema,
  claimSchema,
  codeSchema,
  articleScheduleSchema,
  confirmTransferSchema,
  decisionDeclineSchema,
  decisionSchema,
  deletePrepareSchema,
  deviceCodeSchema,
  deviceSchema,
  inviteAnswerSchema,
  inviteRequestSchema,
  invitationsSchema,
  invoiceDecideSchema,
  invoiceRequestSchema,
  feedbackAnswerSchema,
  feedbackAssignSchema,
  feedbackFormSchema,
  feedbackSchema,
  joinSchema,
  publisherSchema,
  loginSchema,
  passkeyLabelSchema,
  newEmailSchema,
  orderSchema,
  paymentReturnSchema,
  paySchema,
  profileSchema,
  protocolSchema,
  refundDecideSchema,
  requiredReasonSchema,
  refundRequestSchema,
  recoverySchema,
  registerSchema,
  totpSchema,
  reportCloseSchema,
  reportSchema,
  resetPasswordSchema,
  subscribeSchema,
  suggestionSchema,
  bindSchema,
  licenceRemarkSchema,
  renewSchema,
  transferSchema,
  unbindSchema,
  appealSchema,
  developerAppDraftSchema,
  developerVersionCreateSchema,
  developerVersionDraftSchema,
  suggestionAnswerSchema,
  replacementSchema,
  unpublishSchema,
  withdrawSchema,
  updateRulesSchema,
  webhookSchema,
  yankReasonsSchema,
  yankSchema,
} from '@yunduo/validation/schemas';
import {
  CLIENT_PLATFORMS,
  formatInvitationCode,
  formatLicenceCode,
  LICENCE_CODE_RANDOM_SYMBOLS,
  WEBHOOK_EVENTS,
} from '@yunduo/validation';
import { endpoints, ERRORS } from './index.ts';
import {
  accountAdminSchemas,
  accountSchemas,
  activitySchemas,
  authSchemas,
  contentSchemas,
  decisionSchemas,
  devCenterSchemas,
  deviceSchemas,
  downloadSchemas,
  feedbackSchemas,
  licenceSchemas,
  newsletterSchemas,
  orderSchemas,
  publishingSchemas,
  reviewSchemas,
  secondFactorSchemas,
  storeSchemas,
  webhookSchemas,
} from './schemas/index.ts';

const calls = Object.values(endpoints).flatMap((area) => Object.values(area));

test('calls.tsv lists exactly the declared endpoints with their access', () => {
  const rows = readFileSync(join(import.meta.dirname, '../calls.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const declared = calls.map(({ method, url, access }) => `${method}\t/api${url}\t${access}`);
  expect(declared.toSorted()).toEqual(rows.toSorted());
});

test('every endpoint has a unique method and path', () => {
  const names = calls.map(({ method, url }) => `${method} ${url}`);
  expect(new Set(names).size).toBe(names.length);
});

test('401, 403 and 404 are reserved for their own error codes; 413, 415 and 422 are not used', () => {
  const withStatus = (status: number) =>
    Object.entries(ERRORS)
      .filter(([, value]) => value === status)
      .map(([code]) => code);
  expect(withStatus(401)).toEqual(['UNAUTHENTICATED']);
  expect(withStatus(403)).toEqual(['FORBIDDEN', 'TOKEN_SCOPE_MISSING']);
  expect(withStatus(404).every((code) => code.endsWith('NOT_FOUND'))).toBe(true);
  expect(withStatus(413).concat(withStatus(415), withStatus(422))).toEqual([]);
});

describe('every form value that validates is accepted by the API schema:', () => {
  const text = fc.stringMatching(/^[\u4e00-\u9fa5A-Za-z0-9]{1,24}$/);
  const email = fc.emailAddress();
  const password = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }),
    fc.stringMatching(/^[A-Za-z0-9]{6,22}$/),
  );
  const code = fc.stringMatching(/^\d{5,7}$/);
  const orderNo = fc.stringMatching(/^YD\d{8}-[0-9A-HJ]{5}-[0-9A-HJ]{5}$/);
  const reference = fc.constantFrom(
    '',
    'nginx',
    '/store/7',
    'https://site.example/en/store/7',
    'x',
    'not an app',
  );
  const words = fc.string({ unit: 'grapheme', maxLength: 600 });
  const website = fc.option(fc.webUrl({ validSchemes: ['https', 'http'] }));
  const inBoth = (one: fc.Arbitrary<string>) => fc.record({ zh: one, en: one });
  /** A form with many fields is hardly ever valid if each field is wrong half of the time. */
  const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: wrong });
  const forms = [
    ['sign-in', loginSchema, authSchemas.login, { email, password, agree: fc.boolean() }],
    ['TOTP code', totpSchema, secondFactorSchemas.totpConfirm, { code }],
    [
      'passkey name',
      passkeyLabelSchema,
      secondFactorSchemas.passkeyRename,
      { id: fc.integer({ min: 1, max: 1_000_000 }), label: words },
    ],
    ['recovery code', recoverySchema, accountSchemas.prove, { recovery_code: text }],
    ['device sign-in', deviceSchema, deviceSchemas.begin, { device_name: words, system: text }],
    [
      'device code',
      deviceCodeSchema,
      deviceSchemas.lookup,
      { user_code: fc.stringMatching(/^[B-DF-H]{4}-?[J-NP-T]{3,4}$/) },
    ],
    [
      'registration',
      registerSchema,
      authSchemas.register,
      { email, code, password, password_confirm: password, agree: fc.boolean() },
    ],
    [
      'password reset',
      resetPasswordSchema,
      authSchemas.resetPassword,
      { email, code, password, password_confirm: password },
    ],
    [
      'password change',
      changePasswordSchema,
      accountSchemas.changePassword,
      { old_password: password, password, password_confirm: password },
    ],
    [
      'profile',
      profileSchema,
      accountSchemas.saveUser,
      {
        nickname: text,
        gender: fc.constantFrom('male', 'female', 'secret', 'x'),
        birthday: fc
          .date({ min: new Date('1880-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      },
    ],
    [
      'app draft',
      developerAppDraftSchema,
      publishingSchemas.save,
      {
        app_key: fc.stringMatching(/^[a-z][a-z0-9-]{2,40}$/),
        name: inBoth(fc.string({ unit: 'grapheme', maxLength: 24 })),
        intro: inBoth(fc.string({ unit: 'grapheme', maxLength: 40 })),
        details: inBoth(fc.string({ unit: 'grapheme', maxLength: 60 })),
        category: mostly(fc.constantFrom('practical', null), fc.constantFrom('recommend', 'x')),
        os: mostly(fc.subarray(['debian', 'ubuntu']), fc.subarray(['debian', 'ubuntu', 'x'])),
        logo: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
        screenshots: fc.array(
          fc.record({ id: fc.integer({ min: 1, max: 2_147_483_647 }), alt: inBoth(text) }),
          { maxLength: 6 },
        ),
        keywords: fc.array(text, { maxLength: 11 }),
        licence: fc.string({ unit: 'grapheme', maxLength: 66 }),
        homepage: fc.option(fc.webUrl({ validSchemes: ['https', 'http'] })),
        relations: fc.array(
          fc.record({
            kind: mostly(fc.constantFrom('dependency', 'conflict'), fc.constant('x')),
            app_key: fc.option(fc.constant('redis')),
            package: fc.option(text),
            constraint: text,
            note: inBoth(text),
          }),
          { maxLength: 2 },
        ),
      },
    ],
    [
      'app version',
      developerVersionDraftSchema,
      publishingSchemas.versionSave,
      {
        app_id: fc.integer({ min: 1, max: 2_147_483_647 }),
        version: mostly(
          fc.stringMatching(/^[1-9]\d{0,4}\.[1-9]\d?\.[1-9]\d?$/),
          fc.stringMatching(/^\d{1,6}\.\d{1,5}\.\d{1,5}$/),
        ),
        git_version: fc.stringMatching(/^[a-z0-9._/-]{1,20}$/),
        repo_url: fc.option(fc.webUrl({ validSchemes: ['https', 'http'] })),
        size: fc.integer({ min: -1, max: 25 * 1024 ** 3 }),
        description: inBoth(words),
        changes: fc.array(
          fc.record({
            kind: mostly(fc.constantFrom('feature', 'fix'), fc.constant('x')),
            text: inBoth(text),
          }),
          {
            maxLength: 3,
          },
        ),
      },
    ],
    [
      'appeal',
      appealSchema,
      publishingSchemas.appeal,
      { version_id: fc.integer({ min: 1, max: 2_147_483_647 }), text: words },
    ],
    [
      'yank',
      yankSchema,
      publishingSchemas.yank,
      { version_id: fc.integer({ min: 1, max: 2_147_483_647 }), reason: words },
    ],
    [
      'answer to a suggestion',
      suggestionAnswerSchema,
      publishingSchemas.suggestionAnswer,
      { id: fc.integer({ min: 1, max: 2_147_483_647 }), answer: words },
    ],
    [
      'build token',
      buildTokenSchema,
      devCenterSchemas.tokenCreate,
      {
        name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 41 }),
        scopes: fc.subarray(['app:read', 'app:write', 'version:submit']),
        expires_in_days: fc.integer({ min: -1, max: 400 }),
      },
    ],
    [
      'webhook',
      webhookSchema,
      webhookSchemas.webhookCreate,
      {
        url: mostly(
          fc.stringMatching(/^https:\/\/[a-z]{1,20}\.example\.com(:8443)?\/[a-z0-9?=]{0,290}$/),
          fc.webUrl({ validSchemes: ['https', 'http'] }),
        ),
        events: fc.subarray([...WEBHOOK_EVENTS]),
      },
    ],
    [
      'suggestion',
      suggestionSchema,
      reviewSchemas.suggest,
      {
        version_id: fc.integer({ min: 1, max: 2_147_483_647 }),
        field: fc.constantFrom('intro', 'screenshots', 'x'),
        text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      },
    ],
    [
      'decision',
      decisionSchema,
      reviewSchemas.decide,
      {
        version_id: fc.integer({ min: 1, max: 2_147_483_647 }),
        round: fc.integer({ min: 1, max: 99 }),
        decision: fc.constantFrom('approve', 'request_changes', 'reject', 'x'),
        reason: fc.constantFrom('broken', 'other', 'x'),
        text: fc.string({ unit: 'grapheme', maxLength: 40 }),
        checklist: fc.array(
          fc.record({
            item: fc.constantFrom('identity', 'network'),
            answer: fc.constantFrom('yes', 'no', 'not_applicable'),
            note: fc.string({ unit: 'grapheme', maxLength: 40 }),
          }),
          { maxLength: 3 },
        ),
      },
    ],
    [
      'report',
      reportSchema,
      storeSchemas.report,
      {
        id: fc.integer({ min: 1, max: 2_147_483_647 }),
        reason: fc.constantFrom('malicious', 'other', 'x'),
        text: fc.string({ unit: 'grapheme', minLength: 5, maxLength: 40 }),
        email,
      },
    ],
    [
      'bind',
      bindSchema,
      licenceSchemas.bind,
      {
        code: fc
          .uint8Array({ minLength: LICENCE_CODE_RANDOM_SYMBOLS, maxLength: LICENCE_CODE_RANDOM_SYMBOLS })
          .map(formatLicenceCode),
        server_name: text,
        fingerprint: fc.stringMatching(/^[0-9a-fA-F]{64}$/),
      },
    ],
    ['unbind', unbindSchema, licenceSchemas.unbind, { id: fc.nat(), reason: words }],
    ['remark', licenceRemarkSchema, licenceSchemas.edit, { id: fc.nat(), remark: words }],
    ['renewal', renewSchema, licenceSchemas.renew, { id: fc.nat(), plan: fc.constantFrom('m1', 'm12', 'x') }],
    ['transfer', transferSchema, licenceSchemas.transfer, { id: fc.nat(), to_email: email }],
    [
      'order',
      orderSchema,
      orderSchemas.create,
      {
        plan: fc.constantFrom('m1', 'x'),
        quantity: mostly(fc.integer({ min: 0, max: 120 }), fc.integer()),
      },
    ],
    [
      'payment',
      paySchema,
      orderSchemas.pay,
      { order_no: orderNo, provider: fc.constantFrom('sandbox', 'bank_transfer', 'x') },
    ],
    ['refund request', refundRequestSchema, orderSchemas.refundRequest, { order_no: orderNo, reason: words }],
    [
      'invoice request',
      invoiceRequestSchema,
      orderSchemas.invoiceRequest,
      {
        order_no: orderNo,
        kind: fc.constantFrom('personal', 'company'),
        title: text,
        tax_no: fc.constantFrom('', '91310000MA1K00000X'),
      },
    ],
    [
      'bank transfer',
      confirmTransferSchema,
      orderSchemas.confirmTransfer,
      { order_no: orderNo, amount: fc.nat(), reference: text },
    ],
    [
      'refund decision',
      refundDecideSchema,
      orderSchemas.refundDecide,
      { order_no: orderNo, approve: fc.boolean(), note: words },
    ],
    [
      'invoice decision',
      invoiceDecideSchema,
      orderSchemas.invoiceDecide,
      {
        order_no: orderNo,
        issued: fc.boolean(),
        number: fc.constantFrom('', '26112000000012345678', '1'),
        note: words,
      },
    ],
    [
      'download claim',
      claimSchema,
      downloadSchemas.claim,
      {
        invitation_code: fc.uint8Array({ minLength: 14, maxLength: 14 }).map(formatInvitationCode),
        platform: fc.constantFrom(...CLIENT_PLATFORMS, 'linux'),
        protocol_id: fc.constant('client-download'),
        protocol_version: fc.constant('1.0.0'),
        agree: fc.boolean(),
      },
    ],
    [
      'feedback',
      feedbackSchema,
      feedbackSchemas.submit,
      {
        type: fc.constantFrom('suggestion', 'defect', 'document', 'other', 'x'),
        title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }),
        description: words,
        attachment_ids: fc.array(fc.integer({ min: 1, max: 2_147_483_647 }), { maxLength: 6 }),
        contact: fc.oneof(
          fc.constant(null),
          fc.record({
            kind: fc.constantFrom('qq', 'phone', 'wechat'),
            value: fc.stringMatching(/^\d{4,13}$/),
          }),
        ),
        captcha_ticket: fc.constant('ticket'),
      },
    ],
    [
      'article',
      articleSchema,
      contentSchemas.saveArticle,
      {
        use_to: fc.constantFrom('banner', 'about'),
        position: fc.integer({ min: -1, max: 1001 }),
        title: inBoth(text),
        intro: inBoth(text),
        html: inBoth(text),
        picture: fc.constantFrom(null, 'dial', 'articles/a.webp'),
        link: fc.oneof(
          fc.constant(null),
          fc.record({ text: inBoth(text), href: fc.constantFrom('/store', '//x', 'https://example.com/') }),
        ),
        facts: fc.array(fc.record({ label: inBoth(text), value: inBoth(text) }), { maxLength: 13 }),
      },
    ],
    [
      'activity',
      activitySchema,
      activitySchemas.saveActivity,
      {
        title: inBoth(text),
        intro: inBoth(text),
        html: inBoth(text),
        terms: inBoth(text),
        starts_at: fc.constant('2026-11-20T02:00:00.000Z'),
        ends_at: fc.constantFrom('2026-11-20T02:00:00.001Z', '2026-11-20T02:00:00.000Z'),
      },
    ],
    [
      'protocol',
      protocolSchema,
      contentSchemas.publishProtocol,
      {
        id: fc.constantFrom('user-agreement', 'x'),
        version: fc.constantFrom('1.2.0', '1.2', '1.20.300'),
        markdown: inBoth(words),
      },
    ],
    ['e-mail change code', codeSchema, accountSchemas.changeEmailVerify, { code }],
    ['account deletion code', codeSchema, accountSchemas.deleteConfirm, { code }],
    ['account deletion password', deletePrepareSchema, accountSchemas.deletePrepare, { password }],
    [
      'developer agreement',
      joinSchema,
      devCenterSchemas.join,
      {
        agree: fc.boolean(),
        publisher: fc.record({ name: inBoth(words), support_email: email, website }),
      },
    ],
    [
      'publisher',
      publisherSchema,
      devCenterSchemas.publisherSave,
      { name: inBoth(words), support_email: email, website },
    ],
  ] as const;
  type Values = Readonly<Record<string, unknown>>;
  const asTyped = (values: Values): Values => values;
  /** Fields that a page adds to its form, or renames, before sending it. */
  const reshaped = [
    [
      'new address',
      newEmailSchema('captain@example.com'),
      accountSchemas.changeEmailConfirm,
      { email, code },
      ({ email: new_email, ...rest }: Values) => ({ ...rest, new_email, change_token: 'token' }),
    ],
    [
      'subscription',
      subscribeSchema,
      newsletterSchemas.subscribeCreate,
      { email },
      (values: Values) => ({ ...values, captcha_ticket: 'ticket', locale: 'zh' }),
    ],
    [
      'invitation request',
      inviteRequestSchema,
      downloadSchemas.inviteRequest,
      { email, purpose: words },
      (values: Values) => ({ ...values, captcha_ticket: 'ticket', locale: 'zh' }),
    ],
    [
      'invitation answer',
      inviteAnswerSchema,
      downloadSchemas.answerInviteRequest,
      { decision: fc.constantFrom('invite', 'decline', 'later'), text: words },
      (values: Values) => ({ ...values, id: 1 }),
    ],
    [
      'bulk invitations',
      invitationsSchema,
      downloadSchemas.createInvitations,
      { count: fc.nat({ max: 120 }), uses: fc.nat({ max: 12_000 }), note: words },
      ({ count, uses, note }: Values) => ({ count, uses, note }),
    ],
    [
      'release withdrawal',
      withdrawSchema,
      downloadSchemas.withdraw,
      { reason: words },
      (values: Values) => ({ ...values, product: 'client', version: '1.4.0' }),
    ],
    [
      'update rules',
      updateRulesSchema,
      downloadSchemas.requireRelease,
      {
        mandatory: fc.boolean(),
        minimum: mostly(fc.stringMatching(/^[1-9]\d{0,4}\.[1-9]\d?\.[1-9]\d?$/), fc.constantFrom('', 'x')),
      },
      ({ mandatory, minimum }: Values) => ({ version: '1.4.0', mandatory, minimum: minimum || null }),
    ],
    [
      'feedback answer',
      feedbackAnswerSchema,
      feedbackSchemas.answer,
      { text: words, close: fc.boolean() },
      (values: Values) => ({ ...values, no: 'FB20261121-00001', revision: 1 }),
    ],
    [
      'report closing',
      reportCloseSchema,
      storeSchemas.reportClose,
      { resolution: fc.constantFrom('fixed', 'unfounded'), note: words },
      (values: Values) => ({ ...values, id: 1 }),
    ],
    [
      'replacement',
      replacementSchema,
      publishingSchemas.replace,
      { replacement: reference },
      (values: Values) => ({ ...values, id: 7 }),
    ],
    [
      'yank reasons by language',
      yankReasonsSchema,
      publishingSchemas.yank,
      { reasons: fc.record({ zh: words, en: words }) },
      (values: Values) => ({ ...values, version_id: 1 }),
    ],
    [
      'content schedule',
      articleScheduleSchema,
      contentSchemas.articleSchedule,
      {
        publish_at: fc.constantFrom('', '2026-12-01T01:00:00.000Z', 'soon'),
        end_at: fc.constantFrom('', '2026-12-08T01:00:00.000Z', 'never'),
      },
      ({ publish_at: start, end_at: end }: Values) => ({
        id: 1,
        revision: 1,
        ...(start ? { publish_at: start } : {}),
        ...(end ? { end_at: end } : {}),
      }),
    ],
    [
      'feedback assignment',
      feedbackAssignSchema,
      feedbackSchemas.assign,
      { assignee: fc.constantFrom(null, 0, 8) },
      (values: Values) => ({ ...values, no: 'FB20261121-7K3M9', before: null }),
    ],
    [
      'payment return',
      paymentReturnSchema,
      orderSchemas.returnPayment,
      { payment_no: fc.constantFrom('', 'YP-7K3M9QXW2H7K3M9QXW2H7K3M'), note: words },
      (values: Values) => values,
    ],
    [
      'decision decline',
      decisionDeclineSchema,
      decisionSchemas.decisionDecline,
      { note: text },
      (values: Values) => ({ ...values, id: 1 }),
    ],
    [
      'second factor removal',
      requiredReasonSchema,
      accountAdminSchemas.userRemoveFactor,
      { reason: text },
      (values: Values) => ({ ...values, email: 'a@example.com' }),
    ],
    [
      'account deletion',
      requiredReasonSchema,
      accountAdminSchemas.userDelete,
      { reason: text },
      (values: Values) => ({ ...values, email: 'a@example.com' }),
    ],
    [
      'account disabling',
      accountReasonSchema,
      accountAdminSchemas.userDisable,
      { reason: text },
      (values: Values) => ({ ...values, email: 'a@example.com', disabled: true }),
    ],
    [
      'feedback form',
      feedbackFormSchema,
      feedbackSchemas.submit,
      {
        type: mostly(fc.constantFrom('suggestion', 'defect', 'document', 'other'), fc.constant('x')),
        title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }),
        description: words,
        contact_kind: mostly(fc.constantFrom('', 'qq', 'phone', 'wechat'), fc.constant('x')),
        contact_value: fc.stringMatching(/^[1-9]\d{4,13}$/),
      },
      ({ contact_kind: kind, contact_value: value, ...rest }: Values) => ({
        ...rest,
        contact: kind ? { kind, value } : null,
        attachment_ids: [],
        captcha_ticket: 'ticket',
      }),
    ],
    [
      'new version',
      developerVersionCreateSchema,
      publishingSchemas.versionSave,
      { version: fc.stringMatching(/^\d{1,6}\.\d{1,5}\.\d{1,5}$/) },
      (values: Values) => ({ ...values, app_id: 7 }),
    ],
    [
      'unpublishing',
      unpublishSchema,
      publishingSchemas.unpublish,
      { reason: words, replacement: reference },
      (values: Values) => ({ ...values, id: 7 }),
    ],
  ] as const;
  const all = [...forms.map((form) => [...form, asTyped] as const), ...reshaped];

  test.each(all)('%s', (_, form, wire, fields, toBody) => {
    const body = Compile(wire.body);
    let accepted = 0;
    fc.assert(
      fc.property(fc.record(fields as Record<string, fc.Arbitrary<unknown>>), (drawn) => {
        const value: Record<string, unknown> = { ...drawn };
        if ('password_confirm' in value) value.password_confirm = value.password;
        if ('agree' in value) value.agree = true;
        if (!form.isValidSync(value)) return;
        accepted += 1;
        expect(body.Check(toBody(value))).toBe(true);
      }),
      { numRuns: 500 },
    );
    // Otherwise the property above would hold without ever being tested.
    expect(accepted).toBeGreaterThan(5);
  });
});

test('request bodies reject unknown fields', () => {
  const body = Compile(accountSchemas.saveUser.body);
  const value = { nickname: 'lin', gender: 'male', birthday: '1990-01-01' };
  expect(body.Check(value)).toBe(true);
  for (const extra of ['id', 'role', 'roles', 'status', 'created_at']) {
    expect(body.Check({ ...value, [extra]: 1 })).toBe(false);
  }
});
