import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { solveSliderWork, type SliderWork } from '@yunduo/api-contract/proof-of-work';
import type { ApiClient } from './api-process.ts';

export const PASSWORD = 'Harbour-light7';

interface Mail {
  to: string;
  text: string;
}

export const mailsTo = async (api: ApiClient, email: string): Promise<Mail[]> =>
  (await api.dev<Mail[]>(`/mail.json?to=${encodeURIComponent(email)}`)).filter(({ to }) =>
    to.includes(email),
  );

const MAIL_TRIES = 100;
const MAIL_PAUSE = 50;

/** Emails are sent after their transaction: waits for one, with a limit. */
async function awaitMail(api: ApiClient, email: string): Promise<Mail[]> {
  for (let attempt = 0; attempt < MAIL_TRIES; attempt += 1) {
    const mails = await mailsTo(api, email);
    if (mails.length) return mails;
    await pause(MAIL_PAUSE);
  }
  return [];
}

const TRIES = 5;

/** Milliseconds. */
const FASTEST = 300;

interface Drawn {
  challenge_id: string;
  /** Missing from the API of an earlier version. */
  work?: SliderWork;
}

/** A captcha ticket, with the solution from test mode; a busy machine may reject new pictures. */
export async function solvedCaptcha(api: ApiClient, scene: string, address: string): Promise<string> {
  let drawn = await api.ask<Drawn>('POST', '/captcha/challenge', {
    data: { scene },
    address,
  });
  for (let tries = 1; drawn.status === 503 && tries < TRIES; tries += 1) {
    await pause(1_000);
    drawn = await api.ask<Drawn>('POST', '/captcha/challenge', {
      data: { scene },
      address,
    });
  }
  if (drawn.status !== 200) throw new Error(`/captcha/challenge: ${drawn.status} ${drawn.code}`);
  // Counted from the response on: by the server's clock it is longer, including the time that the request
  // waited.
  const seen = performance.now();
  const { challenge_id, work } = drawn.data;
  const { x } = await api.dev<{ x: number }>(`/captcha/${challenge_id}`);
  const answer = {
    challenge_id,
    x,
    track: [
      [0, 0, 0],
      [x, 0, 900],
    ],
    duration_ms: 900,
    input: 'keyboard',
    proof: work && solveSliderWork(work, work.parts_without_track),
  };
  // The server rejects an answer that is faster than a person.
  await pause(Math.max(0, FASTEST - (performance.now() - seen)));
  return (await api.call<{ ticket: string }>('POST', '/captcha/verify', answer, address)).ticket;
}

/** Registers a visitor with a code from the mailbox; `told` is called when the code is acknowledged. */
export async function registerOne(
  api: ApiClient,
  reported: (email: string) => void = () => undefined,
): Promise<string> {
  const email = `crash-${randomBytes(8).toString('hex')}@example.com`;
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const captcha_ticket = await solvedCaptcha(api, 'send_email', address);
  await api.call(
    'POST',
    '/user_auth/send_email',
    { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket },
    address,
  );
  reported(email);
  const [mail] = await awaitMail(api, email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  const account = { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true };
  await api.call('POST', '/user_auth/register', account, address);
  return email;
}

/** True if the process still answers; a rejection is an answer. */
export const isAlive = (api: ApiClient): Promise<boolean> =>
  fetch(`${api.origin}/api/health/live`).then(
    () => true,
    () => false,
  );
