import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { copied, markupOf } from '@yunduo/app-shell/testing';
import { protocol } from '@yunduo/api-contract';
import { fakeClient, rejection, type FakeClient } from '@yunduo/data-access/testing';
import { PROTOCOL_SLUGS } from '@yunduo/validation';
import { renderRoute } from '../../testing/render-route.tsx';
import { protocolInput } from './protocol-input.ts';
import * as route from './route.tsx';

const VERSIONS = ['1.1.0', '1.0.0'].map((version, index) => ({
  version,
  published_at: `2026-0${String(6 - index)}-01T00:00:00.000Z`,
  hash: 'b'.repeat(64),
  current: index === 0,
}));

let client: FakeClient;
beforeEach(() => {
  client = fakeClient(
    [protocol.versions, { list: VERSIONS }],
    [
      protocol.detail,
      ({ id, version = '1.1.0' }: { id: string; version?: string }) => ({
        id,
        title: 'User agreement',
        version,
        published_at: '2026-06-01T00:00:00.000Z',
        html: '<p>Between us.</p><h2>Scope</h2><p>These terms apply.</p><h2>Fees</h2><p>None.</p><h2>End</h2><p>Any time.</p>',
        hash: 'a'.repeat(64),
      }),
    ],
  );
});

const show = (at: string, locale: 'zh' | 'en' = 'en') =>
  renderRoute(route, { client, pattern: '/protocol/:id', at, locale });

test('shows the text with version, effective date and checksum', async () => {
  show('/protocol/user-agreement');
  expect(await screen.findByRole('heading', { level: 1, name: 'User agreement' })).toBeTruthy();
  expect(screen.getByText('Version 1.1.0')).toBeTruthy();
  expect(screen.getByText('Effective 1 Jun 2026')).toBeTruthy();
  expect(screen.getByText('a'.repeat(64))).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Scope' })).toBeTruthy();
  expect(await copied()).toEqual([['Copy checksum', 'a'.repeat(64)]]);
});

test('the table of contents links to the sections of this version', async () => {
  const { router } = show('/protocol/user-agreement?version=1.0.0');
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
  const entries = contents.getAllByRole('link');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Scope', 'Fees', 'End']);
  for (const entry of entries) {
    const [path, id] = (entry.getAttribute('href') ?? '').split('#');
    expect(path).toBe('/en/protocol/user-agreement?version=1.0.0');
    const section = document.getElementById(id ?? '');
    expect(within(section as HTMLElement).getByRole('heading', { level: 2 }).textContent).toBe(
      entry.textContent,
    );
  }
  expect(router.state.location.search).toBe('?version=1.0.0');
});

test('two sections of one heading have a link each', async () => {
  client.answer(protocol.detail, {
    id: 'user-agreement',
    title: 'User agreement',
    version: '1.1.0',
    published_at: '2026-06-01T00:00:00.000Z',
    html: '<h2>Fees</h2><p>None.</p><h2>Other</h2><p>One.</p><h2>Other</h2><p>Two.</p>',
    hash: 'a'.repeat(64),
  });
  show('/protocol/user-agreement');
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
  const texts = contents.getAllByRole('link').map((link) => {
    const [, id] = (link.getAttribute('href') ?? '').split('#');
    return document.getElementById(id ?? '')?.textContent;
  });
  expect(texts).toEqual(['FeesNone.', 'OtherOne.', 'OtherTwo.']);
});

