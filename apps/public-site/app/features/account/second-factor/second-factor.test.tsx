import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { site, userFactor, type UserFactors } from '@yunduo/api-contract';
import { clearMessages, copied, markupOf, message, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { userFixture } from '@yunduo/session/testing';
import { FACTOR } from '@yunduo/validation';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { renderPanel } from '../panel-testing.tsx';
import SecondFactor from './second-factor.tsx';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const URI = `otpauth://totp/Yunduo:user@yunduo.test?secret=${SECRET}&issuer=Yunduo`;
const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const OFF: UserFactors = { totp: null, passkeys: [], recovery_codes_left: 0 };
const ON: UserFactors = {
  totp: { created_at: '2026-11-20T18:30:00.000Z' },
  passkeys: [],
  recovery_codes_left: 7,
};

let client: FakeClient;
let factors: UserFactors;
beforeEach(() => {
  clearMessages();
  sessionStorage.clear();
  factors = OFF;
  client = fakeClient(
    [userFactor.state, () => factors],
    [userFactor.totpBegin, { secret: SECRET, uri: URI, until: '2026-11-26T00:15:00.000Z' }],
    [
      userFactor.totpConfirm,
      ({ code }: { code: string }) => {
        if (code !== '123456') throw rejection('FACTOR_INVALID', { fields: { code: 'factor_code_wrong' } });
        const codes = factors.totp ? null : CODES;
        factors = ON;
        return { factors, recovery_codes: codes };
      },
    ],
    [
      userFactor.totpRemove,
      () => {
        factors = OFF;
        return factors;
      },
    ],
    [userFactor.recoveryCodes, () => ({ factors: ON, recovery_codes: CODES })],
    [site.info, { name: 'Yunduo' }],
  );
});

const open = (locale: 'zh' | 'en' = 'en') =>
  renderPanel(<SecondFactor user={userFixture({ email: 'user@yunduo.test' })} />, {
    client,
    search: '?panel=two-step',
    locale,
  });
const focused = () => document.activeElement;

describe('without a second factor', () => {
  test.each([
    [
      'zh',
      '开启两步验证',
      '用验证器应用扫码',
      '应用中的 6 位数字',
      '开启',
      '保存恢复码',
      '我已保存',
      '已开启',
    ],
    [
      'en',
      'Turn on two-step sign-in',
      'Scan with your authenticator app',
      '6 digits from the app',
      'Turn on',
      'Save your recovery codes',
      'I have saved them',
      'On',
    ],
  ] as const)(
    'leads from QR code to first code and recovery codes in %s, with the focus',
    async (locale, start, scan, field, confirm, save, done, on) => {
      const { hand } = open(locale);
      await hand.click(await screen.findByRole('button', { name: start }));
      const heading = await screen.findByRole('heading', { name: scan });
      await waitFor(() => expect(focused()).toBe(heading));
      expect(document.querySelector('svg[role=img] path')?.getAttribute('d')).toMatch(/^M\d/);
      expect(screen.getByText(SECRET.replaceAll(/(.{4})(?=.)/g, '$1 '))).toBeTruthy();
      expect((await copied()).map(([, text]) => text)).toEqual([SECRET]);
      await hand.type(screen.getByLabelText(field), '123456');
      await hand.click(screen.getByRole('button', { name: confirm }));
      const saving = await screen.findByRole('heading', { name: save });
      await waitFor(() => expect(focused()).toBe(saving));
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(CODES),
      );
      const [[, kept] = []] = await copied();
      for (const code of CODES) expect(kept).toContain(code);
      await hand.click(screen.getByRole('button', { name: done }));
      await waitFor(() => expect(focused()?.textContent?.trim()).toBe(on));
      for (const code of CODES) expect(screen.queryByText(code)).toBeNull();
    },
  );

  test('shows a wrong code at its field and accepts the right one', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Turn on two-step sign-in' }));
    const field = await screen.findByLabelText('6 digits from the app');
    await hand.type(field, '1234');
    await hand.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Enter the 6 digits from your authenticator app')).toBeTruthy();
    expect(client.count(userFactor.totpConfirm)).toBe(0);
    await hand.type(field, '56{Backspace}7{Enter}');
    expect(await screen.findByText('Wrong code. Wait for the next one and try again')).toBeTruthy();
    await waitFor(() => expect(focused()).toBe(field));
    await hand.type(field, '{Backspace}6{Enter}');
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toBeTruthy();
    expect(await screen.findByText('Two-step sign-in is on')).toBeTruthy();
  });

  test('a reload keeps the scanned picture for fifteen minutes, until the setup ends, for its owner alone', async () => {
    let page = open();
    const reload = (id = 1) => {
      cleanup();
      page = renderPanel(<SecondFactor user={userFixture({ id })} />, { client, search: '?panel=two-step' });
    };
    const start = { name: 'Turn on two-step sign-in' };
    reload();
    await page.hand.click(await screen.findByRole('button', start));
    expect(await screen.findByText(/^JBSW/)).toBeTruthy();
    reload();
    expect(await screen.findByText(/^JBSW/)).toBeTruthy();
    expect(client.count(userFactor.totpBegin)).toBe(1);
    reload(2);
    expect(await screen.findByRole('button', start)).toBeTruthy();

    await page.hand.click(screen.getByRole('button', start));
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + FACTOR.setupTtl);
    reload(2);
    expect(await screen.findByRole('button', start)).toBeTruthy();
    clock.mockRestore();

    await page.hand.click(screen.getByRole('button', start));
    await page.hand.click(await screen.findByRole('button', { name: 'Cancel' }));
    reload(2);
    expect(await screen.findByRole('button', start)).toBeTruthy();

    await page.hand.click(screen.getByRole('button', start));
    await page.hand.type(await screen.findByLabelText('6 digits from the app'), '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toBeTruthy();
    reload(2);
    expect(await screen.findByText('Two-step sign-in is on', { ignore: '[role]' })).toBeTruthy();
    expect(screen.queryByText(/^JBSW/)).toBeNull();
  });

  test('restarts an expired setup with a new secret', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Turn on two-step sign-in' }));
    client.answer(userFactor.totpConfirm, () => {
      throw rejection('FACTOR_SETUP_OVER', {}, 'The setup timed out. Start again');
    });
    await hand.type(await screen.findByLabelText('6 digits from the app'), '123456{Enter}');
    await waitFor(() => expect(message('alert')).toContain('The setup timed out'));
    client.answer(userFactor.totpBegin, {
      secret: SECRET.replaceAll('J', 'K'),
      uri: URI,
      until: '2026-11-26T00:30:00.000Z',
    });
    await hand.click(screen.getByRole('button', { name: 'Start again' }));
    expect(await screen.findByText(/^KBSW/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('6 digits from the app').value).toBe('');
  });

  test('cancelling the setup turns nothing on', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Turn on two-step sign-in' }));
    await hand.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Turn on two-step sign-in' })).toBeTruthy();
    expect(focused()?.textContent?.trim()).toBe('Off');
    expect(client.count(userFactor.totpConfirm)).toBe(0);
  });
});

