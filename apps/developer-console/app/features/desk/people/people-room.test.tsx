import { beforeEach, describe, expect, test } from '@jest/globals';
import { adminUser, type AdminAccountDetail } from '@yunduo/api-contract';
import { clearMessages, inShell, markupOf, outline } from '@yunduo/app-shell/testing';
import { rejection, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import type { Role } from '@yunduo/validation';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { Roles } from './account-file.tsx';
import PeopleRoom from './people-room.tsx';
import {
  type Answer,
  AT,
  closed,
  dialog,
  expectKeptInput,
  failing,
  openRoom,
  page,
  toast,
} from '../room-testing.tsx';

const account = {
  id: 9,
  email: 'buyer@example.com',
  nickname: 'Lin',
  roles: ['user', 'developer', 'operator'] as Role[],
  created_at: AT,
  disabled_at: null as string | null,
};
const session = { id: 31, device: 'Firefox on Debian', created_at: AT, last_used_at: AT, expires_at: AT };
const detail = (changes: Partial<AdminAccountDetail> = {}): AdminAccountDetail => ({
  account,
  own: false,
  second_factor: true,
  deletion_blockers: [],
  sessions: [session],
  ...changes,
});
const open = (search: string, answers: Answer[] = [], role: Role = 'operator') =>
  openRoom(
    <PeopleRoom />,
    `people${search}`,
    [[adminUser.list, page([account])], [adminUser.detail, detail()], ...answers],
    role,
  );
const buttons = () =>
  screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(clearMessages);
});

describe('an account offers', () => {
  const sessions = ['Sign out Firefox on Debian', 'Sign out all devices'];
  const disabled = { account: { ...account, disabled_at: AT } };
  test.each<[string, Partial<AdminAccountDetail>, Role, string[]]>([
    [
      'an operator: roles without power, sessions, second factor, disabling, deletion',
      {},
      'operator',
      ['Revoke role: Developer', ...sessions, 'Reset two-step sign-in', 'Disable account', 'Delete account'],
    ],
    [
      'an admin: every role',
      {},
      'admin',
      [
        'Revoke role: Developer',
        'Grant role: Reviewer',
        'Revoke role: Operator',
        'Grant role: Admin',
        ...sessions,
        'Reset two-step sign-in',
        'Disable account',
        'Delete account',
      ],
    ],
    [
      'an admin, of their own account: no grant, no reset, no disabling and no deletion',
      { own: true },
      'admin',
      ['Revoke role: Developer', 'Revoke role: Operator', ...sessions],
    ],
    [
      'no reset without a second factor, and enabling if it is disabled',
      { second_factor: false, sessions: [], ...disabled },
      'operator',
      ['Revoke role: Developer', 'Enable account', 'Delete account'],
    ],
    [
      'no deletion by an API that has none',
      { second_factor: false, sessions: [], deletion_blockers: undefined as never },
      'operator',
      ['Revoke role: Developer', 'Disable account'],
    ],
  ])('%s', async (_what, changes, role, actions) => {
    open('?id=9', [[adminUser.detail, detail(changes)]], role);
    await screen.findByRole('heading', { name: 'Signed-in devices' });
    expect(buttons()).toEqual(actions);
  });
});

test('an account shows its state beside its roles while it is disabled, and its entries in the audit log', async () => {
  const { sent } = open('?id=9', [
    [
      adminUser.detail,
      detail({ account: { ...account, disabled_at: AT }, sessions: [{ ...session, device: '' }] }),
    ],
  ]);
  expect((await screen.findAllByText('Disabled')).map(({ tagName }) => tagName)).toEqual(['SPAN', 'DT']);
  expect(sent(adminUser.detail)).toEqual([{ id: 9 }]);
  expect(document.title).toContain('buyer@example.com');
  expect(screen.getByText('Operator')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View audit log' }).getAttribute('href')).toBe(
    '/en/developer-center/desk/audit?target=user:9',
  );
  expect(within(screen.getByRole('table')).getByText('Unknown device')).toBeTruthy();
  expect(await outline()).toMatchSnapshot();
  act(() => screen.getByRole('button', { name: 'Sign out Unknown device' }).click());
  expect((await screen.findByRole('dialog')).textContent).toContain('Unknown device');
});

