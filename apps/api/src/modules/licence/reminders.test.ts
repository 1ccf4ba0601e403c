import { dayOf } from '@yunduo/i18n';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { after } from '../../clock.ts';
import { withTransaction } from '../../context.ts';
import { mailMutes, users } from '../../db/schema/account.ts';
import { licenceReminders, licences, licenceTerms } from '../../db/schema/licence.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { licenceIn, rowOf } from '../../testing/licences.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { issueLicences, renewLicence } from './issue.ts';
import { licenceReminderJob } from './reminders.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
let api: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await newcomer(api);
});
afterAll(() => api.close());
let clock = SEED_NOW;
// Later each time: a job is not due again before its interval.
beforeEach(() => api.clock.set((clock = after(clock, 400 * DAY))));

/** A licence bound long ago that expires in this many days. */
async function ending(days: number): Promise<{ id: number; tail: string; expiresAt: Date }> {
  const { id } = await licenceIn(api, { id: owner.user.id, email: owner.email }, 'bound');
  const longAgo = after(api.clock.now(), -100 * DAY);
  const expiresAt = after(api.clock.now(), days * DAY);
  await api.db.update(licences).set({ startedAt: longAgo, expiresAt }).where(eq(licences.id, id));
  await api.db.update(licenceTerms).set({ addedAt: longAgo }).where(eq(licenceTerms.licenceId, id));
  return { id, tail: (await rowOf(api, id)).codeTail, expiresAt };
}
const run = async (hours = 1) => {
  api.clock.advance(hours * HOUR);
  await api.app.jobs.runDue();
};
const mailsAbout = async (tail: string) =>
  (await api.mails()).filter(({ subject, to }) => to === owner.email && subject.includes(tail));

