import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiProcess } from './api-process.ts';
import { Findings, rounds } from './statistics.ts';
import { processEnv, withTestEnvironment, type TestEnvironment } from './test-env.ts';
import {
  beginPayment,
  createOrder,
  signedNotice,
  signIn,
  someServer,
  isAlive,
  mailsTo,
  registerOne,
  solvedCaptcha,
} from './people.ts';

/** Existing accounts continue writing across every kill; the others register first, within the limits. */
const REGULARS = 5;
const NEWCOMERS = 3;
/**
 * The kill comes after this many acknowledged writes, however busy the machine is, but never later than the
 * limit in ms.
 */
const KILL_AFTER = [1, 60] as const;
const KILL_LIMIT = 30_000;
const KILL_LOOK = 20;
/** The hourly limits of orders and of feedback per account. */
const ORDERS_EACH = 20;
const FEEDBACK_EACH = 4;

interface Account {
  email: string;
  /** A session outlives the process that opened it. */
  token: string;
  /** Order numbers, by the last acknowledged status. */
  orders: Record<string, 'created' | 'paid'>;
  /** Fingerprints by licence. */
  binds: Record<string, string>;
  /** Requested orders, answered or not: there must not be more. */
  asked: number;
  feedback: string[];
}

interface Acknowledged {
  /** Addresses for which the API acknowledged a code. */
  codes: string[];
  accounts: Account[];
}

interface Missing {
  lost: string[];
  doubled: string[];
}

type Tally = Record<'codes' | 'accounts' | 'orders' | 'paid' | 'binds' | 'feedback', number>;

type CrashState = Missing & Tally;

/**
 * One writer: orders, pays, binds and sends feedback until the API is gone; registers first if it has no
 * account.
 */
async function writeUntilGone(
  api: ApiProcess,
  acknowledged: Acknowledged,
  regular: Account | null,
): Promise<void> {
  let account = regular;
  for (;;) {
    try {
      if (!account || account.asked >= ORDERS_EACH) account = await join(api, acknowledged);
      await buy(api, account);
      if (account.feedback.length < FEEDBACK_EACH) await writeIn(api, account);
    } catch {
      // A write without an acknowledgement promises nothing.
      if (!(await isAlive(api))) return;
    }
  }
}

async function join(api: ApiProcess, acknowledged: Acknowledged): Promise<Account> {
  const email = await registerOne(api, (address) => acknowledged.codes.push(address));
  const account: Account = { email, token: '', orders: {}, binds: {}, asked: 0, feedback: [] };
  acknowledged.accounts.push(account);
  account.token = await signIn(api, email);
  return account;
}

