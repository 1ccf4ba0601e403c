import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { captchaChallenge, copied, markupOf } from '@yunduo/app-shell/testing';
import { captcha, clientDownload, invite, site, type ClientRelease } from '@yunduo/api-contract';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { formatInvitationCode } from '@yunduo/validation';
import { renderRoute } from '../../testing/render-route.tsx';
import { SITE } from '../../testing/site.ts';
import { guessPlatform } from './claim-form.tsx';
import * as route from './route.tsx';

/** A code with a valid checksum: the form rejects others without a request. */
const CODE = formatInvitationCode(Array.from({ length: 14 }, (_, index) => index));
const PROTOCOL = { id: 'client-download', version: '1.0.0' };
const release = (version: string, current: boolean): ClientRelease => ({
  version,
  published_at: '2026-11-01T00:00:00.000Z',
  current,
  notes: `<p>Notes of ${version}</p>`,
  platforms: (['windows-x64', 'mac-arm64', 'mac-x64'] as const).map((platform) => ({
    platform,
    system: `system of ${platform}`,
    filename: `yunduo-${version}-${platform}.zip`,
    size: 86_000_000,
    human_size: '86 MB',
    sha256: platform.padEnd(64, '0'),
  })),
});
const RELEASES = [release('1.4.0', true), release('1.3.2', false)];
const LINK = {
  url: '/api/client_download/file?link=abc',
  expires_in: 600,
  version: '1.4.0',
  filename: 'yunduo-1.4.0-windows-x64.zip',
  size: 86_000_000,
  human_size: '86 MB',
  sha256: 'f'.repeat(64),
};

let client: FakeClient;
// jsdom cannot follow a link to a file; the test records the presses instead.
const pressed: string[] = [];
beforeEach(() => {
  sessionStorage.clear();
  client = fakeClient([site.info, SITE]);
  client.answer(clientDownload.releases, {
    list: RELEASES,
    linux: 'coming',
    platforms: [],
    protocol: PROTOCOL,
  });
  pressed.length = 0;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    pressed.push(this.getAttribute('href') ?? '');
  });
});
const show = (locale: 'zh' | 'en' = 'en', query = '') =>
  renderRoute(route, { client, pattern: '/client-download', at: `/client-download${query}`, locale });

async function fillIn() {
  const hand = userEvent.setup();
  await hand.type(await screen.findByLabelText('Invitation code'), CODE);
  await hand.click(screen.getByRole('radio', { name: /Mac \(Apple silicon\)/ }));
  await hand.click(screen.getByRole('checkbox'));
  return hand;
}

test('lists every platform as a card with checksums, Linux as coming soon', async () => {
  show();
  const cards = within(await screen.findByRole('radiogroup', { name: 'Choose a platform' }));
  expect(cards.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'WindowsWindows 10/11 (64-bit)1.4.0 · 86 MBYour system',
    'Mac (Apple silicon)M1 and later1.4.0 · 86 MBYour system',
    'Mac (Intel)Intel processor1.4.0 · 86 MBYour system',
  ]);
  expect(cards.getByText('Coming soon')).toBeTruthy();
  for (const { sha256 } of RELEASES[0]?.platforms ?? []) expect(screen.getByText(sha256)).toBeTruthy();
  const command = (file: string) =>
    screen.getByRole('group', { name: `Command that checks ${file}` }).textContent;
  expect((RELEASES[0]?.platforms ?? []).map(({ filename }) => command(filename))).toEqual([
    `(Get-FileHash yunduo-1.4.0-windows-x64.zip).Hash -eq '${'windows-x64'.padEnd(64, '0')}'`,
    `echo '${'mac-arm64'.padEnd(64, '0')}  yunduo-1.4.0-mac-arm64.zip' | shasum -a 256 -c`,
    `echo '${'mac-x64'.padEnd(64, '0')}  yunduo-1.4.0-mac-x64.zip' | shasum -a 256 -c`,
  ]);
  expect(await copied()).toEqual(
    (RELEASES[0]?.platforms ?? []).flatMap(({ filename, sha256 }) => [
      [`Copy checksum of ${filename}`, sha256],
      ['Copy', command(filename)],
    ]),
  );
});

test('a phone mails the link', async () => {
  show();
  const link = await screen.findByText('Email link');
  expect(link.getAttribute('href')).toBe('mailto:?subject=Download%20Yunduo&body=%2Fen%2Fclient-download');
});

test('the mailed link has the origin that the layout knows', async () => {
  const origin = 'https://yunduo.example';
  const clientLoader = async (args: never) => ({ ...(await route.clientLoader(args)), origin });
  renderRoute({ ...route, clientLoader }, { client, pattern: '/client-download', at: '/client-download' });
  const link = await screen.findByText('Email link');
  expect(link.getAttribute('href')).toMatch(/&body=https%3A%2F%2Fyunduo\.example%2Fen%2Fclient-download$/);
});

test('warns of unsupported install folders', async () => {
  show('zh');
  expect(await screen.findByText('不要安装到 Program Files 目录')).toBeTruthy();
  expect(screen.getByText('安装路径不要包含中文')).toBeTruthy();
});

