import { userFactor, userAuth } from '@yunduo/api-contract';
import { TOTP as RULE } from '@yunduo/validation';
import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.ts';
import { PASSWORD, someIp, type SignedIn } from './people.ts';

/** A simulated authenticator app: knows the secret, and follows the test's clock. */
export interface Authenticator {
  secret: string;
  /** The current code, or one this many steps later or earlier. */
  code: (steps?: number) => string;
}

export const authenticator = ({ clock }: Pick<TestApp, 'clock'>, secret: string): Authenticator => ({
  secret,
  code: (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret), digits: RULE.digits, period: RULE.period }).generate({
      timestamp: clock.now().getTime() + steps * RULE.period * 1000,
    }),
});

/** Advances past the last used code, which is accepted only once. */
export const nextCode = ({ clock }: Pick<TestApp, 'clock'>): void => clock.advance(RULE.period * 1000);

/** A code that is invalid now and in the neighbouring steps. */
export function wrongCode(app: Authenticator): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => app.code(steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}

/** Sets up an authenticator app as its owner does; the confirming code is in the past. */
export async function withAuthenticator(
  api: TestApp,
  { token }: Pick<SignedIn, 'token'>,
): Promise<Authenticator & { recoveryCodes: string[] }> {
  const { data } = await api.call(userFactor.totpBegin, {}, { token });
  const app = authenticator(api, data.secret);
  const confirmed = await api.call(userFactor.totpConfirm, { code: app.code() }, { token });
  if (confirmed.code !== 'OK') throw new Error(`the app was not confirmed: ${confirmed.code}`);
  nextCode(api);
  return { ...app, recoveryCodes: confirmed.data.recovery_codes ?? [] };
}

/** First step of a sign-in: returns the ticket of the second. */
export async function stepTicket(api: TestApp, email: string, password = PASSWORD): Promise<string> {
  const { code, error } = await api.call(userAuth.login, { email, password, agree: true }, { ip: someIp() });
  if (!error.second_step) throw new Error(`no second step was asked for: ${code}`);
  return error.second_step.ticket;
}