describe('licence expiry reminders', () => {
  test('are sent 30, 7 and 1 days before expiry, once each', async () => {
    const { tail, expiresAt } = await ending(31);
    const seen: number[] = [];
    for (let day = 0; day < 33; day += 1) {
      api.clock.advance(DAY);
      await api.app.jobs.run('licence_reminders', { userId: null, name: 'test', via: 'command' });
      const count = (await mailsAbout(tail)).length;
      if (count > seen.length) seen.push(Math.ceil((expiresAt.getTime() - api.clock.now().getTime()) / DAY));
    }
    expect(seen).toEqual([30, 7, 1]);
    const [mail] = await mailsAbout(tail);
    expect(mail?.text).toContain('web-1');
    expect(mail?.text).toMatch(/\/user\?panel=my-codes&code=\d+\n/);
  });

  (onPostgres ? test : test.skip)('are sent once by eight concurrent runs', async () => {
    const { tail } = await ending(5);
    await Promise.all(
      Array.from({ length: 8 }, () =>
        api.db.transaction((tx) => licenceReminderJob.run(withTransaction(api.app, tx))),
      ),
    );
    expect(await mailsAbout(tail)).toHaveLength(1);
  });

  test('are sent once if several were missed', async () => {
    const { tail } = await ending(5);
    await run();
    await run();
    await run();
    expect(await mailsAbout(tail)).toHaveLength(1);
  });

  test('start again after a renewal, but not right after the payment', async () => {
    const { id, tail } = await ending(5);
    await run();
    await api.db.transaction((tx) =>
      renewLicence(withTransaction(api.app, tx), { licenceId: id, plan: 'm1', orderId: null }),
    );
    await api.db
      .update(licences)
      .set({ expiresAt: after(api.clock.now(), 29 * DAY) })
      .where(eq(licences.id, id));
    await run();
    expect(await mailsAbout(tail)).toHaveLength(1);
    api.clock.advance(23 * DAY);
    await run();
    expect(await mailsAbout(tail)).toHaveLength(2);
  });

  test('are not sent for a licence bound less than three days ago; a refunded renewal is no payment', async () => {
    const [fresh, settled, refunded] = [await ending(5), await ending(5), await ending(5)];
    const bound = (id: number, ago: number) =>
      api.db
        .update(licences)
        .set({ startedAt: after(api.clock.now(), -ago) })
        .where(eq(licences.id, id));
    await bound(fresh.id, 3 * DAY - 2 * HOUR);
    await bound(settled.id, 3 * DAY);
    const now = api.clock.now();
    await api.db
      .insert(licenceTerms)
      .values({ licenceId: refunded.id, plan: 'm1', addedAt: now, revokedAt: now });
    await run();
    const counts = [];
    for (const { tail } of [fresh, settled, refunded]) counts.push((await mailsAbout(tail)).length);
    expect(counts).toEqual([0, 1, 1]);
  });

  test('reach 450 licences within an hour', async () => {
    const { id: userId, email } = owner.user;
    const ids = await api.db.transaction((tx) =>
      issueLicences(withTransaction(api.app, tx), { userId, plan: 'm1', quantity: 450, orderId: null }),
    );
    const longAgo = after(api.clock.now(), -100 * DAY);
    const ends = { startedAt: longAgo, expiresAt: after(api.clock.now(), 5 * DAY) };
    await api.db.update(licences).set(ends).where(inArray(licences.id, ids));
    await api.db.update(licenceTerms).set({ addedAt: longAgo }).where(inArray(licenceTerms.licenceId, ids));
    const reminded = () => api.db.$count(licenceReminders, inArray(licenceReminders.licenceId, ids));
    await run(5 / 60);
    // A run holds a transaction.
    expect(await reminded()).toBeLessThanOrEqual(200);
    for (let minute = 5; minute < 60; minute += 5) await run(5 / 60);
    expect(await reminded()).toBe(450);
    expect((await api.mails()).filter(({ to }) => to === email).length).toBeGreaterThanOrEqual(450);
  });

  test('use the stored language, and are not sent while muted or afterwards', async () => {
    const english = await ending(5);
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, owner.user.id));
    await run();
    const [mail] = await mailsAbout(english.tail);
    const day = dayOf(english.expiresAt.toISOString(), 'en').replaceAll('\u00a0', ' ');
    expect(mail?.subject).toBe(`Your authorization code ending in ${english.tail} expires on ${day}`);
    expect(mail?.text).toContain('/en/user?panel=my-codes');
    await api.db.insert(mailMutes).values({ userId: owner.user.id, kind: 'licence_reminder' });
    const muted = await ending(5);
    await run();
    expect(await mailsAbout(muted.tail)).toEqual([]);
    // After unmuting, missed reminders are not sent.
    await api.db.delete(mailMutes).where(eq(mailMutes.userId, owner.user.id));
    await api.db.update(users).set({ locale: 'zh' }).where(eq(users.id, owner.user.id));
    await run();
    expect(await mailsAbout(muted.tail)).toEqual([]);
  });

  test('skip revoked, permanent, unused and expired licences', async () => {
    const revoked = await ending(5);
    await api.db
      .update(licences)
      .set({ revokedAt: api.clock.now(), revokedBy: 'operator' })
      .where(eq(licences.id, revoked.id));
    const over = await ending(-1);
    const me = { id: owner.user.id, email: owner.email };
    const others = [await licenceIn(api, me, 'permanent'), await licenceIn(api, me, 'unused')];
    await run();
    for (const { id } of [revoked, over, ...others]) {
      expect(await mailsAbout((await rowOf(api, id)).codeTail)).toEqual([]);
      expect(await api.db.select().from(licenceReminders).where(eq(licenceReminders.licenceId, id))).toEqual(
        [],
      );
    }
  });

  test('are sent once after a crash, since mail and record share a transaction', async () => {
    const { id, tail } = await ending(5);
    const { mail } = api.app;
    const enqueue = mail.enqueue;
    mail.enqueue = () => Promise.reject(new Error('the process dies here'));
    await run();
    mail.enqueue = enqueue;
    expect(await api.db.select().from(licenceReminders).where(eq(licenceReminders.licenceId, id))).toEqual(
      [],
    );
    await run();
    expect(await mailsAbout(tail)).toHaveLength(1);
  });
});