test('a text with two headings has no table of contents, and can be printed', async () => {
  const html = '<h2>Scope</h2><p>a</p><h2>Fees</h2><p>b</p>';
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  client.answer(protocol.detail, {
    id: 'user-agreement',
    title: 'User agreement',
    version: '1.1.0',
    published_at: '2026-06-01T00:00:00.000Z',
    html,
    hash: 'a'.repeat(64),
  });
  show('/protocol/user-agreement');
  expect(await screen.findByRole('heading', { level: 2, name: 'Fees' })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Contents' })).toBeNull();
  expect(screen.queryByText(/You are reading an older version/)).toBeNull();
  const others = within(screen.getByRole('navigation', { name: 'Other agreements' }));
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    PROTOCOL_SLUGS.filter((slug) => slug !== 'user-agreement').map((slug) => `/en/protocol/${slug}`),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
});

test('renders Chinese without a path prefix', async () => {
  show('/protocol/user-agreement', 'zh');
  expect(await screen.findByText('1.1.0 版')).toBeTruthy();
  expect(screen.getByText('2026年6月1日起生效')).toBeTruthy();
  const others = within(screen.getByRole('navigation', { name: '其他协议' }));
  expect(others.getByRole('link', { name: '隐私政策' }).getAttribute('href')).toBe(
    '/protocol/privacy-policy',
  );
});

describe('older versions', () => {
  test('are listed; the current one has no version in its URL', async () => {
    show('/protocol/user-agreement');
    const versions = within(await screen.findByRole('navigation', { name: 'All versions' }));
    expect(versions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/en/protocol/user-agreement',
      '/en/protocol/user-agreement?version=1.0.0',
    ]);
  });

  test.each([
    [5, 'links'],
    [6, 'form'],
  ])('%d of them are offered as %s', async (count, kind) => {
    const list = Array.from({ length: count }, (_, at) => ({
      ...VERSIONS[0],
      version: `1.${count - at}.0`,
      current: at === 0,
    }));
    client.answer(protocol.versions, { list });
    show('/protocol/user-agreement?version=1.2.0');
    await screen.findByRole('heading', { level: 1 });
    const nav = screen.queryByRole('navigation', { name: 'All versions' });
    const choice = screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Select a version' });
    if (kind === 'links') {
      expect(choice).toBeNull();
      const links = within(nav as HTMLElement).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([
        null,
        null,
        null,
        'page',
        null,
      ]);
    } else {
      expect(nav).toBeNull();
      expect([choice?.value, choice?.options[0]?.text]).toEqual(['1.2.0', '1.6.0 · Current']);
      expect(choice?.form?.getAttribute('action')).toBe('/en/protocol/user-agreement');
    }
  });

  test('show a notice and a link to the current version', async () => {
    show('/protocol/user-agreement?version=1.0.0');
    expect(await screen.findByText('You are reading an older version, 1.0.0.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View current version' }).getAttribute('href')).toBe(
      '/en/protocol/user-agreement',
    );
  });
});

describe('id in the path', () => {
  test.each(['User-Agreement', 'user_agreement', '-', 'a--b', '..%2Fetc', `${'a'.repeat(65)}`])(
    '[R2.24] rejects %s with a 404 that names the path, without an API request',
    async (id) => {
      show(`/protocol/${id}`);
      expect((await screen.findByRole('alert')).textContent).toBe(`404 Page Not Found: /en/protocol/${id}`);
      expect(client.calls).toEqual([]);
    },
  );

  test('of an unknown protocol is a 404', async () => {
    client.answer(protocol.detail, () => {
      throw rejection('PROTOCOL_NOT_FOUND');
    });
    show('/protocol/refund-policy');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^404/);
  });
});

test('an invalid version is not requested', () => {
  const query = (version: string) => new URLSearchParams({ version });
  expect(protocolInput('user-agreement', query('1.0.0'))).toEqual({ id: 'user-agreement', version: '1.0.0' });
  expect(protocolInput('user-agreement', query(''))).toEqual({ id: 'user-agreement' });
  expect(protocolInput('user-agreement', query('1'.repeat(20)))).not.toBeNull();
  expect(protocolInput('a'.repeat(64), query(''))).toEqual({ id: 'a'.repeat(64) });
  expect(protocolInput(undefined, query(''))).toBeNull();
  expect(protocolInput('user-agreement', query('1.0.0; drop'))).toBeNull();
  expect(protocolInput('user-agreement', query('1'.repeat(21)))).toBeNull();
});

test.each(['/protocol/user-agreement', '/protocol/user-agreement?version=1.0.0'])(
  '%s has the recorded markup',
  async (at) => {
    expect(await markupOf(() => show(at))).toMatchSnapshot();
  },
);
