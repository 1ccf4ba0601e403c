import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  activity as activityCalls,
  adminReview,
  authCode,
  devApp,
  order as orderCalls,
  userAuth,
  userDevice,
  userFactor,
  userInfo,
} from '@yunduo/api-contract';
import {
  APP_DRAFTS_MAX,
  CLIENT_PLATFORMS,
  DAY,
  LOGO_PIXELS_MIN,
  ORDER,
  REVIEW_CHECK_ITEMS,
} from '@yunduo/validation';
import { and, asc, eq, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { withTransaction, type Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { deviceSignIns, emailChanges, emailUndos, sessions, userRoles, users } from '../db/schema/account.ts';
import { activities, activityParticipations } from '../db/schema/activity.ts';
import { feedbackTickets } from '../db/schema/feedback.ts';
import { subscribers, subscriptionTokens } from '../db/schema/newsletter.ts';
import { licences, licenceTransfers } from '../db/schema/licence.ts';
import { articles, articleSchedules, protocols, siteSettings } from '../db/schema/content.ts';
import { calendarDays } from '../db/schema/developer.ts';
import {
  appPictures,
  decisionProposals,
  invitations,
  releases,
  securityEvents,
  totpFactors,
  webhookDeliveries,
  webhooks,
} from '../db/schema/index.ts';
import { orders, payments, plans } from '../db/schema/order.ts';
import { auditLog, throttles } from '../db/schema/platform.ts';
import { versionSuggestions } from '../db/schema/review.ts';
import { appDownloadDays, apps, appVersions } from '../db/schema/store.ts';
import { ApiError } from '../http/errors.ts';
import { runningActivity } from '../modules/activity/service.ts';
import { deleteAccount, removeFactorOf, setDisabled, setRole } from '../modules/desk/accounts.ts';
import { addDownloads } from '../modules/store/downloads.ts';
import { searchColumnsJob } from '../modules/store/search-columns.ts';
import { renewLicence, revokeLicencesOfOrder } from '../modules/licence/issue.ts';
import { orderRenewal } from '../modules/licence/renew.ts';
import { grantLicences, releaseFiles, revokeByOperator } from '../modules/licence/operators.ts';
import { issueOffline, renewOffline } from '../modules/licence/offline.ts';
import { acceptOffer, cancelOffer, offerLicence } from '../modules/licence/offers.ts';
import { lockOwner } from '../modules/licence/owned.ts';
import { recordPlace } from '../modules/licence/places.ts';
import { saveRemark } from '../modules/licence/remark.ts';
import { unbindLicence } from '../modules/licence/unbind.ts';
import { saveCalendar } from '../modules/calendar/calendar.ts';
import { claimDownload, currentProtocol, DOWNLOAD_PROTOCOL, fileOfLink } from '../modules/download/claim.ts';
import { createInvitation, revokeInvitation, spendInvitation } from '../modules/download/invitations.ts';
import { offeredReleases, withdrawRelease } from '../modules/download/releases.ts';
import { hashToken, newToken } from '../modules/codes/tokens.ts';
import {
  archiveArticle,
  contentOf,
  orderArticles,
  publishArticle,
  saveArticle,
} from '../modules/content/articles.ts';
import { publishProtocol } from '../modules/content/protocols.ts';
import { scheduleArticle, scheduledContent, unscheduleArticle } from '../modules/content/schedules.ts';
import { emptyContent } from '../modules/publishing/content.ts';
import { saveDraft } from '../modules/publishing/drafts.ts';
import { forgetPictures, takeLogo } from '../modules/publishing/pictures.ts';
import { deleteApp, deleteVersion } from '../modules/publishing/remove.ts';
import { replaceApp } from '../modules/publishing/replacement.ts';
import { submitListing, submitVersion } from '../modules/publishing/submit.ts';
import { addSuggestion, removeSuggestion } from '../modules/publishing/suggestions.ts';
import { transition } from '../modules/publishing/transitions.ts';
import { saveVersion } from '../modules/publishing/versions.ts';
import { savePublisher } from '../modules/developer/publisher.ts';
import { createBuildToken } from '../modules/build-token/tokens.ts';
import { answerFeedback } from '../modules/feedback/answers.ts';
import { assignFeedback } from '../modules/feedback/assignment.ts';
import { findOrder } from '../modules/order/list.ts';
import { changePlan } from '../modules/order/plans.ts';
import {
  cancelOrder,
  createOrder,
  decideInvoice,
  lockOrder,
  requestInvoice,
} from '../modules/order/service.ts';
import { decideRefund, requestRefund } from '../modules/payment/refunds.ts';
import { returnPayment } from '../modules/payment/settle.ts';
import { confirmTransfer } from '../modules/payment/transfer.ts';
import { beginTotp, confirmTotp } from '../modules/second-factor/totp.ts';
import { setUpdateRules } from '../modules/download/update.ts';
import { emitEvent } from '../modules/webhook/outbox.ts';
import { createWebhook, pingWebhook, saveWebhook } from '../modules/webhook/webhooks.ts';
import { declineProposal } from '../modules/decision/confirm.ts';
import { takeClaim } from '../modules/review/claims.ts';
import { changeSite } from '../modules/site/change.ts';
import { certifyApp, featureApp, liftTakedown, takeDownApp } from '../modules/store-curation/curation.ts';
import { confirmSubscription, unsubscribe } from '../modules/newsletter/service.ts';
import { pollDevice } from '../modules/auth/device-sign-in.ts';
import { exchange, handOver } from '../modules/auth/handover.ts';
import { takeSecondStep } from '../modules/auth/second-step.ts';
import { confirmDeletion } from '../modules/account/deletion.ts';
import { saveAvatar, saveProfile } from '../modules/account/service.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { createApp } from '../testing/builders.ts';
import { png } from '../testing/dev-apps.ts';
import { onPostgres } from '../testing/environment.ts';
import { stepTicket, withAuthenticator } from '../testing/factors.ts';
import { whileHeld } from '../testing/held.ts';
import { receiver } from '../testing/receiver.ts';
import { codeOfLicence, issued, licenceIn, someServer } from '../testing/licences.ts';
import { CLERK, noticeOf, orderIn, paying, placed, sendNotice } from '../testing/orders.ts';
import { SoftAuthenticator } from '../testing/passkeys.ts';
import {
  codeFor,
  newcomer,
  PASSWORD,
  registered,
  someEmail,
  someIp,
  type SignedIn,
} from '../testing/people.ts';
import { person, versionOf, type Person } from '../testing/reviews.ts';
import { secondApp, type SecondApp } from '../testing/second-app.ts';

/** Nothing listens there: each attempt fails. */
const HOOK = 'http://127.0.0.1:9/';

/** A concurrent change between a check and a decision: the decision uses the state at its own time. */
(onPostgres ? describe : describe.skip)('Locks over two processes', () => {
  let api: TestApp;
  let second: SecondApp;
  let owner: SignedIn;
  beforeAll(async () => {
    api = await testApp({ seeded: true, env: { WEBHOOK_LOOPBACK: 'on' } });
    second = await secondApp(api);
  });
  afterAll(async () => {
    await second.close();
    await api.close();
  });
  beforeEach(async () => {
    await api.db.delete(throttles);
    owner = await newcomer(api);
  });
  const asOwner = () => ({ token: owner.token });
  const counted = (codes: readonly string[]) =>
    Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));

  /** `OK`, or the error code. */
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'OK',
      (error: unknown) => {
        if (error instanceof ApiError) return error.code;
        throw error;
      },
    );
  const audited = (target: string, action: string) =>
    api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.target, target), eq(auditLog.action, action)));

  test('concurrent orders stop at the maximum of open orders', async () => {
    for (let made = 2; made < ORDER.openMax; made += 1) await placed(api, owner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        (place % 2 ? api : second).call(orderCalls.create, { plan: 'm1', quantity: 1 }, asOwner()),
      ),
    );
    expect(counted(answers.map(({ code }) => code))).toEqual({ OK: 2, ORDER_LIMIT: 6 });
    expect(await api.db.$count(orders, eq(orders.userId, owner.user.id))).toBe(ORDER.openMax);
  });

  test('one reset code in ten concurrent calls sets one password', async () => {
    const email = await registered(api);
    api.clock.advance(61_000);
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    const words = Array.from({ length: 10 }, (_, place) => `Harbour-light${20 + place}`);
    const answers = await Promise.all(
      words.map((password, place) =>
        (place % 2 ? api : second).call(
          userAuth.resetPassword,
          { email, code, password, password_confirm: password },
          { ip: someIp() },
        ),
      ),
    );
    expect(counted(answers.map((answer) => answer.code))).toEqual({ OK: 1, CODE_INVALID: 9 });
    const winner = words[answers.findIndex((answer) => answer.code === 'OK')] ?? '';
    const enter = (password: string) =>
      api.call(userAuth.login, { email, password, agree: true }, { ip: someIp() });
    expect((await enter(winner)).code).toBe('OK');
    expect((await enter(PASSWORD)).code).not.toBe('OK');
  });

  describe('Decision on an outdated review round', () => {
    let developer: Person;
    let reviewer: Person;
    beforeAll(async () => {
      developer = await person(api, 'developer');
      reviewer = await person(api, 'reviewer');
    });
    const decide = (versionId: number, decision: 'approve' | 'reject') =>
      second.call(
        adminReview.decide,
        {
          version_id: versionId,
          round: 1,
          decision,
          ...(decision === 'reject' && { reason: 'other', text: 'It does not start.' }),
          checklist: REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const })),
        },
        { token: reviewer.token },
      );

    test.each(['approve', 'reject'] as const)(
      'a version resubmitted before a waiting decision to %s stays under review',
      async (decision) => {
        const { appId, versionId } = await versionOf(api, developer.id);
        const actor = { userId: developer.id, name: 'developer', via: 'api', role: 'developer' } as const;
        const { answer, waited } = await whileHeld(
          api,
          (tx) => tx.select().from(apps).where(eq(apps.id, appId)).for('update'),
          () => decide(versionId, decision),
          async (tx) => {
            const inside = withTransaction(api.app, tx);
            await transition(inside, { version: versionId, action: 'revoke', actor });
            const content = { ...emptyContent(), category: 'practical' as const };
            const facts = {
              version: '1.0.0',
              gitVersion: 'v1.0.0',
              gitCommit: 'e'.repeat(40),
              packageSha256: 'd'.repeat(64),
              repoUrl: null,
              size: 1,
              description: { zh: '另一版', en: 'Another' },
              changes: [],
            };
            const details = { submission: { content, facts } };
            await transition(inside, { version: versionId, action: 'submit', actor, details });
          },
        );
        expect([waited, answer.status, answer.code]).toEqual([true, 400, 'STATE_CHANGED']);
        const [row] = await api.db.select().from(appVersions).where(eq(appVersions.id, versionId));
        expect([row?.reviewStatus, row?.round, row?.decidedAt]).toEqual(['in_review', 2, null]);
        expect([row?.gitCommit, row?.packageSha256]).toEqual(['e'.repeat(40), 'd'.repeat(64)]);
      },
    );
  });

  test('a payment waits for a cancellation, and leaves the order cancelled', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    await paying(api, owner, orderNo);
    const notice = await noticeOf(api, orderNo);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => lockOrder(tx, orderNo),
      () => sendNotice(second, notice),
      (tx) => cancelOrder(withTransaction(api.app, tx), owner.user.id, orderNo),
    );
    expect([waited, answer.status]).toEqual([true, 200]);
    const [row] = await api.db.select().from(orders).where(eq(orders.orderNo, orderNo));
    expect(row?.status).toBe('cancelled');
  });

  test('a cancellation waits for a payment, and returns ORDER_STATE', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => lockOrder(tx, orderNo),
      () => second.call(orderCalls.cancel, { order_no: orderNo }, asOwner()),
      (tx) =>
        tx
          .update(orders)
          .set({ status: 'paid', paidAt: api.clock.now(), provider: 'sandbox' })
          .where(eq(orders.orderNo, orderNo)),
    );
    expect([waited, answer.code]).toEqual([true, 'ORDER_STATE']);
  });

  test('starting a payment waits for a cancellation, and returns ORDER_STATE', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const { answer, waited } = await whileHeld(
      api,
      (tx) => lockOrder(tx, orderNo),
      () => second.call(orderCalls.pay, { order_no: orderNo, provider: 'sandbox' }, asOwner()),
      (tx) => cancelOrder(withTransaction(api.app, tx), owner.user.id, orderNo),
    );
    expect([waited, answer.code]).toEqual([true, 'ORDER_STATE']);
    const { id, status } = await findOrder(api.db, orderNo);
    expect([status, await api.db.$count(payments, eq(payments.orderId, id))]).toEqual(['cancelled', 0]);
  });

  test('one of ten concurrent returns of an unmatched payment succeeds', async () => {
    const { orderNo } = await orderIn(api, owner, 'cancelled');
    const notice = await noticeOf(api, orderNo);
    expect((await sendNotice(api, notice)).result).toBe('unmatched');
    const input = { paymentNo: notice.payment_no, note: 'race' };
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, place) => {
        const { app } = place % 2 ? api : second;
        return codeOf(app.db.transaction((tx) => returnPayment(withTransaction(app, tx), CLERK, input)));
      }),
    );
    expect(counted(codes)).toEqual({ OK: 1, ORDER_STATE: 9 });
    expect(await audited(`order:${orderNo}`, 'payment.return')).toHaveLength(1);
  });

  test('a price change waits for another one, and audits the price it replaced', async () => {
    const [before] = await api.db.select().from(plans).where(eq(plans.plan, 'm3'));
    const price = before?.price ?? 0;
    const priceOf = eq(plans.plan, 'm3');
    const { waited } = await whileHeld(
      api,
      (tx) =>
        tx
          .update(plans)
          .set({ price: price + 100 })
          .where(priceOf),
      () => changePlan(second.app, CLERK, 'm3', { price: price + 200 }),
    );
    const [entry] = await audited('plan:m3', 'plan.change');
    expect([waited, entry?.details]).toMatchObject([
      true,
      { from: { price: price + 100 }, to: { price: price + 200 } },
    ]);
    await api.db.update(plans).set({ price }).where(priceOf);
  });

  test('using an invitation waits for its revocation, and returns INVITATION_REVOKED', async () => {
    const { row } = await createInvitation(api.app, CLERK, { uses: 5 });
    const { answer, waited } = await whileHeld(
      api,
      (tx) => revokeInvitation(withTransaction(api.app, tx), CLERK, row.id),
      () => codeOf(second.db.transaction((tx) => spendInvitation(tx, row, 'a visitor', api.clock.now()))),
    );
    expect([waited, answer]).toEqual([true, 'INVITATION_REVOKED']);
    const [after] = await api.db.select().from(invitations).where(eq(invitations.id, row.id));
    expect(after?.used).toBe(0);
  });

  test('revoking an invitation waits for its use, and tells the operator of it', async () => {
    const { row } = await createInvitation(api.app, CLERK, { uses: 5 });
    const { answer, waited } = await whileHeld(
      api,
      (tx) => spendInvitation(tx, row, 'a visitor', api.clock.now()),
      () => revokeInvitation(second.app, CLERK, row.id),
    );
    expect([waited, answer.used, answer.revokedAt]).toEqual([true, 1, api.clock.now()]);
    const [entry] = await audited(`invitation:${row.id}`, 'invitation.revoke');
    expect(entry?.details).toMatchObject({ used: 1 });
  });

  test('a download claimed during the withdrawal of its release gets a link that leads nowhere afterwards', async () => {
    const { code } = await createInvitation(api.app, CLERK, { uses: 1 });
    const input = {
      code,
      platform: CLIENT_PLATFORMS[0],
      protocolId: DOWNLOAD_PROTOCOL,
      protocolVersion: (await currentProtocol(api.app)) ?? '',
    };
    const claim = () =>
      second.db.transaction((tx) =>
        claimDownload(withTransaction(second.app, tx), { userId: null, key: 'a visitor' }, input),
      );
    const [offered] = await offeredReleases(api.app, 'client');
    const version = offered?.version ?? '';
    const withdrawn = await whileHeld(
      api,
      (tx) =>
        withdrawRelease(withTransaction(api.app, tx), CLERK, {
          product: 'client',
          version,
          reason: 'Broken',
        }),
      claim,
    );
    expect([withdrawn.waited, withdrawn.answer.version]).toEqual([false, version]);
    expect(await codeOf(fileOfLink(api.app, withdrawn.answer.link))).toBe('DOWNLOAD_NOT_FOUND');
    // The invitation's only use is not lost: the visitor claims again, and gets the release before.
    const again = await claim();
    expect(again.version).not.toBe(version);
    expect((await fileOfLink(api.app, again.link)).release.version).toBe(again.version);
    await api.db
      .update(releases)
      .set({ withdrawnAt: null, withdrawReason: null })
      .where(eq(releases.version, version));
  });

  test('of two operators who grant one role, the second waits: both see it, and it is recorded once', async () => {
    const { id, email } = await person(api);
    const role = { email, role: 'reviewer', granted: true } as const;
    let first: readonly string[] = [];
    const { answer, waited } = await whileHeld(
      api,
      async (tx) => {
        first = (await setRole(withTransaction(api.app, tx), CLERK, role)).roles;
      },
      () => setRole(second.app, CLERK, role),
    );
    expect([waited, first, answer.roles]).toEqual([true, ['user', 'reviewer'], ['user', 'reviewer']]);
    expect(await audited(`user:${id}`, 'role.grant')).toHaveLength(1);
    const told = and(eq(securityEvents.userId, id), eq(securityEvents.event, 'role_granted'));
    expect(await api.db.$count(securityEvents, told)).toBe(1);
  });

  test('of an archived article and its edit, the second waits and returns EDIT_CONFLICT with the new revision', async () => {
    const shown = eq(articles.status, 'published');
    const [before] = await api.db.select().from(articles).where(shown).orderBy(asc(articles.id)).limit(1);
    if (!before) throw new Error('no article is seeded');
    const { id, ...columns } = before;
    const { revision } = columns;
    const edited = { id, revision };
    const words = { ...contentOf(before), title: { zh: '改过', en: 'Edited' } };
    const work = {
      archive: (context: Context) => archiveArticle(context, CLERK, edited),
      edit: (context: Context) => saveArticle(context, CLERK, words, edited),
    };
    for (const [first, later, status, title] of [
      ['archive', 'edit', 'archived', undefined],
      ['edit', 'archive', 'published', words.title],
    ] as const) {
      const { answer, waited } = await whileHeld(
        api,
        (tx) => work[first](withTransaction(api.app, tx)),
        () => work[later](second.app).catch((error: unknown) => error),
      );
      expect([waited, answer]).toEqual([
        true,
        expect.objectContaining({ code: 'EDIT_CONFLICT', data: { revision: revision + 1 } }),
      ]);
      const [after] = await api.db.select().from(articles).where(eq(articles.id, id));
      expect([after?.status, after?.draft?.title]).toEqual([status, title]);
      await api.db.update(articles).set(columns).where(eq(articles.id, id));
    }
  });

  test('a confirmation waits for an unsubscribe, and does not resubscribe', async () => {
    const now = api.clock.now();
    const [reader] = await api.db
      .insert(subscribers)
      .values({ email: someEmail(), locale: 'en', createdAt: now, changedAt: now })
      .returning();
    const subscriberId = reader?.id ?? 0;
    const linkTo = async (kind: 'confirm' | 'unsubscribe') => {
      const token = newToken('subscription');
      const expiresAt = new Date(now.getTime() + 3_600_000);
      await api.db
        .insert(subscriptionTokens)
        .values({ tokenHash: hashToken(token), subscriberId, kind, createdAt: now, expiresAt });
      return token;
    };
    const confirm = await linkTo('confirm');
    const leave = await linkTo('unsubscribe');
    const { answer, waited } = await whileHeld(
      api,
      (tx) => unsubscribe(withTransaction(api.app, tx), leave),
      () => codeOf(confirmSubscription(second.app, confirm)),
    );
    expect([waited, answer]).toEqual([true, 'SUBSCRIBE_LINK_INVALID']);
    const [after] = await api.db.select().from(subscribers).where(eq(subscribers.id, subscriberId));
    expect(after?.state).toBe('unsubscribed');
  });

  test('joining an activity waits for its withdrawal, and returns ACTIVITY_NOT_FOUND', async () => {
    const running = await runningActivity(api.db, api.clock.now());
    const id = running?.id ?? 0;
    const { answer, waited } = await whileHeld(
      api,
      (tx) => tx.update(activities).set({ withdrawnAt: api.clock.now() }).where(eq(activities.id, id)),
      () => second.call(activityCalls.join, { id }, asOwner()),
    );
    expect([waited, answer.code]).toEqual([true, 'ACTIVITY_NOT_FOUND']);
    const joined = eq(activityParticipations.userId, owner.user.id);
    expect(await api.db.$count(activityParticipations, joined)).toBe(0);
    await api.db.update(activities).set({ withdrawnAt: null }).where(eq(activities.id, id));
  });

  test('disabling an account waits for another change that does so, and is not audited', async () => {
    const { answer, waited } = await whileHeld(
      api,
      (tx) => tx.update(users).set({ disabledAt: api.clock.now() }).where(eq(users.id, owner.user.id)),
      () => codeOf(setDisabled(second.app, CLERK, { email: owner.email, disabled: true })),
    );
    expect([waited, answer]).toEqual([true, 'OK']);
    expect(await audited(`user:${owner.user.id}`, 'user.disable')).toEqual([]);
  });

  test('one of ten concurrent exchanges of a handover code succeeds', async () => {
    const [session] = await api.db.select().from(sessions).where(eq(sessions.userId, owner.user.id));
    const address = await handOver(api.app, session?.id ?? 0, '/pricing');
    const code = new URLSearchParams(address?.split('?')[1]).get('data') ?? '';
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        codeOf(exchange((place % 2 ? api : second).app, { code, address: '/pricing' })),
      ),
    );
    expect(counted(codes)).toEqual({ OK: 1, HANDOVER_INVALID: 9 });
  });

  test('one of ten concurrent commits of an email change succeeds', async () => {
    const token = newToken('change');
    await api.db.insert(emailChanges).values({
      userId: owner.user.id,
      stage: 'confirmed',
      tokenHash: hashToken(token),
      newEmail: someEmail(),
      createdAt: api.clock.now(),
      expiresAt: new Date(api.clock.now().getTime() + 600_000),
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        (place % 2 ? api : second).call(userInfo.changeEmailCommit, { change_token: token }, asOwner()),
      ),
    );
    expect(counted(answers.map(({ code }) => code))).toEqual({ OK: 1, CHANGE_TOKEN_INVALID: 9 });
    expect(await api.db.$count(emailUndos, eq(emailUndos.userId, owner.user.id))).toBe(1);
  });

  describe('Developer requests', () => {
    let developer: Person;
    let reviewer: Person;
    beforeAll(async () => {
      developer = await person(api, 'developer');
      reviewer = await person(api, 'reviewer');
    });
    const asReviewer = () =>
      ({ userId: reviewer.id, name: 'reviewer', via: 'api', role: 'reviewer' }) as const;
    const revoked = (versionId: number) => (tx: Db) => {
      const actor = { userId: developer.id, name: 'developer', via: 'api', role: 'developer' } as const;
      return transition(withTransaction(api.app, tx), { version: versionId, action: 'revoke', actor });
    };
    const held = (versionId: number) => (tx: Db) =>
      tx.select().from(appVersions).where(eq(appVersions.id, versionId)).for('update');

    test('adding a suggestion waits for a withdrawal, and returns STATE_CHANGED', async () => {
      const { versionId } = await versionOf(api, developer.id);
      const input = { versionId, field: 'intro', text: 'Shorter', actor: asReviewer() } as const;
      const { answer, waited } = await whileHeld(
        api,
        held(versionId),
        // The route claims the version first, which waits too: not what is tested here.
        () => codeOf(second.db.transaction((tx) => addSuggestion(withTransaction(second.app, tx), input))),
        revoked(versionId),
      );
      expect([waited, answer]).toEqual([true, 'STATE_CHANGED']);
      const mine = eq(versionSuggestions.versionId, versionId);
      expect(await api.db.$count(versionSuggestions, mine)).toBe(0);
    });

    test('removing a suggestion waits for a withdrawal, and returns STATE_CHANGED', async () => {
      const { versionId } = await versionOf(api, developer.id);
      const input = { versionId, field: 'intro', text: 'Shorter', actor: asReviewer() } as const;
      const { id } = await api.db.transaction((tx) => addSuggestion(withTransaction(api.app, tx), input));
      const { answer, waited } = await whileHeld(
        api,
        held(versionId),
        () =>
          codeOf(
            second.db.transaction((tx) => removeSuggestion(withTransaction(second.app, tx), id, reviewer.id)),
          ),
        revoked(versionId),
      );
      expect([waited, answer]).toEqual([true, 'STATE_CHANGED']);
      expect(await api.db.$count(versionSuggestions, eq(versionSuggestions.id, id))).toBe(1);
    });

    test('submitting a version waits for an edit of its app, and returns EDIT_CONFLICT', async () => {
      const { appId, versionId } = await versionOf(api, developer.id, { submitted: false });
      const user = { id: developer.id, email: developer.email, roles: ['developer'], sessionId: 0 };
      const ofApp = eq(apps.id, appId);
      const { answer, waited } = await whileHeld(
        api,
        (tx) => tx.update(apps).set({ revision: 2 }).where(ofApp),
        () =>
          codeOf(
            second.db.transaction((tx) =>
              submitVersion(withTransaction(second.app, tx), user, { versionId, revision: 1 }),
            ),
          ),
      );
      expect([waited, answer]).toEqual([true, 'EDIT_CONFLICT']);
    });

    test('unpublishing an app waits for the yank of its current version, and uses the earlier one', async () => {
      const { id: appId } = await createApp(api.db, {
        name: { zh: '两个版本', en: 'Two Versions' },
        developerId: developer.id,
        source: 'user',
        versions: [{ version: '1.0.0' }, { version: '2.0.0' }],
        now: api.clock.now(),
      });
      const versions = await api.db.select().from(appVersions).where(eq(appVersions.appId, appId));
      const [earlier, current] = versions.toSorted((one, other) => one.versionKey - other.versionKey);
      const { answer, waited } = await whileHeld(
        api,
        async (tx) => {
          const change = { currentVersionId: earlier?.id ?? 0 };
          await tx.update(apps).set(change).where(eq(apps.id, appId));
          await tx
            .update(appVersions)
            .set({ reviewStatus: 'yanked' })
            .where(eq(appVersions.id, current?.id ?? 0));
        },
        () => second.call(devApp.unpublish, { id: appId, reason: 'It ends' }, { token: developer.token }),
      );
      expect([waited, answer.code]).toEqual([true, 'OK']);
    });

    test('concurrent new apps stop at the maximum of drafts', async () => {
      const busy = await person(api, 'developer');
      for (let made = 2; made < APP_DRAFTS_MAX; made += 1)
        await versionOf(api, busy.id, { submitted: false });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, place) =>
          (place % 2 ? api : second).call(devApp.save, {}, { token: busy.token }),
        ),
      );
      expect(counted(answers.map(({ code }) => code))).toEqual({ OK: 2, TOO_MANY_DRAFTS: 6 });
      expect(await api.db.$count(apps, eq(apps.developerId, busy.id))).toBe(APP_DRAFTS_MAX);
    });

    test('a new app waits for another one of its developer before it is counted', async () => {
      const { answer, waited } = await whileHeld(
        api,
        (tx) => tx.select().from(users).where(eq(users.id, developer.id)).for('no key update'),
        () => second.call(devApp.save, {}, { token: developer.token }),
      );
      expect([waited, answer.code]).toEqual([true, 'OK']);
    });
  });

  /**
   * Of two concurrent changes, the second reads after the first has finished. If only its write waited, it would decide
   * on the old state. All these changes are rolled back.
   */
  describe('Concurrent change waits at its first read', () => {
    class Undone extends Error {}
    const PARTY = { kind: 'personal', title: 'Lin', taxNo: '' } as const;
    const undone = (work: (context: Context) => Promise<unknown>) => async (): Promise<void> => {
      const trying = second.db.transaction(async (tx) => {
        await work(withTransaction(second.app, tx));
        throw new Undone();
      });
      await trying.catch((error: unknown) => {
        if (!(error instanceof Undone || error instanceof ApiError)) throw error;
      });
    };
    const rows = (table: PgTable, which: SQL | undefined) => (tx: Db) =>
      tx.select().from(table).where(which).for('update');
    let developer: Person;
    let reviewer: Person;
    beforeAll(async () => {
      developer = await person(api, 'developer');
      reviewer = await person(api, 'reviewer');
    });
    const user = () => ({ id: developer.id, email: developer.email, roles: ['developer'], sessionId: 0 });
    type Case = [hold: (tx: Db) => Promise<unknown>, act: () => Promise<unknown>];
    const version = async (submitted: boolean) => {
      const made = await versionOf(api, developer.id, { submitted });
      return { ...made, ofApp: eq(apps.id, made.appId), ofVersion: eq(appVersions.id, made.versionId) };
    };
    const article = async () => {
      const [row] = await api.db.select().from(articles).limit(1);
      if (!row) throw new Error('no article is seeded');
      return {
        hold: rows(articles, eq(articles.id, row.id)),
        edited: { id: row.id, revision: row.revision },
      };
    };
    const assignment = async () => {
      const operator = await person(api, 'operator');
      const [ticket] = await api.db.select().from(feedbackTickets).limit(1);
      const { no, assigneeId: before } = ticket ?? { no: '', assigneeId: null };
      return {
        operator,
        hold: rows(feedbackTickets, eq(feedbackTickets.no, no)),
        assign: undone((context) => assignFeedback(context, CLERK, { no, assignee: operator.id, before })),
      };
    };
    const licence = async () => {
      const id = await issued(api, owner.user.id);
      return { id, hold: rows(licences, eq(licences.id, id)) };
    };
    const ownerHeld = (tx: Db) => lockOwner(tx, owner.user.id);
    const offered = async () => {
      const { id } = await licenceIn(api, owner.user, 'offered');
      const ofLicence = eq(licenceTransfers.licenceId, id);
      const [transfer] = await api.db.select().from(licenceTransfers).where(ofLicence);
      const receiver = { id: reviewer.id, email: transfer?.toEmail ?? '', roles: [], sessionId: 0 };
      return { hold: rows(licences, eq(licences.id, id)), transferId: transfer?.id ?? 0, receiver };
    };
    const webhook = async () => {
      const { row } = await api.db.transaction((tx) =>
        createWebhook(withTransaction(api.app, tx), developer.id, {
          url: HOOK,
          events: ['version.released'],
          appId: null,
        }),
      );
      return { id: row.id, hold: rows(webhooks, eq(webhooks.id, row.id)) };
    };
    const paid = async () => {
      const { orderNo } = await orderIn(api, owner, 'paid');
      return { orderNo, hold: rows(orders, eq(orders.orderNo, orderNo)) };
    };
    const grown = async () => {
      const { appId, versionId } = await version(false);
      const row = { appId, versionId, day: '2026-11-19', count: 2 };
      await api.db.insert(appDownloadDays).values(row);
      return { appId, ofDay: eq(appDownloadDays.appId, appId) };
    };

    const CASES: Record<string, () => Case | Promise<Case>> = {
      'revoking an admin role': async () => {
        const { id, email } = await person(api, 'admin');
        return [
          rows(users, eq(users.id, id)),
          undone((context) => setRole(context, CLERK, { email, role: 'admin', granted: false })),
        ];
      },
      'answering feedback': async () => {
        const [ticket] = await api.db.select().from(feedbackTickets).limit(1);
        const { no, revision } = ticket ?? { no: '', revision: 0 };
        return [
          rows(feedbackTickets, eq(feedbackTickets.no, no)),
          undone((context) => answerFeedback(context, CLERK, { no, revision, text: 'Yes', close: false })),
        ];
      },
      'assigning feedback': async () => {
        const { hold, assign } = await assignment();
        return [hold, assign];
      },
      'assigning feedback, for the role of its assignee': async () => {
        const { operator, assign } = await assignment();
        return [rows(userRoles, eq(userRoles.userId, operator.id)), assign];
      },
      'claiming a review': async () => {
        const { ofVersion, versionId } = await version(true);
        return [
          rows(appVersions, ofVersion),
          undone((context) => takeClaim(context, reviewer.id, versionId)),
        ];
      },
      'creating a build token': () => [
        rows(users, eq(users.id, developer.id)),
        undone((context) =>
          createBuildToken(context, developer.id, {
            name: 'CI',
            scopes: ['app:read'],
            days: 1,
            appId: null,
          }),
        ),
      ],
      'publishing an article': async () => {
        const { hold, edited } = await article();
        return [hold, undone((context) => publishArticle(context, CLERK, edited))];
      },
      'archiving an article': async () => {
        const { hold, edited } = await article();
        return [hold, undone((context) => archiveArticle(context, CLERK, edited))];
      },
      'scheduling an article': async () => {
        const { hold, edited } = await article();
        const publishAt = new Date(api.clock.now().getTime() + DAY);
        return [
          hold,
          undone((context) => scheduleArticle(context, CLERK, { ...edited, publishAt, endAt: null })),
        ];
      },
      'cancelling the schedule of an article': async () => {
        const { hold, edited } = await article();
        return [hold, undone((context) => unscheduleArticle(context, CLERK, edited.id))];
      },
      'publishing a protocol version': () => [
        rows(protocols, eq(protocols.slug, 'user-agreement')),
        undone((context) =>
          publishProtocol(context, CLERK, {
            slug: 'user-agreement',
            version: '90.1.1',
            markdown: { zh: '新', en: 'New' },
            publishedAt: null,
          }),
        ),
      ],
      'deleting an app': async () => {
        const { appId, ofApp } = await version(false);
        return [rows(apps, ofApp), undone((context) => deleteApp(context, user(), appId))];
      },
      'deleting a version': async () => {
        const { versionId, ofVersion } = await version(false);
        return [rows(appVersions, ofVersion), undone((context) => deleteVersion(context, user(), versionId))];
      },
      'editing a version': async () => {
        const { appId, versionId, ofVersion } = await version(false);
        const input = { app_id: appId, id: versionId, revision: 1, git_version: 'v2' };
        return [rows(appVersions, ofVersion), undone((context) => saveVersion(context, user(), input))];
      },
      'renewing a licence': async () => {
        const { id, hold } = await licence();
        return [
          hold,
          undone((context) => renewLicence(context, { licenceId: id, plan: 'm1', orderId: null })),
        ];
      },
      'revoking a licence': async () => {
        const { id, hold } = await licence();
        return [
          hold,
          undone((context) => revokeByOperator(context, CLERK, { ref: { id }, reason: 'fraud' })),
        ];
      },
      'creating an order': () => [
        rows(users, eq(users.id, owner.user.id)),
        undone((context) => createOrder(context, { userId: owner.user.id, plan: 'm1', quantity: 1 })),
      ],
      'taking the second step of a sign-in': async () => {
        const app = await withAuthenticator(api, owner);
        const ticket = await stepTicket(api, owner.email);
        const visitor = { network: someIp(), device: 'Firefox, Linux', deviceToken: 'none' };
        return [
          rows(users, eq(users.id, owner.user.id)),
          () => takeSecondStep(second.app, { ticket, code: app.code(), visitor, locale: 'en' }),
        ];
      },
      'polling a device sign-in': async () => {
        const { data } = await api.call(userDevice.begin, { device_name: 'Laptop', system: 'Debian' });
        const code = eq(deviceSignIns.deviceCodeHash, hashToken(data.device_code));
        const [session] = await api.db.select().from(sessions).where(eq(sessions.userId, owner.user.id));
        await api.db
          .update(deviceSignIns)
          .set({
            state: 'allowed',
            userId: owner.user.id,
            sessionId: session?.id ?? 0,
            nextPollAt: api.clock.now(),
          })
          .where(code);
        const visitor = { network: someIp(), device: 'Firefox, Linux', deviceToken: 'none' };
        return [
          rows(users, eq(users.id, owner.user.id)),
          undone((context) => pollDevice(context, data.device_code, visitor)),
        ];
      },
      'revoking the licences of an order': async () => {
        const { id } = await orderIn(api, owner, 'paid');
        return [
          rows(licences, eq(licences.userId, owner.user.id)),
          undone((context) => revokeLicencesOfOrder(context, id)),
        ];
      },
      'revoking the licences of an order, for their owner': async () => {
        const { id } = await orderIn(api, owner, 'paid');
        return [ownerHeld, undone((context) => revokeLicencesOfOrder(context, id))];
      },
      'revoking a licence, for its owner': async () => {
        const { id } = await licence();
        return [
          ownerHeld,
          undone((context) => revokeByOperator(context, CLERK, { ref: { id }, reason: 'fraud' })),
        ];
      },
      'offering a licence': async () => {
        const { id, hold } = await licence();
        const user = { id: owner.user.id, email: owner.email, roles: [], sessionId: 0 };
        return [hold, undone((context) => offerLicence(context, user, { id, toEmail: someEmail() }))];
      },
      'recording the place of a licence': async () => {
        const { id, hold } = await licence();
        return [hold, undone((context) => recordPlace(context, id, someIp()))];
      },
      'changing the site': () => [
        rows(siteSettings, undefined),
        undone((context) => changeSite(context, CLERK, { name: { en: 'New' } })),
      ],
      'certifying an app': async () => {
        const { appId, ofApp } = await version(false);
        return [
          rows(apps, ofApp),
          undone((context) => certifyApp(context, CLERK, { id: appId, certified: true })),
        ];
      },
      'featuring an app': async () => {
        const { appId, ofApp } = await version(false);
        return [rows(apps, ofApp), undone((context) => featureApp(context, CLERK, { id: appId, rank: 1 }))];
      },
      'saving the calendar': async () => {
        const [known] = await api.db.select().from(calendarDays).limit(1);
        const day = known?.day ?? '';
        return [
          rows(calendarDays, eq(calendarDays.day, day)),
          undone((context) =>
            saveCalendar(context, CLERK, {
              year: Number(day.slice(0, 4)),
              days: [{ day, working: !known?.working, name: { zh: '日', en: 'Day' } }],
              remove: [],
            }),
          ),
        ];
      },
      'saving a profile': () => [
        rows(users, eq(users.id, owner.user.id)),
        undone((context) =>
          saveProfile(context, owner.user.id, { nickname: 'New', gender: 'secret', birthday: '2000-01-01' }),
        ),
      ],
      'uploading an avatar': async () => {
        const bytes = await png(64, 64);
        const by = { userId: owner.user.id, gone: () => false };
        return [
          rows(users, eq(users.id, owner.user.id)),
          undone((context) => saveAvatar(context, by, bytes)),
        ];
      },
      'committing an email change': () => [
        rows(users, eq(users.id, owner.user.id)),
        () => second.call(userInfo.changeEmailCommit, { change_token: newToken('change') }, asOwner()),
      ],
      'undoing an email change': async () => {
        const token = newToken('undo');
        const now = api.clock.now();
        await api.db.insert(emailUndos).values({
          userId: owner.user.id,
          oldEmail: owner.email,
          tokenHash: hashToken(token),
          createdAt: now,
          expiresAt: new Date(now.getTime() + DAY),
        });
        return [
          rows(users, eq(users.id, owner.user.id)),
          () => second.call(userAuth.emailChangeUndo, { token }, { ip: someIp() }),
        ];
      },
      'deleting an account': () => [
        rows(users, eq(users.id, owner.user.id)),
        undone((context) =>
          confirmDeletion(
            context,
            { id: owner.user.id, email: owner.email, roles: [], sessionId: 0 },
            { code: '000000', locale: 'en' },
          ),
        ),
      ],
      'withdrawing a version': async () => {
        const { versionId, ofVersion } = await version(true);
        const actor = { userId: developer.id, name: 'developer', via: 'api', role: 'developer' } as const;
        return [
          rows(appVersions, ofVersion),
          undone((context) => transition(context, { version: versionId, action: 'revoke', actor })),
        ];
      },
      'saving an app draft': async () => {
        const { appId, ofApp } = await version(false);
        return [
          rows(apps, ofApp),
          undone((context) => saveDraft(context, user(), { id: appId, revision: 1 })),
        ];
      },
      'creating a webhook': () => [
        rows(users, eq(users.id, developer.id)),
        undone((context) =>
          createWebhook(context, developer.id, { url: HOOK, events: ['version.released'], appId: null }),
        ),
      ],
      'counting a failed webhook delivery': async () => {
        const { hold, id } = await webhook();
        await api.db.transaction((tx) => pingWebhook(withTransaction(api.app, tx), developer.id, id));
        return [hold, () => second.app.webhooks.drain()];
      },
      'ordering articles': async () => {
        const [row] = await api.db.select().from(articles).where(eq(articles.status, 'published')).limit(1);
        if (!row) throw new Error('no article is seeded');
        const { id, place } = row;
        const ofPlace = and(eq(articles.place, place), ne(articles.status, 'archived'));
        const ids = (await api.db.select({ id: articles.id }).from(articles).where(ofPlace)).map(
          (one) => one.id,
        );
        return [
          rows(articles, eq(articles.id, id)),
          undone((context) => orderArticles(context, CLERK, { place, ids })),
        ];
      },
      'saving update rules': () => [
        rows(releases, and(eq(releases.product, 'client'), eq(releases.version, '1.4.0'))),
        undone((context) => setUpdateRules(context, CLERK, { version: '1.4.0', mandatory: true })),
      ],
      'granting licences': () => [
        rows(users, eq(users.id, owner.user.id)),
        undone((context) =>
          grantLicences(context, CLERK, { email: owner.email, plan: 'm1', quantity: 1, reason: 'race' }),
        ),
      ],
      'accepting a licence transfer': async () => {
        const { hold, transferId, receiver } = await offered();
        return [hold, undone((context) => acceptOffer(context, receiver, transferId))];
      },
      'declining a licence transfer': async () => {
        const { hold, transferId, receiver } = await offered();
        return [hold, undone((context) => cancelOffer(context, receiver, transferId))];
      },
      'revoking a licence with unpaid renewals': async () => {
        const { id } = await licenceIn(api, owner.user, 'bound');
        const { orderNo } = await api.db.transaction((tx) =>
          orderRenewal(withTransaction(api.app, tx), owner.user.id, { id, plan: 'm3' }),
        );
        return [
          rows(orders, eq(orders.orderNo, orderNo)),
          undone((context) => revokeByOperator(context, CLERK, { ref: { id }, reason: 'fraud' })),
        ];
      },
      'declining a proposal': async () => {
        const now = api.clock.now();
        const [proposal] = await api.db
          .insert(decisionProposals)
          .values({
            kind: 'licence_grant',
            subject: `user:${owner.user.id}`,
            payload: {},
            state: '{}',
            amount: 1,
            userId: owner.user.id,
            proposedBy: reviewer.id,
            proposedAt: now,
            expiresAt: new Date(now.getTime() + DAY),
          })
          .returning();
        const id = proposal?.id ?? 0;
        const actor = { userId: developer.id, name: 'operator', via: 'api' } as const;
        return [
          rows(decisionProposals, eq(decisionProposals.id, id)),
          undone((context) => declineProposal(context, actor, { id, note: '' })),
        ];
      },
      'confirming an authenticator app': async () => {
        await beginTotp(api.app, { id: owner.user.id, label: owner.email }, 'Yunduo');
        return [
          rows(totpFactors, eq(totpFactors.userId, owner.user.id)),
          undone((context) => confirmTotp(context, owner.user.id, '000000')),
        ];
      },
      'confirming an authenticator app, for its account': async () => {
        await beginTotp(api.app, { id: owner.user.id, label: owner.email }, 'Yunduo');
        return [
          rows(users, eq(users.id, owner.user.id)),
          () => second.call(userFactor.totpConfirm, { code: '000000' }, asOwner()),
        ];
      },
      'removing an authenticator app': () => [
        rows(users, eq(users.id, owner.user.id)),
        () => second.call(userFactor.totpRemove, {}, asOwner()),
      ],
      'adding a passkey': async () => {
        const { data } = await api.call(userFactor.passkeyBegin, {}, asOwner());
        const credential = new SoftAuthenticator().make(data.options);
        return [
          rows(users, eq(users.id, owner.user.id)),
          () => second.call(userFactor.passkeyFinish, { label: 'Laptop', credential }, asOwner()),
        ];
      },
      'removing a passkey': () => [
        rows(users, eq(users.id, owner.user.id)),
        () => second.call(userFactor.passkeyRemove, { id: 1 }, asOwner()),
      ],
      'replacing recovery codes': () => [
        rows(users, eq(users.id, owner.user.id)),
        () => second.call(userFactor.recoveryCodes, {}, asOwner()),
      ],
      'removing the factors of an account': () => [
        rows(users, eq(users.id, owner.user.id)),
        undone((context) => removeFactorOf(context, CLERK, { email: owner.email, reason: 'lost' })),
      ],
      'deleting the account of its owner': () => [
        rows(users, eq(users.id, owner.user.id)),
        undone((context) => deleteAccount(context, CLERK, { email: owner.email, reason: 'lost' })),
      ],
      'deleting a version, for its app': async () => {
        const { versionId, ofApp } = await version(false);
        return [rows(apps, ofApp), undone((context) => deleteVersion(context, user(), versionId))];
      },
      'creating a version': async () => {
        const { appId, versionId, ofApp } = await version(false);
        await api.db
          .update(appVersions)
          .set({ reviewStatus: 'released' })
          .where(eq(appVersions.id, versionId));
        const input = { app_id: appId, version: '2.0.0' };
        return [rows(apps, ofApp), undone((context) => saveVersion(context, user(), input))];
      },
      'uploading a logo': async () => {
        const { appId, ofApp } = await version(false);
        const bytes = await png(LOGO_PIXELS_MIN, LOGO_PIXELS_MIN);
        const by = { userId: developer.id, gone: () => false };
        return [rows(apps, ofApp), undone((context) => takeLogo(context, user(), { appId, bytes, by }))];
      },
      'naming the replacement of an app': async () => {
        const { appId, ofApp } = await version(false);
        return [
          rows(apps, ofApp),
          undone((context) => replaceApp(context, user(), { id: appId, replacement: '' })),
        ];
      },
      'submitting a listing': async () => {
        const { appId, ofApp } = await version(false);
        return [rows(apps, ofApp), undone((context) => submitListing(context, user(), { appId }))];
      },
      'taking an app down': async () => {
        const { appId, ofApp } = await version(false);
        return [
          rows(apps, ofApp),
          undone((context) => takeDownApp(context, CLERK, { id: appId, reason: 'malware' })),
        ];
      },
      'lifting the takedown of an app': async () => {
        const { appId, ofApp } = await version(false);
        return [rows(apps, ofApp), undone((context) => liftTakedown(context, CLERK, { id: appId }))];
      },
      'saving a publisher profile': () => [
        rows(users, eq(users.id, developer.id)),
        undone((context) =>
          savePublisher(context, developer.id, {
            name: { zh: '晨光', en: 'Daylight' },
            support_email: developer.email,
          }),
        ),
      ],
      'editing a webhook': async () => {
        const { hold, id } = await webhook();
        return [
          hold,
          undone((context) =>
            saveWebhook(
              context,
              developer.id,
              { id, revision: 1 },
              { url: HOOK, events: ['version.released'], appId: null },
            ),
          ),
        ];
      },
      'pinging a webhook': async () => {
        const { hold, id } = await webhook();
        return [hold, undone((context) => pingWebhook(context, developer.id, id))];
      },
      'emitting an event': async () => {
        const { hold } = await webhook();
        return [
          hold,
          undone((context) =>
            emitEvent(context, { userId: developer.id, appId: null }, 'version.released', {} as never),
          ),
        ];
      },
      'binding a licence': async () => {
        const { id, hold } = await licence();
        const server = { server_name: 'web-1', fingerprint: someServer() };
        const code = await codeOfLicence(api, id);
        return [hold, () => second.call(authCode.bind, { code, ...server }, asOwner())];
      },
      'issuing a licence file': async () => {
        const { id, hold } = await licence();
        const server = { serverName: 'vault-1', fingerprint: someServer(), clientKey: null };
        const code = await codeOfLicence(api, id);
        return [hold, undone((context) => issueOffline(context, owner.user.id, { code, ...server }))];
      },
      'saving the remark of a licence': async () => {
        const { id, hold } = await licence();
        return [
          hold,
          undone((context) => saveRemark(context, owner.user.id, { id, remark: 'the mail server' })),
        ];
      },
      'unbinding a licence, for its owner': async () => {
        const { id } = await licenceIn(api, owner.user, 'bound');
        return [
          ownerHeld,
          undone((context) => unbindLicence(context, owner.user.id, { id, reason: 'moving' })),
        ];
      },
      'renewing a licence, for its owner': async () => {
        const { id } = await licence();
        return [
          ownerHeld,
          undone((context) => renewLicence(context, { licenceId: id, plan: 'm1', orderId: null })),
        ];
      },
      'renewing a licence file': async () => {
        const { id, hold } = await licence();
        return [hold, undone((context) => renewOffline(context, owner.user.id, id))];
      },
      'releasing the files of a licence': async () => {
        const { id, hold } = await licence();
        return [
          hold,
          undone((context) => releaseFiles(context, CLERK, { ref: { id }, reason: 'the server is gone' })),
        ];
      },
      'ordering a renewal': async () => {
        const { id } = await licenceIn(api, owner.user, 'bound');
        return [
          rows(licences, eq(licences.id, id)),
          undone((context) => orderRenewal(context, owner.user.id, { id, plan: 'm3' })),
        ];
      },
      'requesting a refund': async () => {
        const { orderNo, hold } = await paid();
        return [hold, undone((context) => requestRefund(context, owner.user.id, orderNo, 'not needed'))];
      },
      'requesting a refund, for its licences': async () => {
        const { orderNo } = await paid();
        return [
          rows(licences, eq(licences.userId, owner.user.id)),
          undone((context) => requestRefund(context, owner.user.id, orderNo, 'not needed')),
        ];
      },
      'refusing a refund': async () => {
        const { orderNo } = await orderIn(api, owner, 'refund_requested');
        return [
          rows(orders, eq(orders.orderNo, orderNo)),
          undone((context) => decideRefund(context, CLERK, { orderNo, approve: false, note: 'Too late' })),
        ];
      },
      'requesting an invoice': async () => {
        const { orderNo, hold } = await paid();
        return [hold, undone((context) => requestInvoice(context, owner.user.id, orderNo, PARTY))];
      },
      'deciding about an invoice': async () => {
        const { orderNo, hold } = await paid();
        await api.db.transaction((tx) =>
          requestInvoice(withTransaction(api.app, tx), owner.user.id, orderNo, PARTY),
        );
        const decision = { orderNo, issued: true, number: '25312000000012345678', note: '' };
        return [hold, undone((context) => decideInvoice(context, CLERK, decision))];
      },
      'returning a payment': async () => {
        const { orderNo } = await orderIn(api, owner, 'cancelled');
        const notice = await noticeOf(api, orderNo);
        await sendNotice(api, notice);
        const paymentNo = notice.payment_no;
        return [
          rows(payments, eq(payments.paymentNo, paymentNo)),
          undone((context) => returnPayment(context, CLERK, { paymentNo, note: 'race' })),
        ];
      },
      'confirming a bank transfer': async () => {
        const { orderNo, amount } = await orderIn(api, owner, 'pending');
        return [
          rows(orders, eq(orders.orderNo, orderNo)),
          undone((context) => confirmTransfer(context, CLERK, { orderNo, amount, reference: 'B-1' })),
        ];
      },
      'adding downloads, for its days': async () => {
        const { ofDay } = await grown();
        return [rows(appDownloadDays, ofDay), undone(addDownloads)];
      },
      'adding downloads, for its apps': async () => {
        const { appId } = await grown();
        return [rows(apps, eq(apps.id, appId)), undone(addDownloads)];
      },
      'writing the search columns': async () => {
        const { appId, ofApp } = await version(false);
        await api.db.update(apps).set({ searchNames: '' }).where(eq(apps.id, appId));
        return [rows(apps, ofApp), undone((context) => searchColumnsJob.run(context))];
      },
    };

    /** Whose rows several changes may read at once; every other lock is one that a second change cannot share. */
    const SHARED = [
      'assigning feedback, for the role of its assignee',
      'emitting an event',
      'pinging a webhook',
    ];

    test.each(Object.keys(CASES))('%s', async (who) => {
      const [hold, act] = (await CASES[who]?.()) ?? [];
      if (!hold || !act) throw new Error(`no case ${who}`);
      const { statement, mode } = await whileHeld(api, hold, act);
      expect(statement).toMatch(/^select/);
      // PostgreSQL's modes of FOR SHARE, FOR NO KEY UPDATE and FOR UPDATE; an advisory lock is of no row.
      const alone = statement.includes('pg_advisory_xact_lock')
        ? [null]
        : ['ExclusiveLock', 'AccessExclusiveLock'];
      expect(SHARED.includes(who) ? ['AccessShareLock', 'RowShareLock'] : alone).toContain(mode);
    });

    /**
     * Rows are locked in ascending order of id everywhere, so that two changes cannot wait for each other: one that waits
     * for its first row holds none of the later ones. The last row is locked while the change waits.
     */
    type Order = [
      table: typeof users | typeof apps | typeof licences,
      ids: number[],
      act: () => Promise<unknown>,
    ];
    const ORDERS: Record<string, () => Promise<Order>> = {
      'granting licences': async () => {
        const receiver = await newcomer(api);
        const actor = { userId: developer.id, name: 'operator', via: 'api' } as const;
        const input = { email: receiver.email, plan: 'm1', quantity: 1, reason: 'race' } as const;
        return [
          users,
          [developer.id, receiver.user.id],
          undone((context) => grantLicences(context, actor, input)),
        ];
      },
      'revoking an admin role': async () => {
        const [one, other] = [await person(api, 'admin'), await person(api, 'admin')];
        // Created last: the change locks its own row first.
        const { email } = await person(api, 'admin');
        const input = { email, role: 'admin', granted: false } as const;
        return [users, [one.id, other.id], undone((context) => setRole(context, CLERK, input))];
      },
      'featuring an app': async () => {
        const [one, other] = [await version(false), await version(false)];
        await api.db.update(apps).set({ recommendedRank: 90 }).where(other.ofApp);
        const [first] = await api.db
          .select({ id: apps.id })
          .from(apps)
          .where(isNotNull(apps.recommendedRank))
          .orderBy(asc(apps.id));
        const act = undone((context) => featureApp(context, CLERK, { id: one.appId, rank: 1 }));
        return [apps, [first?.id ?? 0, other.appId], act];
      },
      'adding downloads': async () => {
        const [one, other] = [await grown(), await grown()];
        return [apps, [one.appId, other.appId], undone(addDownloads)];
      },
      'revoking the licences of an order': async () => {
        const { id } = await orderIn(api, owner, 'paid', { quantity: 3 });
        const mine = eq(licences.userId, owner.user.id);
        const found = await api.db
          .select({ id: licences.id })
          .from(licences)
          .where(mine)
          .orderBy(licences.id);
        return [
          licences,
          found.map((licence) => licence.id),
          undone((context) => revokeLicencesOfOrder(context, id)),
        ];
      },
    };

    test.each(Object.keys(ORDERS))('%s waits for the first row, and locks no later one', async (who) => {
      const [table, ids, act] = (await ORDERS[who]?.()) ?? [];
      const [first, last] = [ids?.at(0) ?? 0, ids?.at(-1) ?? 0];
      if (!table || !act || first >= last) throw new Error(`no case ${who}`);
      const free = (tx: Db) =>
        tx.select().from(table).where(eq(table.id, last)).for('update', { noWait: true });
      let later: unknown[] = [];
      const { waited } = await whileHeld(api, rows(table, eq(table.id, first)), act, async (tx) => {
        later = await free(tx);
      });
      expect([waited, later.length]).toEqual([true, 1]);
    });

    /** Jobs that leave a locked row to their next run, and go on with the others. */
    const SKIPPED: Record<string, () => Promise<[...Case, left: () => Promise<number>]>> = {
      'archiving articles by schedule': async () => {
        const [row] = await api.db.select().from(articles).where(eq(articles.status, 'published')).limit(1);
        const id = row?.id ?? 0;
        const values = { articleId: id, revision: row?.revision ?? 0, actor: 'operator' };
        await api.db.insert(articleSchedules).values({ ...values, endAt: api.clock.now() });
        return [
          rows(articles, eq(articles.id, id)),
          () => scheduledContent.run(second.app),
          () => api.db.$count(articleSchedules, eq(articleSchedules.articleId, id)),
        ];
      },
      'deleting unreferenced pictures': async () => {
        const { appId } = await version(false);
        const stem = { zh: `dev/${'0'.repeat(32)}`, en: `dev/${'0'.repeat(32)}` };
        const createdAt = new Date(api.clock.now().getTime() - 2 * DAY);
        await api.db
          .insert(appPictures)
          .values({ appId, kind: 'logo', stem, width: 1, height: 1, createdAt });
        const ofApp = eq(appPictures.appId, appId);
        return [
          rows(appPictures, ofApp),
          () => forgetPictures.run(second.app),
          () => api.db.$count(appPictures, ofApp),
        ];
      },
    };
    const delivery = async (url: string) => {
      const { row } = await api.db.transaction((tx) =>
        createWebhook(withTransaction(api.app, tx), developer.id, {
          url,
          events: ['version.released'],
          appId: null,
        }),
      );
      const id = await api.db.transaction((tx) =>
        pingWebhook(withTransaction(api.app, tx), developer.id, row.id),
      );
      const untried = () =>
        api.db.$count(webhookDeliveries, and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.round, 0)));
      const takeOver = (tx: Db) =>
        tx
          .update(webhookDeliveries)
          .set({ lease: sql`${webhookDeliveries.lease} + 1` })
          .where(eq(webhookDeliveries.id, id));
      return { hold: rows(webhookDeliveries, eq(webhookDeliveries.id, id)), untried, takeOver };
    };

    test.each(Object.keys(SKIPPED))('%s does not wait for a locked row, and leaves it', async (who) => {
      const [hold, act, left] = (await SKIPPED[who]?.()) ?? [];
      if (!hold || !act || !left) throw new Error(`no case ${who}`);
      const { waited } = await whileHeld(api, hold, act);
      expect([waited, await left()]).toEqual([false, 1]);
      await act();
      expect(await left()).toBe(0);
    });

    test.each([
      ['the delivery', 0, false],
      ['the delivery, and leaves it to a process that took it over', 1, true],
    ])('recording the result of a webhook delivery waits at its first read of %s', async (_, left, taken) => {
      const target = await receiver();
      let answer = (): void => undefined;
      const arrived = new Promise<void>((resolve) => {
        target.answer((response) => {
          answer = () => void response.writeHead(204).end();
          resolve();
        });
      });
      try {
        const { hold, untried, takeOver } = await delivery(target.url);
        const sent = second.app.webhooks.drain();
        await arrived;
        const act = () => {
          answer();
          return sent;
        };
        const { statement } = await (taken ? whileHeld(api, hold, act, takeOver) : whileHeld(api, hold, act));
        expect(statement).toMatch(/^select/);
        expect(await untried()).toBe(left);
      } finally {
        await target.close();
      }
    });

    test('featuring an app waits for another change of the featured order', async () => {
      const [one, other] = [await version(false), await version(false)];
      const { statement } = await whileHeld(
        api,
        (tx) => featureApp(withTransaction(api.app, tx), CLERK, { id: one.appId, rank: 1 }),
        undone((context) => featureApp(context, CLERK, { id: other.appId, rank: 1 })),
      );
      expect(statement).toContain('pg_advisory_xact_lock');
    });
  });
});
