import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { site, userFactor, type Passkey, type UserFactors } from '@yunduo/api-contract';
import { clearMessages, markupOf, message, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import { userFixture } from '@yunduo/session/testing';
import { PASSKEY } from '@yunduo/validation';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderPanel } from '../panel-testing.tsx';
import { deviceOf } from './passkey-dialogs.tsx';
import SecondFactor from './second-factor.tsx';

const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const OPTIONS = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Yunduo' },
  user: { id: 'AQID', name: 'user@yunduo.test', displayName: 'user@yunduo.test' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
} as const;
const LAPTOP: Passkey = {
  id: 7,
  label: 'Laptop',
  backed_up: false,
  created_at: '2026-11-20T18:30:00.000Z',
  last_used_at: null,
};
const PHONE: Passkey = {
  ...LAPTOP,
  id: 8,
  label: 'Phone',
  backed_up: true,
  last_used_at: '2026-11-21T02:00:00.000Z',
};

/** The created credential, or the name of the browser's error. */
let browser: () => Promise<unknown>;
const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const made = () => ({
  id: 'cred',
  rawId: bytes('cred'),
  type: 'public-key',
  response: {
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
});
const stopped = (name: string) => () => Promise.reject(new DOMException('', name));

let client: FakeClient;
let factors: UserFactors;
beforeEach(() => {
  clearMessages();
  factors = { totp: null, passkeys: [], recovery_codes_left: 0 };
  browser = () => Promise.resolve(made());
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: () => undefined });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: jest.fn(() => browser()) },
  });
  client = fakeClient(
    [userFactor.state, () => factors],
    [userFactor.passkeyBegin, { options: OPTIONS, until: '2026-11-26T00:05:00.000Z' }],
    [
      userFactor.passkeyFinish,
      ({ label }: { label: string }) => {
        const codes = factors.recovery_codes_left > 0 ? null : CODES;
        factors = {
          ...factors,
          passkeys: [{ ...LAPTOP, label }, ...factors.passkeys],
          recovery_codes_left: 10,
        };
        return { factors, recovery_codes: codes };
      },
    ],
    [
      userFactor.passkeyRename,
      ({ id, label }: { id: number; label: string }) => {
        factors = {
          ...factors,
          passkeys: factors.passkeys.map((one) => (one.id === id ? { ...one, label } : one)),
        };
        return factors;
      },
    ],
    [
      userFactor.passkeyRemove,
      ({ id }: { id: number }) => {
        factors = { ...factors, passkeys: factors.passkeys.filter((one) => one.id !== id) };
        return factors;
      },
    ],
    [site.info, { name: 'Yunduo' }],
  );
});
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const open = (locale: 'zh' | 'en' = 'en') =>
  renderPanel(<SecondFactor user={userFixture({ email: 'user@yunduo.test' })} />, {
    client,
    search: '?panel=two-step',
    locale,
  });
const sent = (endpoint: { url: string }) =>
  client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);

