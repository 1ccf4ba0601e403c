import { captcha, userAuth, type User } from '@yunduo/api-contract';
import { solveSliderWork, type SliderWork } from '@yunduo/api-contract/proof-of-work';
import { CAPTCHA, type CaptchaScene, type EmailScene } from '@yunduo/validation';
import { after } from '../clock.ts';
import { captchaTickets } from '../db/schema/index.ts';
import { solutionOf } from '../modules/captcha/service.ts';
import { createAccount, presentUser } from '../modules/auth/accounts.ts';
import { hashPassword } from '../modules/auth/passwords.ts';
import { openSession } from '../modules/auth/sessions.ts';
import { hashToken, newToken } from '../modules/codes/tokens.ts';
import type { Caller, TestApp } from './app.ts';

export const PASSWORD = 'Harbour-light7';

let addresses = 0;
/** A unique client address. */
export const someIp = (): string => {
  addresses += 1;
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
let people = 0;
export const someEmail = (): string => `person${(people += 1)}@example.com`;

/** A human-like drag: neither level nor even. */
export function handTrack(x: number, duration = 900): [number, number, number][] {
  return Array.from({ length: 12 }, (_, step): [number, number, number] => {
    const part = step / 11;
    return [x * (1 - (1 - part) ** 2), Math.round(Math.sin(part * 6) * 3), part * duration];
  });
}

/** The proof of a challenge's work, with or without a pointer track. */
export function proofFor(work: SliderWork | undefined, how: 'tracked' | 'untracked' = 'tracked'): string {
  if (!work) throw new Error('the picture carries no work');
  return solveSliderWork(work, how === 'tracked' ? work.parts : work.parts_without_track);
}

/** A ticket for a scene, through the slider; advances the clock by a second. */
export async function solveCaptcha(api: TestApp, scene: CaptchaScene, ip = someIp()): Promise<string> {
  const { data } = await api.call(captcha.challenge, { scene }, { ip });
  const x = (await solutionOf(api.db, data.challenge_id)) ?? -1;
  const proof = proofFor(data.work);
  api.clock.advance(1000);
  const answer = { challenge_id: data.challenge_id, x, track: handTrack(x), duration_ms: 900, proof };
  return (await api.call(captcha.verify, answer, { ip })).data.ticket;
}

/** A ticket without the slider, where that is not under test: drawing pictures is slow. */
export async function ticketFor(api: TestApp, scene: CaptchaScene): Promise<string> {
  const ticket = newToken('ticket');
  const expiresAt = after(api.clock.now(), CAPTCHA.ticketTtl);
  await api.db.insert(captchaTickets).values({ ticketHash: hashToken(ticket), scene, expiresAt });
  return ticket;
}

export interface CodeFields {
  email: string;
  scene: EmailScene;
  changeToken?: string;
  caller?: Caller;
}

/** Requests a code as the form does. */
export async function askForCode(api: TestApp, { email, scene, changeToken, caller }: CodeFields) {
  const captcha_ticket = await ticketFor(api, 'send_email');
  const input = { email, scene, captcha_ticket, ...(changeToken && { change_token: changeToken }) };
  return api.call(userAuth.sendEmail, input, { ip: someIp(), ...caller });
}

/** The code in the newest mail to an address; null when it has none. */
export async function codeSentTo(api: TestApp, email: string): Promise<string | null> {
  const mail = (await api.mails()).find(({ to }) => to === email);
  return mail?.text.match(/\b\d{6}\b/)?.[0] ?? null;
}

/** Requests a code and reads it from the mailbox. */
export async function codeFor(api: TestApp, input: CodeFields): Promise<string> {
  const { code } = await askForCode(api, input);
  if (code !== 'OK') throw new Error(`no code was sent: ${code}`);
  return (await codeSentTo(api, input.email)) ?? 'none';
}

/** Registers with a code from the mailbox. */
export async function registered(api: TestApp, email = someEmail(), password = PASSWORD): Promise<string> {
  const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
  const form = { email, code, password, password_confirm: password, agree: true };
  const answer = await api.call(userAuth.register, form, { ip: someIp() });
  if (answer.code !== 'OK') throw new Error(`not registered: ${answer.code}`);
  return email;
}

export interface SignedIn {
  token: string;
  user: User;
  email: string;
}

export async function signedInAs(api: TestApp, email: string, password = PASSWORD): Promise<SignedIn> {
  const answer = await api.call(userAuth.login, { email, password, agree: true }, { ip: someIp() });
  if (answer.code !== 'OK') throw new Error(`not signed in: ${answer.code}`);
  return { token: answer.data.token, user: answer.data.user, email };
}

let hash: Promise<string> | null = null;

/** A new account with a session, as after registration and sign-in, but without mail, slider and slow hashing. */
export async function newcomer(api: TestApp): Promise<SignedIn> {
  const now = api.clock.now();
  hash ??= hashPassword(PASSWORD);
  const account = { email: someEmail(), passwordHash: await hash, locale: 'zh', now } as const;
  const user = await createAccount(api.db, account);
  const { token } = await openSession(api.db, { userId: user.id, device: '', now });
  return { token, user: await presentUser(api.app, user), email: account.email };
}
