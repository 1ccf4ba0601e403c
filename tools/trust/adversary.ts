import { ApiProcess } from './api-process.ts';
import { compareAddresses } from './accounts.ts';
import { Findings } from './figures.ts';
import { envOf, withGround } from './ground.ts';
import { newPerson, someAddress } from './people.ts';
import { PASSWORD, solvedCaptcha } from './registration.ts';

export interface Scenario {
  /** What must hold. */
  about: string;
  /** Tries it on a running API of test mode, and prints what held with its figures. */
  run(attack: Attack): Promise<void>;
}

export interface Attack {
  api: ApiProcess;
  findings: Findings;
  /** How often, where a scenario measures. */
  rounds: number;
  deadline: number;
}

/** What a clever adversary tries. A new scenario is one more row. */
const SCENARIOS: Record<string, Scenario> = {
  lockout: {
    about: 'three strangers keep the owner neither from a known device nor from a mail to reset',
    run: lockOut,
  },
  enumeration: {
    about: 'known and unknown addresses answer alike in words, medians within 10 %',
    run: ({ api, findings, rounds, deadline }) => compareAddresses(api, findings, rounds, deadline),
  },
};

/** All scenarios, each on the same API; one that breaks is a finding, and the next one goes on. */
export async function adversary(rounds: number, deadline: number, postgres: boolean): Promise<boolean> {
  return withGround(postgres, async (ground) => {
    const findings = new Findings();
    const api = await ApiProcess.start(ground.dataDir, envOf(ground));
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

/** Hours that the strangers go on. */
const SIEGE = 6;

/** Signs in as a browser does, with the cookie that it keeps; answers the code and the cookie. */
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
  let asked = 0;
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
      asked += 1;
      // Another network each time: the device alone is known.
      const { code } = await signInWith(api, email, someAddress(), first.cookie);
      if (code !== 'OK') refusedOwner += 1;
    }
    await wait(api, 3);
  }
  findings.check(
    refusedOwner === 0,
    `${tries} wrong passwords of three strangers in ${SIEGE} hours, ${checked} checked: a known device was refused ${refusedOwner} of ${asked} times`,
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
