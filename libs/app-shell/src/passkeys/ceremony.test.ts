import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PasskeyCreation, PasskeyRequest } from '@yunduo/api-contract';

const made: { clientDataJSON: string; attestationObject: string; transports?: string[] } = {
  clientDataJSON: 'client',
  attestationObject: 'attestation',
};
const signed = { clientDataJSON: 'client', authenticatorData: 'device', signature: 'signature' };
const opened = jest.fn();
const cancelCeremony = jest.fn();
/** What the browser's prompt waits for. */
let waits: Promise<void> = Promise.resolve();
const prompt = (response: object) => async () => {
  opened();
  await waits;
  return { id: 'key', response };
};
jest.unstable_mockModule('@simplewebauthn/browser', () => ({
  startRegistration: prompt(made),
  startAuthentication: prompt(signed),
  WebAuthnAbortService: { cancelCeremony },
}));
const { authenticate, register } = await import('./ceremony.ts');

test('a new passkey is sent in the server’s form, also by a browser that does not know its transports', async () => {
  const sent = { id: 'key', client_data: 'client', attestation: 'attestation' };
  expect(await register({} as PasskeyCreation)).toEqual({ ...sent, transports: [] });
  made.transports = ['internal'];
  expect(await register({} as PasskeyCreation)).toEqual({ ...sent, transports: ['internal'] });
});

test('a signature is sent in the server’s form', async () => {
  expect(await authenticate({} as PasskeyRequest)).toEqual({
    id: 'key',
    client_data: 'client',
    authenticator_data: 'device',
    signature: 'signature',
  });
});

describe.each([
  ['creates', (signal: AbortSignal) => register({} as PasskeyCreation, signal)],
  ['signs with', (signal: AbortSignal) => authenticate({} as PasskeyRequest, signal)],
] as const)('the prompt that %s a passkey', (_does, ask) => {
  beforeEach(() => {
    waits = Promise.resolve();
    opened.mockClear();
    cancelCeremony.mockClear();
  });

  test('is closed when the user leaves its place, and never by leaving later', async () => {
    let end!: () => void;
    waits = new Promise((resolve) => (end = resolve));
    const leave = new AbortController();
    const answer = ask(leave.signal);
    expect([opened.mock.calls.length, cancelCeremony.mock.calls.length]).toEqual([1, 0]);
    leave.abort();
    expect(cancelCeremony).toHaveBeenCalledTimes(1);
    end();
    await answer;

    const later = new AbortController();
    await ask(later.signal);
    later.abort();
    expect(cancelCeremony).toHaveBeenCalledTimes(1);
  });

  test('does not open if the user left before', async () => {
    await expect(ask(AbortSignal.abort())).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(opened).not.toHaveBeenCalled();
  });
});