async function buy(api: ApiProcess, account: Account): Promise<void> {
  const { token } = account;
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

async function writeIn(api: ApiProcess, account: Account): Promise<void> {
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
    { token: account.token, address },
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

/** Verifies everything that was acknowledged to an account. */
async function look(api: ApiProcess, account: Account): Promise<Missing> {
  const state: Missing = { lost: [], doubled: [] };
  const { email } = account;
  // An account killed between registration and sign-in has no session yet.
  account.token ||= await signIn(api, email);
  const { token } = account;
  const { list: orders } = await api.call<{ list: { order_no: string; status: string }[] }>(
    'GET',
    '/order/list',
    { page_size: '100' },
    { token },
  );
  const licences = await licencesOf(api, token);
  for (const [no, reported] of Object.entries(account.orders)) {
    const found = orders.find(({ order_no }) => order_no === no);
    const licenceCount = licences.filter(({ order_no }) => order_no === no).length;
    if (!found || (reported === 'paid' && found.status !== 'paid'))
      state.lost.push(`order ${no} (${reported})`);
    // A paid order has exactly one licence, acknowledged or not.
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

/** An email in progress when its process was killed: taken over at the start, or after its lease. */
const MAIL_LIMIT = 90_000;

/** Verifies everything after the last kill: every acknowledged code, and every account. */
async function lookInTheEnd(
  environment: TestEnvironment,
  { codes: owed, accounts }: Acknowledged,
): Promise<Missing> {
  const found: Missing = { lost: [], doubled: [] };
  const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
  try {
    const startedAt = Date.now();
    let waiting = [...owed];
    while (waiting.length > 0 && Date.now() - startedAt < MAIL_LIMIT) {
      const missing: string[] = [];
      for (const email of waiting) {
        const codes = (await mailsTo(api, email)).filter(({ text }) => /\b\d{6}\b/.test(text));
        if (codes.length === 0) missing.push(email);
        if (codes.length > 1) found.doubled.push(`mail to ${email} × ${codes.length}`);
      }
      waiting = missing;
      if (waiting.length > 0) await pause(2_000);
    }
    found.lost.push(...waiting.map((email) => `mail to ${email}`));
    console.log(
      `${owed.length - waiting.length} of ${owed.length} mails there ${Math.round((Date.now() - startedAt) / 1000)} s after the last start`,
    );
    await lookAtAll(api, accounts, found);
  } finally {
    await api.end();
  }
  return found;
}

async function lookAtAll(api: ApiProcess, accounts: readonly Account[], found: Missing): Promise<void> {
  for (const account of accounts) {
    const { lost, doubled } = await patiently(account.email, () => look(api, account));
    found.lost.push(...lost);
    found.doubled.push(...doubled);
  }
}

/** The number of acknowledged writes. */
function tally({ codes, accounts }: Acknowledged): Tally {
  const sum = (count: (account: Account) => number): number =>
    accounts.reduce((total, account) => total + count(account), 0);
  return {
    codes: codes.length,
    accounts: accounts.length,
    orders: sum(({ orders }) => Object.keys(orders).length),
    paid: sum(({ orders }) => Object.values(orders).filter((reported) => reported === 'paid').length),
    binds: sum(({ binds }) => Object.keys(binds).length),
    feedback: sum(({ feedback }) => feedback.length),
  };
}
const reported = (acknowledged: Acknowledged): number =>
  Object.values(tally(acknowledged)).reduce((total, count) => total + count, 0);

/** Resolves at a random moment while the writers are at work. */
async function momentToKill(acknowledged: Acknowledged): Promise<void> {
  const enough = reported(acknowledged) + randomInt(...KILL_AFTER);
  const end = Date.now() + KILL_LIMIT;
  while (reported(acknowledged) < enough && Date.now() < end) await pause(KILL_LOOK);
  await pause(randomInt(100));
}

const TRIES = 5;
/** A busy machine may answer 503 in between, which is not a loss. */
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

/** One round: writers at work, kill -9 at a random moment, restart, verify everything acknowledged. */
async function crashRound(
  environment: TestEnvironment,
  state: CrashState,
  acknowledged: Acknowledged,
): Promise<void> {
  const before = tally(acknowledged);
  const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
  // The newest accounts: one that has reached the order limit pauses.
  const regulars = acknowledged.accounts
    .filter(({ token, asked }) => token !== '' && asked < ORDERS_EACH)
    .slice(-REGULARS);
  const everybody = [...regulars, ...Array<null>(NEWCOMERS + REGULARS - regulars.length).fill(null)];
  const writers = Promise.all(everybody.map((regular) => writeUntilGone(api, acknowledged, regular)));
  await momentToKill(acknowledged);
  await api.kill();
  await writers;

  const again = await ApiProcess.start(environment.dataDir, processEnv(environment));
  try {
    // The accounts that took part in this round.
    await lookAtAll(again, acknowledged.accounts.slice(-(REGULARS + NEWCOMERS) * 2), state);
  } finally {
    await again.end();
  }
  for (const [what, count] of Object.entries(tally(acknowledged)) as [keyof Tally, number][]) {
    state[what] += count - before[what];
  }
  console.log(
    `${state.codes} codes, ${state.accounts} accounts, ${state.orders} orders (${state.paid} paid), ${state.binds} binds, ${state.feedback} feedbacks acknowledged so far; ${state.lost.length} lost, ${state.doubled.length} doubled`,
  );
}

export async function crash(count: number, deadline: number, postgres: boolean): Promise<boolean> {
  return withTestEnvironment(postgres, async (environment) => {
    const acknowledged: Acknowledged = { codes: [], accounts: [] };
    const state: CrashState = { ...tally(acknowledged), lost: [], doubled: [] };
    const done = await rounds(count, deadline, () => crashRound(environment, state, acknowledged));
    const end = await lookInTheEnd(environment, acknowledged);
    // A loss in an earlier round remains a loss.
    const lost = new Set([...state.lost, ...end.lost]);
    const doubled = new Set([...state.doubled, ...end.doubled]);
    for (const line of [...lost, ...doubled]) console.log(line);
    const findings = new Findings();
    findings.check(state.accounts > 0 && state.paid > 0 && state.binds > 0, `${done} kills under writers`);
    findings.check(lost.size === 0, 'nothing of what was acknowledged is lost');
    findings.check(doubled.size === 0, 'nothing is there twice');
    return done === count && findings.good;
  });
}
