import { randomBytes, randomInt } from 'node:crypto';
import type { ApiProcess } from './api-process.ts';
import { ApiProcess as Api } from './api-process.ts';
import { Findings, pause } from './figures.ts';
import { envOf, withGround, type Ground } from './ground.ts';
import { beginPayment, createOrder, signedNotice, signIn, someServer } from './people.ts';
import { rounds } from './progress.ts';
import { isAlive, mailsTo, registerOne, solvedCaptcha } from './registration.ts';

const WRITERS = 8;
/**
 * The kill comes after so many things were acknowledged: with eight writers somewhere between the first code and the last
 * of two bought licences each, whatever the machine has to do beside. Never later than the limit, in ms.
 */
const KILL_AFTER = [1, 60] as const;
const KILL_LIMIT = 20_000;
const KILL_LOOK = 20;

interface Account {
  email: string;
  /** Numbers of orders, by how they were acknowledged last. */
  orders: Record<string, 'created' | 'paid'>;
  /** Fingerprints by licence. */
  binds: Record<string, string>;
  /** Orders that were asked for, answered or not: more must not be there. */
  asked: number;
  feedback: string[];
}

interface Acknowledged {
  /** Addresses whose code was said to be on its way. */
  codes: string[];
  accounts: Account[];
}

interface Missing {
  lost: string[];
  doubled: string[];
}

interface CrashState extends Missing {
  rounds: number;
  accounts: number;
  codes: number;
  orders: number;
  paid: number;
  binds: number;
  feedback: number;
}

/** One visitor after the other: registers, orders, pays, binds, writes in; until the API is gone. */
async function writeUntilGone(api: ApiProcess, acknowledged: Acknowledged): Promise<void> {
  for (;;) {
    try {
      const email = await registerOne(api, (address) => acknowledged.codes.push(address));
      const account: Account = { email, orders: {}, binds: {}, asked: 0, feedback: [] };
      acknowledged.accounts.push(account);
      const token = await signIn(api, email);
      for (let turn = 0; turn < 2; turn += 1) await buy(api, token, account);
      await writeIn(api, token, account);
    } catch {
      // What was not acknowledged is nobody's promise.
      if (!(await isAlive(api))) return;
    }
  }
}

async function buy(api: ApiProcess, token: string, account: Account): Promise<void> {
  account.asked += 1;
  const order = await createOrder(api, token, { 'idempotency-key': randomBytes(12).toString('hex') });
  account.orders[order.order_no] = 'created';
  const notice = await beginPayment(api, token, order);
  const { status } = await api.ask('POST', '/pay_notify/sandbox', signedNotice(notice));
  if (status !== 200) return;
  account.orders[order.order_no] = 'paid';
  for (const { id } of await licencesOf(api, token)) {
    if (account.binds[id]) continue;
    const { code } = await api.call<{ code: string }>('GET', '/auth_code/detail', { id }, { token });
    const fingerprint = someServer();
    await api.call('POST', '/auth_code/bind', { code, server_name: 'web-1', fingerprint }, { token });
    account.binds[id] = fingerprint;
  }
}

async function writeIn(api: ApiProcess, token: string, account: Account): Promise<void> {
  const address = `10.77.${randomInt(256)}.${randomInt(1, 255)}`;
  const captcha_ticket = await solvedCaptcha(api, 'feedback', address);
  const { no } = await api.call<{ no: string }>(
    'POST',
    '/feedback/submit',
    {
      type: 'defect',
      title: 'Power',
      description: 'The lights went out while I wrote this.',
      captcha_ticket,
    },
    { token, address },
  );
  account.feedback.push(no);
}

interface Licence {
  id: number;
  order_no: string | null;
  server: { fingerprint: string } | null;
}
const licencesOf = async (api: ApiProcess, token: string): Promise<Licence[]> =>
  (await api.call<{ list: Licence[] }>('GET', '/auth_code/my', { page_size: '100' }, { token })).list;

/** Looks for everything that an account was told. */
async function look(api: ApiProcess, account: Account): Promise<Missing> {
  const state: Missing = { lost: [], doubled: [] };
  const { email } = account;
  const token = await signIn(api, email);
  const { list: orders } = await api.call<{ list: { order_no: string; status: string }[] }>(
    'GET',
    '/order/list',
    { page_size: '100' },
    { token },
  );
  const licences = await licencesOf(api, token);
  for (const [no, told] of Object.entries(account.orders)) {
    const found = orders.find(({ order_no }) => order_no === no);
    const licenceCount = licences.filter(({ order_no }) => order_no === no).length;
    if (!found || (told === 'paid' && found.status !== 'paid')) state.lost.push(`order ${no} (${told})`);
    // What is paid has its one licence, whoever heard of it.
    if (found?.status === 'paid' && licenceCount !== 1) {
      (licenceCount > 1 ? state.doubled : state.lost).push(`licence of ${no} × ${licenceCount}`);
    }
  }
  if (orders.length > account.asked)
    state.doubled.push(`orders of ${email}: ${orders.length} of ${account.asked}`);
  for (const [id, fingerprint] of Object.entries(account.binds)) {
    const server = licences.find((licence) => licence.id === Number(id))?.server;
    if (server?.fingerprint !== fingerprint) state.lost.push(`bind of licence ${id}`);
  }
  if (account.feedback.length > 0) {
    const { list } = await api.call<{ list: { no: string }[] }>('GET', '/feedback/my', {}, { token });
    for (const no of account.feedback) {
      if (!list.some((ticket) => ticket.no === no)) state.lost.push(`feedback ${no}`);
    }
  }
  return state;
}