test.each([
  ['Sign out all devices', 'Sign out', adminUser.endSessions, { reason: '' }, 'Signed out', /on all devices/],
  [
    'Sign out Firefox on Debian',
    'Sign out',
    adminUser.endSessions,
    { reason: '', session: 31 },
    'Signed out',
    /on Firefox on Debian/,
  ],
  [
    'Disable account',
    'Disable account',
    adminUser.disable,
    { reason: '', disabled: true },
    'Account disabled',
    /cannot sign in until/,
  ],
] as const)('%s is confirmed, sent and reported', async (name, submit, endpoint, input, report, intro) => {
  const { sent, hand } = open('?id=9', [[endpoint, { ended: 1 }]]);
  await hand.click(await screen.findByRole('button', { name }));
  const form = await dialog();
  expect(form.getByText(intro)).toBeTruthy();
  await hand.click(form.getByRole('button', { name: submit }));
  await closed();
  expect(sent(endpoint)).toEqual([{ email: 'buyer@example.com', ...input }]);
  expect(toast()).toContain(report);
  await waitFor(() => expect(sent(adminUser.detail)).toHaveLength(2));
});

test('a disabled account is enabled again', async () => {
  const { sent, hand } = open('?id=9', [
    [adminUser.detail, detail({ account: { ...account, disabled_at: AT } })],
    [adminUser.disable, account],
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Enable account' }));
  expect((await dialog()).getByText('buyer@example.com can sign in again.')).toBeTruthy();
  await hand.click((await dialog()).getByRole('button', { name: 'Enable account' }));
  await closed();
  expect(sent(adminUser.disable)).toEqual([{ email: 'buyer@example.com', reason: '', disabled: false }]);
  expect(toast()).toContain('Account enabled');
});

test('an account is deleted with a reason, and the list follows', async () => {
  const { sent, hand, router } = open('?id=9', [[adminUser.delete, null as never]]);
  await hand.click(await screen.findByRole('button', { name: 'Delete account' }));
  const form = await dialog();
  expect(form.getByText(/authorization codes end without a refund.*cannot be undone/)).toBeTruthy();
  await hand.click(form.getByRole('button', { name: 'Delete account' }));
  expect(await form.findByText('Enter a reason')).toBeTruthy();
  await hand.type(form.getByRole('textbox'), 'Lost the mailbox, known by video');
  await hand.click(form.getByRole('button', { name: 'Delete account' }));
  await closed();
  expect(sent(adminUser.delete)).toEqual([
    { email: 'buyer@example.com', reason: 'Lost the mailbox, known by video' },
  ]);
  expect(toast()).toContain('Account deleted');
  expect(await screen.findByRole('table', { name: 'People' })).toBeTruthy();
  expect(router.state.location.search).toBe('');
  // Back does not lead to what is gone.
  expect(router.state.historyAction).toBe('REPLACE');
});

test.each([
  ['Reset two-step sign-in', 'Reset two-step sign-in', adminUser.removeFactor, 'STATE_CHANGED'],
  ['Delete account', 'Delete account', adminUser.delete, 'DELETION_BLOCKED'],
  ['Sign out Firefox on Debian', 'Sign out', adminUser.endSessions, 'NOT_FOUND'],
  ['Revoke role: Developer', 'Revoke', adminUser.role, 'USER_NOT_FOUND'],
] as const)(
  '“%s” closes with the reason when the account has changed meanwhile',
  async (name, submit, call, code) => {
    const { hand, sent } = open('?id=9', [[call, failing(rejection(code, {}, 'It has changed'))]]);
    await hand.click(await screen.findByRole('button', { name }));
    const form = await dialog();
    for (const field of form.queryAllByRole('textbox')) await hand.type(field, 'As agreed');
    await hand.click(form.getByRole('button', { name: submit }));
    await closed();
    expect(toast()).toContain('It has changed');
    await waitFor(() => expect(sent(adminUser.detail)).toHaveLength(2));
  },
);

test('a typed reason is there again after the session has ended', () =>
  expectKeptInput(() => open('?id=9'), 'Delete account'));

test('an operator who went on while an account was deleted stays there', async () => {
  const { hand, router } = open('?id=9', [
    [
      adminUser.delete,
      () => {
        history.pushState(null, '', '/en/developer-center/desk/orders');
        return null;
      },
    ],
  ]);
  await hand.click(await screen.findByRole('button', { name: 'Delete account' }));
  const form = await dialog();
  await hand.type(form.getByRole('textbox'), 'Known by video');
  await hand.click(form.getByRole('button', { name: 'Delete account' }));
  await closed();
  expect(router.state.location.search).toBe('?id=9');
  history.replaceState(null, '', '/');
});

test('an account that cannot be deleted yet says what has to be settled', async () => {
  const blockers = [
    { kind: 'open_orders' as const, count: 1 },
    { kind: 'apps_in_store' as const, count: 2 },
  ];
  open('?id=9', [[adminUser.detail, detail({ deletion_blockers: blockers })]]);
  await screen.findByText('The account cannot be deleted yet');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Open orders: 1',
    'Published apps: 2',
  ]);
  expect(buttons()).not.toContain('Delete account');
  expect(await outline()).toMatchSnapshot();
  cleanup();
  open('?id=9', [[adminUser.detail, detail({ deletion_blockers: blockers.slice(0, 1) })]]);
  expect(await screen.findByText('Open orders: 1')).toBeTruthy();
  expect(buttons()).not.toContain('Delete account');
});

