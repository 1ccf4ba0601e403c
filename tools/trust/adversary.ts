import { deactivate, makeRequest, newClient, type Receipt } from '../licence/client-state.ts';
import type { LicenceFile } from '../licence/licence-file.ts';
import { ApiProcess } from './api-process.ts';
import { compareAddresses } from './accounts.ts';
import { attackCaptcha } from './captcha.ts';
import { Findings } from './statistics.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';
import {
  createOrder,
  newPerson,
  paidOrder,
  SEED_PASSWORD,
  signIn,
  someAddress,
  someServer,
} from './people.ts';
import { PASSWORD, solvedCaptcha } from './registration.ts';

export interface Scenario {
  /** The claim to test. */
  about: string;
  /** Runs the attack on an API in test mode, and prints the results with figures. */
  run(attack: Attack): Promise<void>;
}

export interface Attack {
  api: ApiProcess;
  findings: Findings;
  /** Number of repetitions, if a scenario measures. */
  rounds: number;
  deadline: number;
}

/** Pictures of the short form; `npm run trust -- captcha` uses more. */
const PICTURES = 50;

/** The attacks of a capable adversary. A new scenario is one more row. */
const SCENARIOS: Record<string, Scenario> = {
  // Before those that move the clock: payment notifications carry the machine's time.
  'self-dealing': {
    about: 'an operator decides nothing about an order, a payment or a role of their own',
    run: selfDealing,
  },
  'offline licence twice': {
    about: 'a licence whose file is on a server without network runs on no second one',
    run: licenceTwice,
  },
  lockout: {
    about: 'three strangers keep the owner neither from a known device nor from a mail to reset',
    run: lockOut,
  },
  enumeration: {
    about: 'known and unknown addresses answer alike in words, medians within 10 %',
    run: ({ api, findings, rounds, deadline }) => compareAddresses(api, findings, rounds, deadline),
  },
  captcha: {
    about: `solvers and guesses against ${PICTURES} sliders, in short`,
    run: ({ api, findings, deadline }) => attackCaptcha(api, findings, PICTURES, deadline),
  },
};

/** All scenarios on the same API; an exception is a finding, and the next scenario runs. */
export async function adversary(rounds: number, deadline: number, postgres: boolean): Promise<boolean> {
  return withTestEnvironment(postgres, async (environment) => {
    const findings = new Findings();
    const api = await ApiProcess.start(environment.dataDir, processEnv(environment));
    try {
      for (const [name, { about, run }] of Object.entries(SCENARIOS)) {
        console.log(`\n${name}: ${about}`);
        await run({ api, findings, rounds, deadline }).catch((error: unknown) =>
          findings.check(false, `${name} ended early: ${String(error)}`),
        );
      }
      return findings.good;
    } finally {
      await api.end();
    }
  });
}

/** Minutes of the process's clock. */
async function wait(api: ApiProcess, minutes: number): Promise<void> {
  await fetch(`${api.origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: minutes * 60_000 }),
  });
}

/** Hours that the attackers continue. */
const SIEGE = 6;

/** Signs in like a browser, with its cookie; returns the code and the cookie. */
async function signInWith(api: ApiProcess, email: string, address: string, cookie = '') {
  const response = await fetch(`${api.origin}/api/user_auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify({ email, password: PASSWORD, agree: true }),
  });
  const { code } = (await response.json()) as { code: string };
  return { code, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? cookie };
}

async function lockOut({ api, findings }: Attack): Promise<void> {
  const { email } = await newPerson(api);
  const first = await signInWith(api, email, someAddress());
  const strangers = [someAddress(), someAddress(), someAddress()];
  let tries = 0;
  let checked = 0;
  let refusedOwner = 0;
  let attempts = 0;
  let mails = 0;
  for (let round = 0; round < SIEGE * 20; round += 1) {
    const address = strangers[round % 3] ?? '';
    const captcha_ticket = await solvedCaptcha(api, 'login', address);
    const data = { email, password: 'Not-the-one7', agree: true, captcha_ticket };
    const answer = await api.ask('POST', '/user_auth/login', { data, address });
    tries += 1;
    if (answer.code === 'CREDENTIALS_INVALID') checked += 1;
    const ticket = await solvedCaptcha(api, 'send_email', address);
    const mail = { email, scene: 'AUTH_RESET_PWD', captcha_ticket: ticket };
    const sent = await api.ask('POST', '/user_auth/send_email', { data: mail, address });
    if (sent.status === 200) mails += 1;
    if (round % 20 === 19) {
      attempts += 1;
      // Another network each time: only the device is known.
      const { code } = await signInWith(api, email, someAddress(), first.cookie);
      if (code !== 'OK') refusedOwner += 1;
    }
    await wait(api, 3);
  }
  findings.check(
    refusedOwner === 0,
    `${tries} wrong passwords of three strangers in ${SIEGE} hours, ${checked} checked: a known device was refused ${refusedOwner} of ${attempts} times`,
  );
  const address = someAddress();
  const ticket = await solvedCaptcha(api, 'send_email', address);
  const data = { email, scene: 'AUTH_RESET_PWD', captcha_ticket: ticket };
  const own = await api.ask('POST', '/user_auth/send_email', {
    data,
    address,
    headers: { cookie: first.cookie },
  });
  findings.check(
    own.status === 200,
    `${mails} mails for strangers, and one for the owner's device: ${own.code}`,
  );
}

/** Maximum rounds of a scenario that measures nothing: each creates an account or orders. */
const ROUNDS_MAX = 10;