/** A mail that was on its way when its process was killed: taken over at the start, or after its silence. */
const MAIL_LIMIT = 90_000;

/** Looks for every code that was said to be on its way, in the end, once nobody kills any more. */
async function lookForMails(ground: Ground, owed: readonly string[]): Promise<Missing> {
  const found: Missing = { lost: [], doubled: [] };
  const api = await Api.start(ground.dataDir, envOf(ground));
  try {
    const begun = Date.now();
    let waiting = [...owed];
    while (waiting.length > 0 && Date.now() - begun < MAIL_LIMIT) {
      const missing: string[] = [];
      for (const email of waiting) {
        const codes = (await mailsTo(api, email)).filter(({ text }) => /\b\d{6}\b/.test(text));
        if (codes.length === 0) missing.push(email);
        if (codes.length > 1) found.doubled.push(`mail to ${email} × ${codes.length}`);
      }
      waiting = missing;
      if (waiting.length > 0) await pause(2_000);
    }
    found.lost = waiting.map((email) => `mail to ${email}`);
    console.log(
      `${owed.length - waiting.length} of ${owed.length} mails there ${Math.round((Date.now() - begun) / 1000)} s after the last start`,
    );
  } finally {
    await api.end();
  }
  return found;
}

const sum = ({ accounts }: Acknowledged, count: (account: Account) => number): number =>
  accounts.reduce((total, account) => total + count(account), 0);

const counts = {
  orders: ({ orders }: Account) => Object.keys(orders).length,
  paid: ({ orders }: Account) => Object.values(orders).filter((told) => told === 'paid').length,
  binds: ({ binds }: Account) => Object.keys(binds).length,
  feedback: ({ feedback }: Account) => feedback.length,
};

/** Everything that somebody was told is done. */
const told = (acknowledged: Acknowledged): number =>
  acknowledged.codes.length +
  acknowledged.accounts.length +
  Object.values(counts).reduce((total, count) => total + sum(acknowledged, count), 0);

/** Resolves at a moment of chance while the writers are at work. */
async function momentToKill(acknowledged: Acknowledged): Promise<void> {
  const enough = randomInt(...KILL_AFTER);
  const end = Date.now() + KILL_LIMIT;
  while (told(acknowledged) < enough && Date.now() < end) await pause(KILL_LOOK);
  await pause(randomInt(100));
}

const TRIES = 5;
/** A machine that is busy may answer 503 in between: that is no loss. */
async function patiently(what: string, attempt: () => Promise<Missing>): Promise<Missing> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRIES) return { lost: [`${what}: ${(error as Error).message}`], doubled: [] };
      await pause(2_000);
    }
  }
}

/** One round: writers at work, kill -9 at a moment of chance, start again, look for everything acknowledged. */
async function crashRound(ground: Ground, state: CrashState, owed: string[]): Promise<void> {
  const acknowledged: Acknowledged = { codes: [], accounts: [] };
  const api = await Api.start(ground.dataDir, envOf(ground));
  const writers = Promise.all(Array.from({ length: WRITERS }, () => writeUntilGone(api, acknowledged)));
  await momentToKill(acknowledged);
  await api.kill();
  await writers;

  const again = await Api.start(ground.dataDir, envOf(ground));
  try {
    owed.push(...acknowledged.codes);
    for (const account of acknowledged.accounts) {
      const { lost, doubled } = await patiently(account.email, () => look(again, account));
      state.lost.push(...lost);
      state.doubled.push(...doubled);
    }
  } finally {
    await again.end();
  }
  state.accounts += acknowledged.accounts.length;
  state.codes += acknowledged.codes.length;
  for (const [what, count] of Object.entries(counts)) {
    state[what as keyof typeof counts] += sum(acknowledged, count);
  }
  console.log(
    `${acknowledged.accounts.length} accounts, ${acknowledged.codes.length} codes in this round; in all ${state.orders} orders (${state.paid} paid), ${state.binds} binds, ${state.feedback} feedbacks; ${state.lost.length} lost, ${state.doubled.length} doubled`,
  );
}

export async function crash(count: number, deadline: number, postgres: boolean): Promise<boolean> {
  return withGround(postgres, async (ground) => {
    const name = postgres ? 'crash-postgres' : 'crash-pglite';
    const begin: CrashState = {
      rounds: 0,
      accounts: 0,
      codes: 0,
      orders: 0,
      paid: 0,
      binds: 0,
      feedback: 0,
      lost: [],
      doubled: [],
    };
    const owed: string[] = [];
    const { state, done } = await rounds(name, { count, deadline, begin }, (found) =>
      crashRound(ground, found, owed),
    );
    const mails = await lookForMails(ground, owed);
    state.lost.push(...mails.lost);
    state.doubled.push(...mails.doubled);
    for (const line of [...state.lost, ...state.doubled]) console.log(line);
    const findings = new Findings();
    findings.check(
      state.accounts > 0 && state.paid > 0 && state.binds > 0,
      `${state.rounds} kills under writers`,
    );
    findings.check(state.lost.length === 0, `nothing of what was acknowledged is lost`);
    findings.check(state.doubled.length === 0, 'nothing is there twice');
    return done && findings.good;
  });
}