test('a role is granted after a question that names role and account', async () => {
  const { sent, hand } = open('?id=9', [[adminUser.role, account]], 'admin');
  await hand.click(await screen.findByRole('button', { name: 'Grant role: Admin' }));
  const ask = await dialog();
  expect(ask.getByText('buyer@example.com gets the role “Admin” immediately.')).toBeTruthy();
  await hand.click(ask.getByRole('button', { name: 'Cancel' }));
  await closed();
  expect(sent(adminUser.role)).toEqual([]);
  await hand.click(screen.getByRole('button', { name: 'Grant role: Admin' }));
  await hand.click((await dialog()).getByRole('button', { name: 'Grant' }));
  await closed();
  expect(sent(adminUser.role)).toEqual([{ email: 'buyer@example.com', role: 'admin', granted: true }]);
  expect(toast()).toContain('Role granted');
});

test('an address that names no account says so', async () => {
  open('?id=x', [[adminUser.detail, failing(rejection('VALIDATION_FAILED'))]]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Account not found' })).toBeTruthy();
  expect(toast()).toBe('');
});

test('an account that failed to load is requested again by button', async () => {
  const { client, hand } = open('?id=9', [[adminUser.detail, failing(silence())]]);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  client.answer(adminUser.detail, detail());
  await hand.click(retry);
  expect(await screen.findByRole('heading', { name: 'buyer@example.com' })).toBeTruthy();
});

test('the list shows state and roles, and requests the filters of the address that exist', async () => {
  const { sent } = open('?q=+Lin+&role=king&disabled=true&page=99999', [
    [
      adminUser.list,
      page([account, { ...account, id: 10, email: 'b@example.com', nickname: '', disabled_at: AT }]),
    ],
  ]);
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toMatch(/Lin.*Developer.*Operator.*Active/);
  expect(second?.textContent).toMatch(/Disabled/);
  expect(second?.textContent).not.toContain('Active');
  expect(sent(adminUser.list)).toEqual([{ q: 'Lin', disabled: true, page: 10_000 }]);
  expect(await outline()).toMatchSnapshot();
});

test.each(['?q=lin&role=developer&disabled=true', '?id=9'])(
  'the page “%s” has the recorded markup',
  async (search) => {
    const disabled = { ...account, id: 10, email: 'off@example.com', nickname: '', disabled_at: AT };
    const answers: Answer[] = [
      [adminUser.list, page([account, disabled])],
      [adminUser.detail, detail({ sessions: [session, { ...session, id: 32, device: 'Safari on iPhone' }] })],
    ];
    expect(await markupOf(() => open(search, answers, 'admin'))).toMatchSnapshot();
  },
);

test.each<[roles: Role[], shown: string[]]>([
  [['user'], ['User']],
  [['user', 'admin'], ['Admin']],
  [
    ['user', 'reviewer', 'admin'],
    ['Reviewer', 'Admin'],
  ],
])('names the roles of %j other than user', (roles, shown) => {
  render(inShell(<p data-testid="roles">{<Roles roles={roles} />}</p>, { locale: 'en', words: en }).element);
  const [first] = screen.getByTestId('roles').children;
  const message = first?.children.length
    ? [...first.children].map(({ textContent }) => textContent)
    : [first?.textContent];
  expect(message).toEqual(shown);
});