describe('adding a passkey', () => {
  test.each([
    ['zh', '暂无通行密钥。', '添加通行密钥', '名称', '继续', '保存恢复码'],
    ['en', 'No passkeys yet.', 'Add a passkey', 'Name', 'Continue', 'Save your recovery codes'],
  ] as const)(
    'asks for a name in %s, then the browser, and shows the first recovery codes',
    async (locale, empty, add, name, go, codes) => {
      const { hand } = open(locale);
      expect(await screen.findByText(empty)).toBeTruthy();
      await hand.click(screen.getByRole('button', { name: add }));
      const dialog = within(await screen.findByRole('dialog', { name: add }));
      const field = dialog.getByLabelText<HTMLInputElement>(name);
      expect(field.value).not.toBe('');
      await hand.clear(field);
      await hand.type(field, 'Study');
      await hand.click(dialog.getByRole('button', { name: go }));
      expect(await screen.findByRole('heading', { name: codes })).toBeTruthy();
      expect(screen.getByText(CODES[0] ?? '')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(sent(userFactor.passkeyFinish)).toEqual([
        {
          label: 'Study',
          credential: {
            id: 'cred',
            client_data: 'Y2xpZW50',
            attestation: 'YXR0ZXN0YXRpb24',
            transports: ['internal'],
          },
        },
      ]);
    },
  );

  test('shows a status when the browser’s prompt is cancelled, and can be retried', async () => {
    factors = { ...factors, totp: { created_at: LAPTOP.created_at }, recovery_codes_left: 7 };
    browser = stopped('NotAllowedError');
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await hand.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(message('status')).toContain('Nothing was added. Try again.'));
    expect(messageOrToast('alert')).toBe('');
    expect(client.count(userFactor.passkeyFinish)).toBe(0);
    let finish = () => {};
    browser = () => new Promise((resolve) => (finish = () => resolve(made())));
    await hand.click(await screen.findByRole('button', { name: 'Continue', busy: false }));
    await waitFor(() => expect(message('status')).not.toContain('Nothing was added'));
    await act(async () => finish());
    expect(await screen.findByText('Passkey added')).toBeTruthy();
    // The first challenge is still valid, and the account already has recovery codes.
    expect(client.count(userFactor.passkeyBegin)).toBe(1);
    expect(await screen.findByRole('list', { name: 'Your passkeys' })).toBeTruthy();
    expect(screen.queryByText('Save your recovery codes')).toBeNull();
  });

  test('a user who takes minutes to name it gets a new challenge: the server would refuse the old one', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const go = await screen.findByRole('button', { name: 'Continue' });
    const now = jest.spyOn(Date, 'now');
    try {
      const later = Date.now() + PASSKEY.challengeTtl;
      now.mockImplementation(() => later);
      browser = stopped('NotAllowedError');
      await hand.click(go);
      await waitFor(() => expect(message('status')).toContain('Nothing was added'));
      expect(client.count(userFactor.passkeyBegin)).toBe(2);
      // That one is fresh.
      browser = () => Promise.resolve(made());
      await hand.click(await screen.findByRole('button', { name: 'Continue', busy: false }));
      expect(await screen.findByText('Passkey added')).toBeTruthy();
      expect(client.count(userFactor.passkeyBegin)).toBe(2);
    } finally {
      now.mockRestore();
    }
  });

  test('a user who leaves while the browser asks adds nothing: the recovery codes would be shown nowhere', async () => {
    let finish = () => {};
    browser = () => new Promise((resolve) => (finish = () => resolve(made())));
    const { hand, unmount } = open();
    await hand.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await hand.click(await screen.findByRole('button', { name: 'Continue' }));
    const { create } = navigator.credentials as jest.Mocked<CredentialsContainer>;
    await waitFor(() => expect(create).toHaveBeenCalled());
    const { signal } = create.mock.lastCall?.[0] ?? {};
    expect(signal?.aborted).toBe(false);
    unmount();
    expect(signal?.aborted).toBe(true);
    await act(async () => finish());
    await act(async () => undefined);
    expect(client.count(userFactor.passkeyFinish)).toBe(0);
  });

  test.each([
    ['InvalidStateError', 'This device already has a passkey for this account.'],
    ['UnknownError', 'The browser could not create a passkey. Try again, or use another device.'],
  ])('explains %s from the browser in a notice', async (name, words) => {
    browser = stopped(name);
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await hand.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(message('status')).toContain(words));
    expect(screen.getByText(words).closest('[data-tone=info]')).toBeTruthy();
  });

  test('shows a server rejection in the dialog and starts over on retry', async () => {
    client.answer(userFactor.passkeyFinish, () => {
      throw rejection('FACTOR_SETUP_OVER', {}, 'The setup timed out. Start again');
    });
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await hand.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(message('alert')).toContain('The setup timed out'));
    await hand.click(await screen.findByRole('button', { name: 'Continue', busy: false }));
    await waitFor(() => expect(client.count(userFactor.passkeyFinish)).toBe(2));
    expect(client.count(userFactor.passkeyBegin)).toBe(2);
  });

  test('requires a name', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await hand.clear(await screen.findByLabelText('Name'));
    await hand.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Enter a name for the passkey')).toBeTruthy();
    expect(navigator.credentials.create).not.toHaveBeenCalled();
  });

  test('is unavailable in a browser without passkeys', async () => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    open();
    expect(await screen.findByText(/^This browser does not support passkeys/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});

describe('passkey list', () => {
  beforeEach(() => {
    factors = { totp: null, passkeys: [PHONE, LAPTOP], recovery_codes_left: 10 };
  });

  test('shows names, creation and last use; two-step sign-in is on', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Your passkeys' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(
        /^PhoneSynced to other devicesAdded 21\u00a0Nov\u00a02026.* · Last used 21\u00a0Nov\u00a02026/,
      ),
      expect.stringMatching(/^LaptopAdded 21\u00a0Nov\u00a02026.* · Not used yet/),
    ]);
    expect(screen.getByText('On')).toBeTruthy();
    expect(screen.getByText('Not set up')).toBeTruthy();
    expect(screen.getByText('10 left')).toBeTruthy();
  });

  test('renames a passkey; a typed name survives a closed dialog', async () => {
    const { hand } = open();
    const field = async () => {
      await hand.click(await screen.findByRole('button', { name: 'Rename “Laptop”' }));
      return screen.findByLabelText<HTMLInputElement>('Name');
    };
    const first = await field();
    expect(first.value).toBe('Laptop');
    await hand.clear(first);
    await hand.type(first, 'Office{Escape}');
    const again = await field();
    expect(again.value).toBe('Office');
    await hand.type(again, '{Enter}');
    expect(await screen.findByRole('button', { name: 'Rename “Office”' })).toBeTruthy();
    expect(await screen.findByText('Name saved')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('removes a passkey after confirmation, warns about the last one and keeps the focus', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Remove “Phone”' }));
    expect(await screen.findByText(/^You can no longer sign in with it/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(client.count(userFactor.passkeyRemove)).toBe(0);
    await hand.click(screen.getByRole('button', { name: 'Remove “Phone”' }));
    const confirm = await screen.findByRole('button', { name: 'Remove passkey' });
    expect(confirm.dataset.kind).toBe('danger');
    await hand.click(confirm);
    expect(await screen.findByText('Passkey removed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove “Phone”' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Passkeys' }));
    await hand.click(screen.getByRole('button', { name: 'Remove “Laptop”' }));
    expect(await screen.findByText(/^This is your last two-step method/)).toBeTruthy();
  });

  test('shows why a staff member cannot remove the last passkey', async () => {
    client.answer(userFactor.passkeyRemove, () => {
      throw rejection('STAFF_FACTOR_LAST', {}, 'Reviewers and operators must keep two-step sign-in');
    });
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Remove “Laptop”' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove passkey' }));
    expect(await screen.findByText('Reviewers and operators must keep two-step sign-in')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove “Laptop”' })).toBeTruthy();
  });

  test('removing the authenticator app leaves two-step sign-in on', async () => {
    factors = { ...factors, totp: { created_at: LAPTOP.created_at } };
    client.answer(userFactor.totpRemove, () => {
      factors = { ...factors, totp: null };
      return factors;
    });
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Remove' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove app' }));
    expect(await screen.findByText('Authenticator app removed')).toBeTruthy();
    expect(await screen.findByText('Not set up')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Your passkeys' })).toBeTruthy();
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'iphone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'mac'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ipad'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10)', 5, 'android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 0, 'chromebook'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'linux'],
  ['Some browser', 0, 'other'],
] as const)('deviceOf %s with %i touch points is %s', (line, points, device) => {
  expect(deviceOf(line, points)).toBe(device);
});

test('a list of passkeys has the recorded markup', async () => {
  factors = { totp: null, passkeys: [PHONE, LAPTOP], recovery_codes_left: 10 };
  expect(await markupOf(() => open())).toMatchSnapshot();
});