describe('claim form', () => {
  test('[R3.14] requires code, platform and agreement before any request', async () => {
    show();
    const hand = userEvent.setup();
    await hand.click(await screen.findByRole('button', { name: 'Get download link' }));
    expect(await screen.findByText('Enter your invitation code')).toBeTruthy();
    // The legend has the same text.
    expect(screen.getAllByText('Choose a platform')).toHaveLength(2);
    expect(screen.getByText('Read and agree to the client download and use agreement first')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
    expect(client.count(clientDownload.claim)).toBe(0);
  });

  test('starts the download, keeps its link and shows the checksum', async () => {
    client.answer(clientDownload.claim, LINK);
    show();
    const hand = await fillIn();
    await hand.click(screen.getByRole('button', { name: 'Get download link' }));
    expect(await screen.findByText('yunduo-1.4.0-windows-x64.zip is downloading')).toBeTruthy();
    expect(screen.getByText(/The link is valid for 10 minutes/)).toBeTruthy();
    expect(pressed).toEqual([LINK.url]);
    const again = screen.getByRole('link', { name: 'Download file' });
    expect(again.getAttribute('href')).toBe(LINK.url);
    expect(document.activeElement).toBe(again);
    expect(again.closest('[data-tone]')?.getAttribute('data-tone')).toBe('good');
    expect(again.getAttribute('aria-disabled')).toBeNull();
    expect(screen.getByText(LINK.sha256)).toBeTruthy();
    const { input } = client.calls.find(({ endpoint }) => endpoint === clientDownload.claim) ?? {};
    // A new request replaces the link: two would be taken for two packages.
    let answer = (_: object) => {};
    client.answer(clientDownload.claim, () => new Promise<object>((resolve) => (answer = resolve)));
    await hand.click(screen.getByRole('button', { name: 'Get download link' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Download file' })).toBeNull());
    await act(async () => answer(LINK));
    expect(await screen.findByRole('link', { name: 'Download file' })).toBeTruthy();
    expect(input).toEqual({
      invitation_code: CODE,
      platform: 'mac-arm64',
      protocol_id: 'client-download',
      protocol_version: '1.0.0',
      agree: true,
    });
  });

  test('on a page from before a release shows the checksums of the file that was granted', async () => {
    const filename = 'yunduo-9.0.0-windows-x64.zip';
    client.answer(clientDownload.claim, { ...LINK, version: '9.0.0', filename });
    show();
    const hand = await fillIn();
    const list = [release('9.0.0', true), ...RELEASES];
    client.answer(clientDownload.releases, { list, linux: 'coming', platforms: [], protocol: PROTOCOL });
    await hand.click(screen.getByRole('button', { name: 'Get download link' }));
    expect(await screen.findByText(`${filename} is downloading`)).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Changes in 9.0.0' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Windows' }).nextElementSibling?.textContent).toBe(filename);
    expect(screen.getByRole('link', { name: 'Download file' })).toBeTruthy();
  });

  test('tells when the link is over, and that a new one is needed', async () => {
    client.answer(clientDownload.claim, { ...LINK, expires_in: 0 });
    show();
    const hand = await fillIn();
    await hand.click(screen.getByRole('button', { name: 'Get download link' }));
    const over = await screen.findByText('The link to yunduo-1.4.0-windows-x64.zip has expired');
    expect(over.closest('[data-tone]')?.getAttribute('data-tone')).toBe('warn');
    expect(screen.getByRole('link', { name: 'Download file' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('tells so also to a visitor whose computer slept, which stops its timers', async () => {
    client.answer(clientDownload.claim, LINK);
    show();
    const hand = await fillIn();
    await hand.click(screen.getByRole('button', { name: 'Get download link' }));
    expect(await screen.findByText('yunduo-1.4.0-windows-x64.zip is downloading')).toBeTruthy();
    const woken = Date.now() + LINK.expires_in * 1000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(woken);
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText('The link to yunduo-1.4.0-windows-x64.zip has expired')).toBeTruthy();
    clock.mockRestore();
  });

  test('shows a busy state and sends one request', async () => {
    client.answer(clientDownload.claim, () => new Promise(() => undefined));
    show('zh');
    const hand = userEvent.setup();
    await hand.type(await screen.findByLabelText('邀请码'), CODE);
    await hand.click(screen.getByRole('radio', { name: /Mac（Apple 芯片）/ }));
    await hand.click(screen.getByRole('checkbox'));
    await hand.click(screen.getByRole('button', { name: zh.download.claim.submit }));
    const busy = await screen.findByRole('button', { name: zh.download.claim.busy });
    expect(busy.getAttribute('aria-busy')).toBe('true');
    await hand.click(busy);
    expect(client.count(clientDownload.claim)).toBe(1);
  });

  test('shows a rejection in the server’s words and keeps the input', async () => {
    client.answer(clientDownload.claim, () => {
      throw rejection('INVITATION_USED_UP', {}, 'This invitation code has no uses left.');
    });
    show();
    const hand = await fillIn();
    await hand.click(screen.getByRole('button', { name: 'Get download link' }));
    expect(await screen.findByText('This invitation code has no uses left.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Invitation code').value).toBe(CODE);
    expect(pressed).toEqual([]);
  });

  test('is closed while no agreement is published', async () => {
    client.answer(clientDownload.releases, {
      list: RELEASES,
      linux: 'coming',
      platforms: [],
      protocol: null,
    });
    show();
    expect(await screen.findByText('Downloads are not open yet')).toBeTruthy();
    expect(screen.queryByLabelText('Invitation code')).toBeNull();
  });
});

describe('invitation request', () => {
  test('is linked from the code field and requires address and purpose before the captcha', async () => {
    show();
    const ask = await screen.findByRole('link', { name: 'Request a code' });
    expect(document.querySelector(ask.getAttribute('href') ?? '')?.textContent).toContain(
      'Request an invitation code',
    );
    const hand = userEvent.setup();
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Please enter an email address')).toBeTruthy();
    expect(screen.getByText('Describe what you will use it for')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe(
      '/en/protocol/privacy-policy',
    );
  });

  test('sends nothing before the captcha; closing it keeps the draft, also over a reload', async () => {
    client.answer(captcha.challenge, () => new Promise(() => undefined));
    const { unmount } = show();
    const hand = userEvent.setup();
    await hand.type(await screen.findByLabelText('Email'), 'reader@example.com');
    await hand.type(screen.getByLabelText('Purpose'), 'Forty servers');
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await waitFor(() => expect(client.count(captcha.challenge)).toBe(1));
    expect(client.calls.find(({ endpoint }) => endpoint === captcha.challenge)?.input).toEqual({
      scene: 'invite',
    });
    await hand.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.count(invite.request)).toBe(0);
    unmount();
    show();
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('reader@example.com');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Purpose').value).toBe('Forty servers');
  });
});

test('a sent invitation request names its address and has the focus; another starts empty', async () => {
  client.answer(captcha.challenge, captchaChallenge);
  client.answer(captcha.extend, { expires_in: 86_400 });
  client.answer(captcha.verify, { ticket: 'ticket-1', expires_in: 180 });
  client.answer(invite.request, null);
  show();
  const hand = userEvent.setup();
  await hand.type(await screen.findByLabelText('Email'), 'reader@example.com');
  await hand.type(screen.getByLabelText('Purpose'), 'Forty servers');
  await hand.click(screen.getByRole('button', { name: 'Send request' }));
  const slider = await screen.findByRole('slider');
  await waitFor(() => expect(slider.ariaDisabled).not.toBe('true'));
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  fireEvent.keyDown(slider, { key: 'Enter' });
  const another = await screen.findByRole('button', { name: en.download.invite.another });
  await waitFor(() => expect(document.activeElement).toBe(another));
  expect(screen.getByText(/reader@example\.com/)).toBeTruthy();
  expect(client.calls.find(({ endpoint }) => endpoint === invite.request)?.input).toEqual({
    email: 'reader@example.com',
    purpose: 'Forty servers',
    captcha_ticket: 'ticket-1',
    locale: 'en',
  });
  await hand.click(another);
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Purpose').value).toBe('');
});

test('a dead download link shows a message and the form', async () => {
  show('zh', '?link=gone');
  expect(await screen.findByText('下载链接不存在')).toBeTruthy();
  expect(screen.getByLabelText('邀请码')).toBeTruthy();
});

test('shows an empty state without releases', async () => {
  client.answer(clientDownload.releases, { list: [], linux: 'coming', platforms: [], protocol: PROTOCOL });
  show('en', '?link=gone');
  expect(await screen.findByText('Nothing to download yet')).toBeTruthy();
  // No new link can be got below.
  expect(screen.queryByText('Download link does not exist')).toBeNull();
});

describe('on Windows', () => {
  beforeEach(() => {
    jest
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36');
  });
  afterEach(() => void jest.restoreAllMocks());
  const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

  test('selects the Windows build', async () => {
    show();
    await waitFor(async () => expect((await radio(/Windows/)).checked).toBe(true));
  });

  test('keeps a build selected for another computer over a reload', async () => {
    const { unmount } = show();
    await waitFor(async () => expect((await radio(/Windows/)).checked).toBe(true));
    await userEvent.click(await radio(/Mac \(Apple silicon\)/));
    await waitFor(() => expect(sessionStorage.getItem('typed:claim')).toContain('mac-arm64'));
    unmount();
    show();
    expect((await radio(/Mac \(Apple silicon\)/)).checked).toBe(true);
    expect(sessionStorage.getItem('typed:claim')).toContain('mac-arm64');
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows-x64'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', null],
  ['Mozilla/5.0 (X11; Linux x86_64)', null],
])('guessPlatform of %s is %s', (agent, platform) => {
  expect(guessPlatform(agent)).toBe(platform);
});

test.each(['', '?link=gone'])('%s has the recorded markup', async (query) => {
  expect(await markupOf(() => show('en', query))).toMatchSnapshot();
});

test('without releases it has the recorded markup', async () => {
  client.answer(clientDownload.releases, { list: [], linux: 'coming', platforms: [], protocol: PROTOCOL });
  expect(await markupOf(() => show())).toMatchSnapshot();
});
