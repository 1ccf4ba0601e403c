import { expect, test } from '@jest/globals';
import { adminAudit, userInfo, type AuditEntry } from '@yunduo/api-contract';
import { inShell, markupOf, outline } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import AuditRoom from './audit-room.tsx';

const operator = userFixture({ id: 7, email: 'operator@yunduo.test', roles: ['user', 'operator'] });
const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: '2026-11-20T02:00:00.000Z',
  actor: 'operator@yunduo.test',
  actor_id: 7,
  via: 'api',
  action: 'order.refund',
  target: 'order:YD-1',
  details: {},
  ...changes,
});

function show(search: string, list: AuditEntry[]) {
  const client = fakeClient(
    [userInfo.index, operator],
    [adminAudit.list, { list, total: list.length, page: 1, page_size: 20 }],
  );
  const view = inShell(<AuditRoom />, {
    locale: 'en',
    words: en,
    client,
    path: `/en/developer-center/desk/audit${search}`,
  });
  view.store.dispatch(sessionStarted({ token: 'yd_token', user: operator }));
  render(view.element);
  return { ...view, client };
}

async function open(search: string, list: AuditEntry[] = [entry()]) {
  const { client } = show(search, list);
  const [, ...rows] = await screen.findAllByRole('row');
  const { input } = client.calls.find(({ endpoint }) => endpoint === adminAudit.list) ?? {};
  return { rows, input };
}

test.each<[string, object]>([
  ['', {}],
  ['?actor=+a@b.test+&target=+user:9+', { actor: 'a@b.test', target: 'user:9' }],
  ['?action=dev_app', { action: 'dev_app' }],
  ['?action=unknown&from=2026-13-45&to=18.11.2026', {}],
  ['?from=2026-11-18', { from: '2026-11-17T16:00:00.000Z' }],
  ['?to=2026-11-18', { to: '2026-11-18T16:00:00.000Z' }],
  [
    `?actor=${'a'.repeat(300)}&target=${'b'.repeat(300)}`,
    { actor: 'a'.repeat(254), target: 'b'.repeat(200) },
  ],
])('the address “%s” requests the filters that are valid', async (search, filters) => {
  const { input } = await open(search);
  expect(input).toEqual({ ...filters, page: 1 });
});

test('an entry names its kind by the part before the full stop, its way and its details', async () => {
  const { rows } = await open('', [
    entry({ action: 'app_report.close', via: 'command', details: { note: 'Sorry', amounts: [1, 2] } }),
    entry({ id: 2, action: 'mystery.begin', via: 'job' }),
    entry({ id: 3, action: 'invite_request.decline' }),
  ]);
  const [first, second, third] = rows as [HTMLElement, HTMLElement, HTMLElement];
  expect(third.textContent).toContain('Invitation requestinvite_request.decline');
  expect(first.textContent).toContain('Reportapp_report.close');
  expect(within(first).getByText('Command line')).toBeTruthy();
  expect(
    within(first)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sorry', '[1,2]']);
  expect(second.textContent).toMatch(/Background job.*mystery\.begin.*–$/);
  expect(await outline()).toMatchSnapshot();
});

test('an empty value is a dash, and an empty list stays a list', async () => {
  const { rows } = await open('', [entry({ details: { note: '', reviewer: null, files: [] } })]);
  const values = within(rows[0] as HTMLElement).getAllByRole('definition');
  expect(values.map(({ textContent }) => textContent)).toEqual(['–', '–', '[]']);
});

test('a chosen kind of action applies at once', async () => {
  const { router } = show('', [entry()]);
  await screen.findAllByRole('row');
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'order' } });
  await waitFor(() => expect(router.state.location.search).toBe('?action=order'));
});

test('a release shows what it changed first, and each file by platform and size above its checksum', async () => {
  const sha256 = 'a'.repeat(64);
  const {
    rows: [row],
  } = await open('', [
    entry({
      action: 'release.publish',
      details: {
        to: 'released',
        from: 'draft',
        image: 'registry.test/private',
        version: '1.4.1',
        artefacts: [{ size: 2_590_458, sha256, target: 'mac-arm64' }],
        notes: [{ locale: 'en', at: '2026-11-20T02:00:00.000Z' }],
      },
    }),
  ]);
  const details = within(row as HTMLElement);
  expect(details.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'version',
    'from',
    'to',
    'image',
    'artefacts',
    'notes',
  ]);
  expect(details.getByText('mac-arm64 · 2.5 MB').textContent).toBe(`mac-arm64 · 2.5 MB${sha256}`);
  expect(details.getByText('locale en, at 20 Nov 2026, 10:00')).toBeTruthy();
});

test('the page has the recorded markup', async () => {
  const list = [
    entry({ details: { note: 'Sorry', amounts: [1, 2] } }),
    entry({ id: 2, actor_id: null, via: 'job' }),
  ];
  expect(
    await markupOf(() => show('?actor=a%40b.test&action=order&from=2026-11-18', list)),
  ).toMatchSnapshot();
});
