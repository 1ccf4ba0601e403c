import { randomBytes } from 'node:crypto';
import type { Answered } from './api-process.ts';
import { ApiProcess } from './api-process.ts';
import { Findings } from './statistics.ts';
import { processEnv, withTestEnvironment } from './test-env.ts';
import {
  beginPayment,
  createOrder,
  newDeveloper,
  newPerson,
  paidOrder,
  SEED_PASSWORD,
  signedNotice,
  signIn,
  someAddress,
  someServer,
} from './people.ts';
import type { Person } from './people.ts';
import { rounds } from './progress.ts';

interface RaceState {
  rounds: number;
  /** Results that differ from the expectation. */
  faults: string[];
}

interface Field {
  /** Two processes on one database. */
  both: readonly [ApiProcess, ApiProcess];
  operator: string;
  /** Accounts of this round: a hundred concurrent calls reach the hourly limit of one account. */
  buyers: readonly Person[];
  developers: readonly Person[];
}

/** Sends this many concurrent calls, half to each process. */
async function atOnce(
  { both }: Field,
  count: number,
  ask: (api: ApiProcess, place: number) => Promise<Answered>,
): Promise<Answered[]> {
  return Promise.all(Array.from({ length: count }, (_, place) => ask(both[place % 2 === 0 ? 0 : 1], place)));
}

const tally = (answers: readonly Answered[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers)
    counts[`${status} ${code}`] = (counts[`${status} ${code}`] ?? 0) + 1;
  return counts;
};

/** Describes the fault of a race; null if exactly this many won and no response was a 5xx. */
function fault(name: string, answers: readonly Answered[], winners = 1): string | null {
  const won = answers.filter(({ status }) => status === 200).length;
  const broken = answers.some(({ status }) => status >= 500);
  return won === winners && !broken ? null : `${name}: ${JSON.stringify(tally(answers))}`;
}

type Race = (field: Field) => Promise<(string | null)[]>;

/** One single-use invitation, fifty visitors. */
const invitation: Race = async (field) => {
  const [api] = field.both;
  const made = await api.call<{ id: number; code: string }>(
    'POST',
    '/admin_invite/create',
    { uses: 1, note: 'race' },
    { token: field.operator },
  );
  const releases = await api.call<{ protocol: { id: string; version: string } }>(
    'GET',
    '/client_download/releases',
  );
  const claim = {
    invitation_code: made.code,
    platform: 'windows-x64',
    protocol_id: releases.protocol.id,
    protocol_version: releases.protocol.version,
    agree: true,
  };
  const answers = await atOnce(field, 50, (one) =>
    one.ask('POST', '/client_download/claim', { data: claim, address: someAddress() }),
  );
  return [fault('invitation', answers)];
};

/** One licence, a hundred servers. */
const licence: Race = async (field) => {
  const [api] = field.both;
  const { token } = field.buyers[0] as Person;
  const { id, code } = await paidOrder(api, token);
  const answers = await atOnce(field, 100, (one) => {
    const data = { code, server_name: 'race', fingerprint: someServer() };
    return one.ask('POST', '/auth_code/bind', { data, token });
  });
  const { state } = await api.call<{ state: string }>('GET', '/auth_code/detail', { id }, { token });
  return [fault('licence', answers), state === 'unused' ? 'licence: bound to nobody' : null];
};

/** One payment, fifty notifications. */
const payment: Race = async (field) => {
  const [api] = field.both;
  const { token } = field.buyers[1] as Person;
  const order = await createOrder(api, token);
  const notice = await beginPayment(api, token, order);
  const answers = await atOnce(field, 50, (one) =>
    one.ask('POST', '/pay_notify/sandbox', signedNotice(notice)),
  );
  const taken = answers.filter(
    ({ data }) => (data as { result?: string } | null)?.result === 'accepted',
  ).length;
  const detail = await api.call<{ status: string; licences: unknown[] }>(
    'GET',
    '/order/detail',
    { order_no: order.order_no },
    { token },
  );
  return [
    fault('payment', answers, 50),
    taken === 1 ? null : `payment: accepted ${taken} times`,
    detail.status === 'paid' && detail.licences.length === 1
      ? null
      : `payment: ${detail.status} with ${detail.licences.length} licences`,
  ];
};

/** One refund, requested fifty times, then decided fifty times. */
const refund: Race = async (field) => {
  const [api] = field.both;
  const { token } = field.buyers[2] as Person;
  const order = await paidOrder(api, token);
  const input = { order_no: order.order_no, reason: 'Bought one too many.' };
  const requests = await atOnce(field, 50, (one) =>
    one.ask('POST', '/order/refund_request', { data: input, token }),
  );
  const decision = { order_no: order.order_no, approve: true };
  const decided = await atOnce(field, 50, (one) =>
    one.ask('POST', '/admin_order/refund_decide', { data: decision, token: field.operator }),
  );
  const detail = await api.call<{ status: string }>(
    'GET',
    '/order/detail',
    { order_no: order.order_no },
    { token },
  );
  const own = await api.call<{ state: string }>('GET', '/auth_code/detail', { id: order.id }, { token });
  return [
    fault('refund request', requests),
    fault('refund decision', decided),
    detail.status === 'refunded' ? null : `refund: the order is ${detail.status}`,
    own.state === 'revoked' ? null : `refund: the licence is ${own.state}`,
  ];
};

/** One name, fifty new apps of two developers. */
const name: Race = async (field) => {
  const word = `Race ${randomBytes(4).toString('hex')}`;
  const answers = await atOnce(field, 50, (one, place) =>
    one.ask('POST', '/dev_app/save', {
      data: { name: { zh: word, en: word } },
      token: field.developers[place % 2]?.token ?? '',
    }),
  );
  return [fault('app name', answers)];
};

const RACES: Record<string, Race> = { invitation, licence, payment, refund, name };

/** Everything that must exist once, over HTTP against two processes on one PostgreSQL. */
export async function races(count: number, deadline: number): Promise<boolean> {
  return withTestEnvironment(true, async (environment) => {
    const first = await ApiProcess.start(environment.dataDir, processEnv(environment));
    const second = await ApiProcess.start(environment.dataDir, processEnv(environment));
    try {
      const both = [first, second] as const;
      const operator = await signIn(first, 'operator@yunduo.test', SEED_PASSWORD);
      const begin: RaceState = { rounds: 0, faults: [] };
      const { state, done } = await rounds('races', { count, deadline, begin }, async (found) => {
        const field: Field = {
          both,
          operator,
          buyers: [await newPerson(first), await newPerson(first), await newPerson(first)],
          developers: [await newDeveloper(first), await newDeveloper(second)],
        };
        for (const [key, race] of Object.entries(RACES)) {
          const errors = await race(field).catch((error: Error) => [`${key}: ${error.message}`]);
          found.faults.push(...errors.flatMap((one) => one ?? []));
        }
        console.log(`round ${found.rounds + 1}: ${found.faults.length} faults so far`);
      });
      const findings = new Findings();
      for (const race of Object.keys(RACES)) {
        const errors = state.faults.filter(
          (one) => one.startsWith(race) || (race === 'name' && one.startsWith('app name')),
        );
        findings.check(
          errors.length === 0,
          `${race}: ${state.rounds} rounds, exactly one winner each, sums balance, no 5xx`,
        );
        for (const line of errors) console.log(`  ${line}`);
      }
      return done && findings.good;
    } finally {
      await Promise.all([first.end(), second.end()]);
    }
  });
}