describe('with an authenticator app', () => {
  beforeEach(() => {
    factors = ON;
  });

  test('shows since when it is on and how many recovery codes are left', async () => {
    open();
    expect(await screen.findByText('On since 21 Nov 2026, 02:30')).toBeTruthy();
    expect(screen.getByText('7 left')).toBeTruthy();
  });

  test('asks for new recovery codes once all are used', async () => {
    factors = { ...ON, recovery_codes_left: 0 };
    open();
    expect(await screen.findByText('All used. Create new ones')).toBeTruthy();
  });

  test('turns off after confirmation and focuses the new state', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-step sign-in?' }));
    await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(client.count(userFactor.totpRemove)).toBe(0);
    await hand.click(screen.getByRole('button', { name: 'Turn off' }));
    const confirm = await screen.findByRole('button', { name: 'Turn off two-step sign-in' });
    expect(confirm.dataset.kind).toBe('danger');
    await hand.click(confirm);
    expect(await screen.findByText('Two-step sign-in is off')).toBeTruthy();
    await screen.findByRole('button', { name: 'Turn on two-step sign-in' });
    expect(focused()?.textContent?.trim()).toBe('Off');
  });

  test('removes the app beside a passkey and focuses the state, which stays on', async () => {
    const { created_at = '' } = ON.totp ?? {};
    const passkeys = [{ id: 7, label: 'Laptop', backed_up: false, created_at, last_used_at: null }];
    factors = { ...ON, passkeys };
    client.answer(userFactor.totpRemove, () => (factors = { ...factors, totp: null }));
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Remove' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove app' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
    await waitFor(() => expect(focused()?.textContent?.trim()).toBe('On'));
  });

  test('creates new recovery codes after confirmation and downloads them', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Create new ones' }));
    await hand.click(await screen.findByRole('button', { name: 'Create new codes' }));
    expect(await screen.findByText(CODES[0] ?? '')).toBeTruthy();
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob);
      return 'blob:kept';
    };
    const revoked: string[] = [];
    URL.revokeObjectURL = (url) => void revoked.push(url);
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await hand.click(screen.getByRole('button', { name: 'Download' }));
    expect(click).toHaveBeenCalledTimes(1);
    expect(saved.map(({ type }) => type)).toEqual(['text/plain']);
    const [link] = click.mock.contexts as HTMLAnchorElement[];
    expect([link?.download, link?.href]).toEqual(['recovery-codes.txt', 'blob:kept']);
    const text = await saved[0]?.text();
    const [before = ''] = en.secondFactor.saved.file_title.split('{{date}}');
    const title = before.replace('{{brand}}', 'Yunduo').replace('{{email}}', 'user@yunduo.test');
    expect([text?.slice(0, title.length), text?.slice(text.indexOf('\n'))]).toEqual([
      title,
      `\n\n${CODES.join('\n')}\n`,
    ]);
    await waitFor(() => expect(revoked).toEqual(['blob:kept']));
    click.mockRestore();
  });

  test('asks until the new codes are there: they are shown nowhere else', async () => {
    const { hand } = open();
    const answers = [0, 1].map(() => Promise.withResolvers<object>());
    const [failed, answered] = answers;
    let tries = 0;
    client.answer(userFactor.recoveryCodes, () => answers[tries++]?.promise);
    const name = 'Create new codes';
    await hand.click(await screen.findByRole('button', { name: 'Create new ones' }));
    await hand.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('button', { name, busy: true })).toBeTruthy();
    await hand.keyboard('{Escape}');
    await act(async () => failed?.reject(rejection('UNAVAILABLE')));
    // The reason is a toast.
    await waitFor(() => expect(messageOrToast('alert')).toContain('The server is busy'));
    await hand.click(await screen.findByRole('button', { name, busy: false }));
    expect(await screen.findByRole('button', { name, busy: true })).toBeTruthy();
    await act(async () => answered?.resolve({ factors: ON, recovery_codes: CODES }));
    for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Save your recovery codes' }));
  });

  test('replacing the app keeps the recovery codes', async () => {
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Use another app' }));
    await hand.type(await screen.findByLabelText('6 digits from the app'), '123456{Enter}');
    expect(await screen.findByText('7 left')).toBeTruthy();
    expect(screen.queryByText('Save your recovery codes')).toBeNull();
  });
});

test('shows an error when the state fails to load, and retries', async () => {
  let away = true;
  client.answer(userFactor.state, () => {
    if (away) throw silence();
    return ON;
  });
  const { hand } = open();
  expect(await screen.findByText('Two-step sign-in could not be loaded')).toBeTruthy();
  expect(screen.queryByText('Off')).toBeNull();
  away = false;
  await hand.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByText('7 left')).toBeTruthy();
});

test.each([
  ['on', ON],
  ['off', { totp: null, passkeys: [], recovery_codes_left: 0 }],
])('%s has the recorded markup', async (_state, given) => {
  factors = given;
  expect(await markupOf(() => open())).toMatchSnapshot();
});