async function selfDealing({ api, findings, rounds }: Attack): Promise<void> {
  const email = 'operator@yunduo.test';
  const token = await signIn(api, email, SEED_PASSWORD);
  const codes: string[] = [];
  const decide = async (url: string, data: object): Promise<void> => {
    codes.push((await api.ask('POST', url, { data, token })).code);
  };
  let moved = 0;
  const expects = async (order_no: string, status: string): Promise<void> => {
    const now = await api.call<{ status: string }>('GET', '/order/detail', { order_no }, { token });
    if (now.status !== status) moved += 1;
  };
  for (let round = 0; round < Math.min(rounds, ROUNDS_MAX); round += 1) {
    const { order_no, amount } = await createOrder(api, token);
    await api.call('POST', '/order/pay', { order_no, provider: 'bank_transfer' }, { token });
    await decide('/admin_order/confirm_transfer', { order_no, amount, reference: `SELF-${round}` });
    await expects(order_no, 'pending');
    // A buyer may have only a few open orders.
    await api.call('POST', '/order/cancel', { order_no }, { token });
    const paid = await paidOrder(api, token);
    const input = { order_no: paid.order_no, reason: 'changed my mind' };
    await api.call('POST', '/order/refund_request', input, { token });
    await decide('/admin_order/refund_decide', { order_no: paid.order_no, approve: true, note: '' });
    await expects(paid.order_no, 'refund_requested');
    await decide('/admin_user/role', { email, role: 'reviewer', granted: true });
    await decide('/admin_user/role', { email, role: 'admin', granted: true });
  }
  const through = codes.filter((code) => code === 'OK').length;
  const messages = [...new Set(codes)].toSorted();
  findings.check(
    through === 0 &&
      moved === 0 &&
      messages.every((code) => ['CONFLICT_OF_INTEREST', 'FORBIDDEN'].includes(code)),
    `${codes.length} decisions of an operator about themselves: ${through} taken, ${moved} orders moved; answered ${messages.join(', ')}`,
  );
}

/** Minutes after which the limit of moves between servers no longer applies. */
const LATER = 3 * 24 * 60;

async function licenceTwice({ api, findings, rounds }: Attack): Promise<void> {
  const stranger = await newPerson(api);
  const wrong = new Set<string>();
  const heard = new Set<string>();
  let [rejected, taken] = [0, 0];
  const now = async (): Promise<Date> => new Date((await api.dev<{ now: string }>('/clock')).now);

  /**
   * A licence whose file is on a server: tries every move without the receipt; returns the move with it, and
   * the next one.
   */
  const handOut = async (): Promise<() => Promise<() => Promise<void>>> => {
    const { token } = await newPerson(api);
    const { id, code } = await paidOrder(api, token);
    const move = async (what: string, expected: string, url: string, data: object): Promise<string> => {
      const answer = await api.ask<{ file?: string }>('POST', `/auth_code/${url}`, { data, token });
      if (answer.code !== expected) wrong.add(`${what}: ${answer.code}`);
      if (answer.code === 'OK') taken += 1;
      else {
        rejected += 1;
        heard.add(answer.code);
      }
      return answer.data?.file ?? '';
    };
    const requestOf = async (client: ReturnType<typeof newClient>) => ({
      request: JSON.stringify(makeRequest(client, { code, serverName: 'db-1', now: await now() })),
    });
    const leaving = (receipt?: Receipt) => ({
      id,
      reason: 'moving',
      ...(receipt && { receipt: JSON.stringify(receipt) }),
    });
    const online = { code, server_name: 'web-2', fingerprint: someServer() };
    const first = newClient(someServer());
    const request = await requestOf(first);
    const file = JSON.parse(await move('first file', 'OK', 'offline_request', request)) as LicenceFile;

    await move('bound on a second server', 'LICENCE_BOUND', 'bind', online);
    await move(
      'a file for a second server',
      'LICENCE_BOUND',
      'offline_request',
      await requestOf(newClient(someServer())),
    );
    await move('unbound without a receipt', 'LICENCE_FILE_OUT', 'unbind', leaving());
    await move('handed on without a receipt', 'LICENCE_TRANSFER_BOUND', 'transfer', {
      id,
      to_email: stranger.email,
    });
    const impostor = newClient(first.fingerprint);
    const claimed = { ...file, client_key: impostor.client_key };
    const { receipt: forged } = deactivate(impostor, claimed, await now());
    await move('unbound with the receipt of another client', 'RECEIPT_FOREIGN', 'unbind', leaving(forged));
    const dressed = { ...forged, client_key: first.client_key };
    await move('unbound with a forged receipt', 'RECEIPT_INVALID', 'unbind', leaving(dressed));

    return async () => {
      const { receipt } = deactivate(first, file, await now());
      await move('unbound with its receipt', 'OK', 'unbind', leaving(receipt));
      await move('the request from before the receipt', 'OFFLINE_KEY_ENDED', 'offline_request', request);
      const next = newClient(someServer());
      await move('a file for the next server', 'OK', 'offline_request', await requestOf(next));
      return async () => {
        await move('unbound with the receipt of before', 'RECEIPT_USED', 'unbind', leaving(receipt));
        await move('bound online beside the next file', 'LICENCE_BOUND', 'bind', online);
      };
    };
  };
  const out: Awaited<ReturnType<typeof handOut>>[] = [];
  const again: (() => Promise<void>)[] = [];
  const licences = Math.min(rounds, ROUNDS_MAX);
  for (let round = 0; round < licences; round += 1) out.push(await handOut());
  await wait(api, LATER);
  for (const moveOn of out) again.push(await moveOn());
  await wait(api, LATER);
  for (const replay of again) await replay();
  findings.check(
    wrong.size === 0,
    `${licences} licences with a file on a server: ${rejected} moves refused (${[...heard].toSorted().join(', ')}), ${taken} taken with what they need${wrong.size > 0 ? `; WRONG: ${[...wrong].join('; ')}` : ''}`,
  );
}
