import { expect, jest, test } from '@jest/globals';
import type { PasskeyCreation, PasskeyRequest } from '@yunduo/api-contract';

const made: { clientDataJSON: string; attestationObject: string; transports?: string[] } = {
  clientDataJSON: 'client',
  attestationObject: 'attestation',
};
const signed = { clientDataJSON: 'client', authenticatorData: 'device', signature: 'signature' };
jest.unstable_mockModule('@simplewebauthn/browser', () => ({
  startRegistration: async () => ({ id: 'key', response: made }),
  startAuthentication: async () => ({ id: 'key', response: signed }),
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
