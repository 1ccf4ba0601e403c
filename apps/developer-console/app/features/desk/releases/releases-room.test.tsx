import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  adminInvite,
  adminRelease,
  type AdminRelease,
  type Invitation,
  type InviteRequest,
} from '@yunduo/api-contract';
import { clearMessages, copied, inShell, markupOf, outline, messageOrToast } from '@yunduo/app-shell/testing';
import { rejection } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { DAY } from '@yunduo/validation';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { runtimeConfig } from '../../../shell/runtime-config.ts';
import ReleasesRoom from './releases-room.tsx';
import {
  type Answer,
  AT,
  closed,
  dialog,
  failing,
  fill,
  openRoom,
  page,
  rows,
  toast,
} from '../room-testing.tsx';

const invitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: 11,
  head: 'INV-7K3M9',
  note: 'Fair in Shenzhen',
  state: 'usable',
  uses: 5,
  used: 2,
  expires_at: AT,
  created_at: AT,
  last_used_at: AT,
  revoked_at: null,
  ...changes,
});
const request = (changes: Partial<InviteRequest> = {}): InviteRequest => ({
  id: 21,
  email: 'lin@example.com',
  locale: 'zh',
  purpose: '公司内部使用',
  state: 'open',
  created_at: AT,
  answered_at: null,
  answer: '',
  invitation: null,
  ...changes,
});
const release = (changes: Partial<AdminRelease> = {}): AdminRelease => ({
  product: 'client',
  version: '1.4.0',
  published_at: AT,
  withdrawn_at: null,
  reason: null,
  mandatory: true,
  minimum: '1.2.0',
  notes: { zh: '修复', en: 'Fixes' },
  image: null,
  digest: null,
  artefacts: [
    { target: 'mac-arm64', filename: 'yunduo.dmg', size: 10, human_size: '10 B', sha256: 'a'.repeat(64) },
  ],
  ...changes,
});
const open = (search = '', answers: Answer[] = []) =>
  openRoom(<ReleasesRoom />, `releases${search}`, [
    [adminInvite.list, page([invitation()])],
    [adminInvite.requests, page([request()])],
    [adminRelease.list, { list: [release()] }],
    ...answers,
  ]);
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(clearMessages);
});

test.each([
  ['', 'Invitation codes'],
  ['?kind=unknown', 'Invitation codes'],
  ['?kind=requests', 'Requests'],
  ['?kind=releases', 'Versions'],
])('the address %s shows one kind and marks its tab', async (search, name) => {
  open(search);
  await rows();
  const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(current.map(({ textContent }) => textContent)).toEqual([name]);
});

test.each([
  [
    '',
    ['No invitation codes yet', 'Create codes and send them to users who want to download the client.'],
    null,
  ],
  ['?kind=requests', ['No requests yet', 'Requests from the download page appear here.'], null],
  ['?kind=releases', ['No versions yet', 'Users can download once you release the first version.'], null],
  ['?state=expired', ['No matching entries', 'Remove a filter, or clear all of them.'], ''],
  ['?kind=requests&state=open', ['No matching entries'], '?kind=requests'],
])('the empty list at “%s” says why it is empty; all are a link away', async (search, texts, all) => {
  open(search, [
    [adminInvite.list, page([])],
    [adminInvite.requests, page([])],
    [adminRelease.list, { list: [] }],
  ]);
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Clear filters' })?.getAttribute('href')).toBe(
    all === null ? undefined : `/en/developer-center/desk/releases${all}`,
  );
});

describe('invitation codes', () => {
  test('show state, use and expiry; only a usable one can be disabled', async () => {
    const { sent } = open('?state=expired&page=3', [
      [
        adminInvite.list,
        page([
          invitation(),
          invitation({
            id: 12,
            head: 'INV-OLD',
            state: 'revoked',
            note: '',
            used: 0,
            expires_at: null,
            last_used_at: null,
          }),
        ]),
      ],
    ]);
    const [first, second] = await rows();
    expect(sent(adminInvite.list)).toEqual([{ state: 'expired', page: 3 }]);
    expect(first?.textContent).toContain('Fair in Shenzhen');
    expect(first?.textContent).toContain('2 of 5Last used');
    expect(first?.textContent).toContain('Usable');
    expect(second?.textContent).toContain('DisabledUses0 of 5ExpiresNever'.replace(/Uses|Expires/g, ''));
    expect(
      screen.getAllByRole('button', { name: /^Disable / }).map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Disable INV-7K3M9']);
    expect(await outline()).toMatchSnapshot();
  });

  test('are filtered by state, in the address', async () => {
    const { router, hand, sent } = open();
    await rows();
    expect(sent(adminInvite.list)).toEqual([{ page: 1 }]);
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'used_up');
    await waitFor(() => expect(router.state.location.search).toBe('?state=used_up'));
    await waitFor(() => expect(sent(adminInvite.list).at(-1)).toEqual({ state: 'used_up', page: 1 }));
  });

  test('are disabled after confirmation', async () => {
    const { client, hand, sent } = open('', [[adminInvite.revoke, invitation({ state: 'revoked' })]]);
    await hand.click(await button('Disable INV-7K3M9'));
    const ask = await dialog();
    expect(ask.getByRole('heading').textContent).toContain('INV-7K3M9');
    await hand.click(ask.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(client.count(adminInvite.revoke)).toBe(0);
    await hand.click(await button('Disable INV-7K3M9'));
    await hand.click((await dialog()).getByRole('button', { name: 'Disable code' }));
    await closed();
    expect(sent(adminInvite.revoke)).toEqual([{ id: 11 }]);
    expect(toast()).toContain('Invitation code disabled');
    await waitFor(() => expect(client.count(adminInvite.list)).toBe(2));
  });

  describe('created', () => {
    const made = {
      list: [
        { code: 'INV-AAAA-1', invitation: invitation({ uses: 1 }) },
        { code: 'INV-BBBB-2', invitation: invitation({ id: 12, uses: 1, expires_at: null }) },
      ],
    };
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click');
    afterEach(() => void clicked.mockReset());

    test('are shown once with the focus, downloaded as CSV, and gone after “I have saved them”', async () => {
      let saved: Blob | undefined;
      URL.createObjectURL = (blob) => {
        saved = blob as Blob;
        return 'blob:codes';
      };
      URL.revokeObjectURL = () => undefined;
      clicked.mockImplementation(() => undefined);
      const { client, hand, router, store, sent } = open('', [[adminInvite.createMany, made]]);
      await hand.click(await button('Create codes'));
      const form = await dialog();
      fill(form.getByLabelText('Quantity'), '2');
      await hand.selectOptions(form.getByLabelText('Valid for'), '30 days');
      fill(form.getByLabelText('Note (for colleagues)'), 'Fair');
      const before = Date.now();
      await hand.click(form.getByRole('button', { name: 'Create' }));
      const heading = await screen.findByRole('heading', { name: '2 invitation codes created' });
      await closed();
      await waitFor(() => expect(document.activeElement).toBe(heading));
      const [{ expires_at, ...input }] = sent(adminInvite.createMany) as [{ expires_at: string }];
      expect(input).toEqual({ count: 2, uses: 1, note: 'Fair' });
      const expires = Date.parse(expires_at) - 30 * DAY;
      expect(expires >= before && expires <= Date.now()).toBe(true);
      expect((await copied()).map(([, text]) => text)).toEqual(['INV-AAAA-1\nINV-BBBB-2']);
      expect(screen.getByRole('group', { name: 'Invitation codes' }).textContent).toBe(
        'INV-AAAA-1\nINV-BBBB-2',
      );
      expect(JSON.stringify(store.getState())).not.toContain('INV-AAAA-1');
      expect(sessionStorage.length).toBe(0);
      await hand.click(await button('Download CSV'));
      expect(clicked).toHaveBeenCalledTimes(1);
      const lines = new TextDecoder().decode(await saved?.arrayBuffer()).split('\r\n');
      expect(lines.slice(0, 3)).toEqual([
        expect.stringContaining('code,uses,expires_at (UTC+8)'),
        'INV-AAAA-1,1,2026-11-20 10:00:00',
        'INV-BBBB-2,1,',
      ]);
      // They outlast a look at another list.
      await act(() => router.navigate('/en/developer-center/desk/releases?kind=requests'));
      await waitFor(() => expect(screen.queryByText(/INV-AAAA-1/)).toBeNull());
      await act(() => router.navigate('/en/developer-center/desk/releases'));
      expect(await screen.findByText(/INV-AAAA-1/)).toBeTruthy();
      // More codes are added to those that are not saved yet.
      const [more] = made.list;
      client.answer(adminInvite.createMany, { list: [{ ...more, code: 'INV-CCCC-3' }] });
      await hand.click(await button('Create codes'));
      await hand.click((await dialog()).getByRole('button', { name: 'Create' }));
      await screen.findByRole('heading', { name: '3 invitation codes created' });
      expect(screen.getByRole('group', { name: 'Invitation codes' }).textContent).toBe(
        'INV-AAAA-1\nINV-BBBB-2\nINV-CCCC-3',
      );
      await hand.click(await button('I have saved them'));
      expect(screen.queryByText(/INV-AAAA-1/)).toBeNull();
    });

    test('may be valid for ever; a rejected expiry is shown at its field', async () => {
      let refused = true;
      const { hand, sent } = open('', [
        [
          adminInvite.createMany,
          () => {
            if (refused) throw rejection('VALIDATION_FAILED', { fields: { expires_at: 'field_invalid' } });
            return made;
          },
        ],
      ]);
      await hand.click(await button('Create codes'));
      const form = await dialog();
      const days = form.getByLabelText('Valid for');
      await hand.selectOptions(days, 'Never expires');
      await hand.click(form.getByRole('button', { name: 'Create' }));
      await waitFor(() => expect(days.getAttribute('aria-invalid')).toBe('true'));
      refused = false;
      await hand.click(await form.findByRole('button', { name: 'Create', busy: false }));
      await closed();
      expect(sent(adminInvite.createMany).at(-1)).toEqual({
        count: 10,
        uses: 1,
        note: '',
        expires_at: null,
      });
    });

    test('a number that is none is refused at its field, with what it must be', async () => {
      const { hand, sent } = open();
      await hand.click(await button('Create codes'));
      const form = await dialog();
      fill(form.getByLabelText('Quantity'), 'ten');
      fill(form.getByLabelText('Uses per code'), 'a few');
      await hand.click(form.getByRole('button', { name: 'Create' }));
      expect(await form.findByText('Enter a whole number from 1 to 100')).toBeTruthy();
      expect(form.getByText('Enter a whole number from 1 to 10,000')).toBeTruthy();
      expect(sent(adminInvite.createMany)).toEqual([]);
    });

    test('the input survives a closed dialog, and is removed by Cancel', async () => {
      const { hand } = open();
      const note = async () => (await dialog()).getByLabelText<HTMLInputElement>('Note (for colleagues)');
      await hand.click(await button('Create codes'));
      fill(await note(), 'Fair');
      await hand.keyboard('{Escape}');
      await closed();
      await hand.click(await button('Create codes'));
      expect((await note()).value).toBe('Fair');
      await hand.click((await dialog()).getByRole('button', { name: 'Cancel' }));
      await closed();
      await hand.click(await button('Create codes'));
      expect((await note()).value).toBe('');
    });
  });
});

describe('requests', () => {
  test('an open one has both answers; an answered one shows its answer in the requester’s language', async () => {
    const { sent } = open('?kind=requests&state=declined', [
      [
        adminInvite.requests,
        page([
          request(),
          request({
            id: 22,
            email: 'done@example.com',
            state: 'invited',
            answer: '欢迎',
            invitation: 'INV-AB',
          }),
        ]),
      ],
    ]);
    const [first, second] = await rows();
    expect(sent(adminInvite.requests)).toEqual([{ state: 'declined', page: 1 }]);
    expect(within(first as HTMLElement).getAllByRole('button')).toHaveLength(2);
    expect(within(first as HTMLElement).getByText('公司内部使用').lang).toBe('zh-CN');
    expect(within(second as HTMLElement).queryAllByRole('button')).toEqual([]);
    expect(second?.textContent).toContain('INV-AB…');
    expect(within(second as HTMLElement).getByText('欢迎').lang).toBe('zh-CN');
    expect(await outline()).toMatchSnapshot();
  });

  test('a code is sent without a message, a refusal only with a reason', async () => {
    const { client, hand, sent } = open('?kind=requests', [
      [adminInvite.answer, request({ state: 'invited' })],
    ]);
    await hand.click(await button('Send code to lin@example.com'));
    expect((await dialog()).getByText(/Write in Chinese/)).toBeTruthy();
    await hand.click((await dialog()).getByRole('button', { name: 'Send code' }));
    await closed();
    expect(toast()).toContain('Invitation code sent');
    await waitFor(() => expect(client.count(adminInvite.requests)).toBe(2));
    await hand.click(await button('Decline request of lin@example.com'));
    const form = await dialog();
    const reason = form.getByLabelText('Reason');
    await hand.click(form.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    fill(reason, '请稍后');
    await hand.click(form.getByRole('button', { name: 'Send reply' }));
    await closed();
    expect(sent(adminInvite.answer)).toEqual([
      { id: 21, decision: 'invite' },
      { id: 21, decision: 'decline', text: '请稍后' },
    ]);
  });

  test.each([
    ['closes with the reason if a colleague was faster', 'STATE_CHANGED', false],
    ['stays open with any other error', 'CONFLICT_OF_INTEREST', true],
  ] as const)('the dialog %s', async (_what, code, stays) => {
    const { hand } = open('?kind=requests', [
      [
        adminInvite.answer,
        () => {
          throw rejection(code, {}, 'Not any more');
        },
      ],
    ]);
    await hand.click(await button('Send code to lin@example.com'));
    await hand.click((await dialog()).getByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(messageOrToast('alert')).toContain('Not any more'));
    await waitFor(() => expect(screen.queryByRole('dialog') !== null).toBe(stays));
  });
});

describe('versions', () => {
  test('show whether they are offered, mandatory or withdrawn, and why', async () => {
    open('?kind=releases', [
      [
        adminRelease.list,
        {
          list: [
            release(),
            release({ version: '1.3.0', withdrawn_at: AT, reason: '会崩溃' }),
            release({ product: 'private', mandatory: false, minimum: null }),
          ],
        },
      ],
    ]);
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/Available.*Mandatory.*Clients below 1\.2\.0 must update/);
    expect(texts[1]).toMatch(/Withdrawn.*Reason: 会崩溃/);
    expect(screen.getByText('会崩溃').lang).toBe('zh-CN');
    expect(texts[1]).not.toMatch(/Mandatory|must update|Available/);
    expect(texts[2]).not.toMatch(/Mandatory|must update|Reason|Withdrawn/);
    const names = screen
      .getAllByRole('button', { name: /^(Update rules of|Withdraw) / })
      .map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual([
      'Update rules of 1.4.0',
      'Withdraw Desktop client 1.4.0',
      'Withdraw Private deployment 1.4.0',
    ]);
    expect(await outline()).toMatchSnapshot();
  });

  test('none yet', async () => {
    open('?kind=releases', [[adminRelease.list, { list: [] }]]);
    expect(await screen.findByRole('heading', { name: 'No versions yet' })).toBeTruthy();
  });

  test('update rules are saved, without a lowest version if the field is empty', async () => {
    const { client, hand, sent } = open('?kind=releases', [[adminRelease.require, release()]]);
    await hand.click(await button('Update rules of 1.4.0'));
    const form = await dialog();
    const minimum = form.getByLabelText<HTMLInputElement>('Lowest supported version');
    const mandatory = form.getByRole<HTMLInputElement>('checkbox');
    expect([mandatory.checked, minimum.value]).toEqual([true, '1.2.0']);
    await hand.click(mandatory);
    fill(minimum, '');
    await hand.click(form.getByRole('button', { name: 'Save' }));
    await closed();
    expect(sent(adminRelease.require)).toEqual([
      { version: '1.4.0', mandatory: false, minimum: null, before: { mandatory: true, minimum: '1.2.0' } },
    ]);
    expect(toast()).toContain('Update rules saved');
    await waitFor(() => expect(client.count(adminRelease.list)).toBe(2));
  });

  test('update rules that a colleague saved meanwhile are shown before they are replaced', async () => {
    const theirs = release({ mandatory: false, minimum: null });
    let saved = false;
    const { hand, sent } = open('?kind=releases', [
      [adminRelease.list, () => ({ list: [saved ? theirs : release()] })],
      [
        adminRelease.require,
        () => {
          if (saved) return null as never;
          saved = true;
          throw rejection('STATE_CHANGED');
        },
      ],
    ]);
    await hand.click(await button('Update rules of 1.4.0'));
    const form = await dialog();
    const minimum = form.getByLabelText<HTMLInputElement>('Lowest supported version');
    fill(minimum, '1.2.5');
    await hand.click(form.getByRole('button', { name: 'Save' }));
    const notice = await form.findByText(
      new RegExp(`A colleague has changed the rules: now optional, .*${en.deskReleases.require.any}`),
    );
    expect([notice.isConnected, minimum.value]).toEqual([true, '1.2.5']);
    await hand.click(await form.findByRole('button', { name: 'Save', busy: false }));
    await closed();
    expect(sent(adminRelease.require)).toMatchObject([
      { before: { mandatory: true, minimum: '1.2.0' } },
      { before: { mandatory: false, minimum: null }, minimum: '1.2.5' },
    ]);
  });

  test('update rules typed on others that a colleague has changed since are told apart when they are opened again', async () => {
    const first = open('?kind=releases');
    await first.hand.click(await button('Update rules of 1.4.0'));
    fill((await dialog()).getByLabelText('Lowest supported version'), '1.2.5');
    cleanup();
    const { hand } = open('?kind=releases', [
      [adminRelease.list, { list: [release({ mandatory: false, minimum: null })] }],
    ]);
    await hand.click(await button('Update rules of 1.4.0'));
    const form = await dialog();
    expect(form.getByLabelText<HTMLInputElement>('Lowest supported version').value).toBe('1.2.5');
    expect(form.getByText(/A colleague has changed the rules/)).toBeTruthy();
  });

  test('are withdrawn only with a reason', async () => {
    const { hand, sent } = open('?kind=releases', [[adminRelease.withdraw, release()]]);
    await hand.click(await button('Withdraw Desktop client 1.4.0'));
    const form = await dialog();
    const reason = form.getByLabelText('Reason (for colleagues)');
    await hand.click(form.getByRole('button', { name: 'Withdraw version' }));
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
    fill(reason, 'Crashes');
    await hand.click(form.getByRole('button', { name: 'Withdraw version' }));
    await closed();
    expect(sent(adminRelease.withdraw)).toEqual([{ product: 'client', version: '1.4.0', reason: 'Crashes' }]);
    expect(toast()).toContain('Version withdrawn');
    expect(sessionStorage.length).toBe(0);
  });

  test.each([
    ['Withdraw Desktop client 1.4.0', 'Withdraw version', adminRelease.withdraw],
    ['Update rules of 1.4.0', 'Save', adminRelease.require],
  ] as const)(
    '“%s” closes with the reason if a colleague withdrew it first',
    async (action, submit, call) => {
      const { hand } = open('?kind=releases', [[call, failing(rejection('RELEASE_NOT_FOUND', {}, 'Gone'))]]);
      await hand.click(await button(action));
      const form = await dialog();
      for (const field of form.queryAllByLabelText('Reason (for colleagues)')) fill(field, 'Crashes');
      await hand.click(form.getByRole('button', { name: submit }));
      await waitFor(() => expect(messageOrToast('alert')).toContain('Gone'));
      await closed();
    },
  );

  test('a client is released with its packages; its texts survive a reload', async () => {
    const { client, hand, router } = open('?kind=releases&id=new', [[adminRelease.publish, release()]]);
    fill(await screen.findByLabelText('Version number'), '1.5.0');
    expect(client.count(adminRelease.list)).toBe(0);
    fill(screen.getByLabelText('Version description in Chinese (Markdown)'), '新');
    cleanup();
    render(inShell(<ReleasesRoom />, { locale: 'en', words: en, client, path: '/en/x' }).element);
    cleanup();
    const again = open('?kind=releases&id=new', [[adminRelease.publish, release()]]);
    expect((await screen.findByLabelText<HTMLInputElement>('Version number')).value).toBe('1.5.0');
    fill(screen.getByLabelText('Version description in English (Markdown)'), 'New');
    const choose = (name: string, file: File | null) =>
      fireEvent.change(screen.getByLabelText(name), { target: { files: file ? [file] : [] } });
    const file = (name: string) => new File(['x'], name);
    choose('Package for Windows (64-bit)', file('a.exe'));
    choose('Package for Mac (Intel)', file('x64.dmg'));
    choose('Package for Mac (Intel)', null);
    choose('Package for Mac (Apple silicon)', file('arm64.dmg'));
    expect(await outline()).toMatchSnapshot();
    await hand.click(screen.getByRole('button', { name: 'Release version' }));
    await waitFor(() => expect(again.router.state.location.search).toBe('?kind=releases'));
    expect(toast()).toContain('Version released');
    const [form] = again.sent(adminRelease.publish) as [FormData];
    expect([...form].map(([name, value]) => [name, value instanceof File ? value.name : value])).toEqual([
      ['product', 'client'],
      ['version', '1.5.0'],
      ['notes_zh', '新'],
      ['notes_en', 'New'],
      ['windows-x64', 'a.exe'],
      ['mac-arm64', 'arm64.dmg'],
    ]);
    expect(sessionStorage.length).toBe(0);
    expect(router.state.location.search).toBe('?kind=releases&id=new');
  });

  test('an operator who closes the page during the upload is asked; one who opened another page stays there', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { hand, router, sent } = open('?kind=releases&id=new', [
      [
        adminRelease.publish,
        (_input: never, _signal?: AbortSignal, onProgress?: (share: number) => void) => {
          onProgress?.(0.42);
          return arrived.then(() => release());
        },
      ],
    ]);
    fill(await screen.findByLabelText('Version number'), '1.5.0');
    fill(screen.getByLabelText('Version description in Chinese (Markdown)'), '新');
    fill(screen.getByLabelText('Version description in English (Markdown)'), 'New');
    fireEvent.change(screen.getByLabelText('Package for Mac (Intel)'), {
      target: { files: [new File(['x'], 'x64.dmg')] },
    });
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    await hand.click(screen.getByRole('button', { name: 'Release version' }));
    await waitFor(() => expect(asks()).toBe(true));
    await waitFor(() => expect(sent(adminRelease.publish)).toHaveLength(1));
    expect(await button('Uploading 42%')).toBeTruthy();
    history.pushState(null, '', '/en/developer-center/desk/feedback');
    await act(() => router.navigate('/en/developer-center/desk/releases?kind=releases'));
    expect(screen.queryByLabelText('Version number')).toBeNull();
    expect(asks()).toBe(true);
    const before = router.state.location;
    arrive();
    await waitFor(() => expect(toast()).toContain('Version released'));
    await waitFor(() => expect(asks()).toBe(false));
    expect(router.state.location).toBe(before);
    history.replaceState(null, '', '/');
  });

  test('a release without a package uploads nothing: closing the page asks nothing', async () => {
    const { hand, sent } = open('?kind=releases&id=new', [
      [adminRelease.publish, () => new Promise<never>(() => undefined)],
    ]);
    fill(await screen.findByLabelText('Version number'), '1.5.0');
    fill(screen.getByLabelText('Version description in Chinese (Markdown)'), '新');
    fill(screen.getByLabelText('Version description in English (Markdown)'), 'New');
    await hand.click(screen.getByRole('button', { name: 'Release version' }));
    await waitFor(() => expect(sent(adminRelease.publish)).toHaveLength(1));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  test('an operator who reopens an unsent release of a private deployment finds that product again', async () => {
    const first = open('?kind=releases&id=new');
    await first.hand.selectOptions(await screen.findByLabelText('Product'), 'private');
    fill(screen.getByLabelText('Image'), 'registry.example.com/yunduo/private');
    cleanup();
    open('?kind=releases&id=new');
    expect((await screen.findByLabelText<HTMLSelectElement>('Product')).value).toBe('private');
    expect(screen.getByLabelText<HTMLInputElement>('Image').value).toBe(
      'registry.example.com/yunduo/private',
    );
    expect(screen.getByLabelText('Package for arm64')).toBeTruthy();
  });

  test('a private deployment also needs image and digest, and forgets the client’s packages', async () => {
    const { client, hand, sent } = open('?kind=releases&id=new', [[adminRelease.publish, release()]]);
    fill(await screen.findByLabelText('Version number'), '1.5.0');
    fireEvent.change(screen.getByLabelText('Package for Mac (Intel)'), {
      target: { files: [new File(['x'], 'x64.dmg')] },
    });
    await hand.selectOptions(screen.getByLabelText('Product'), 'private');
    fill(screen.getByLabelText('Version description in Chinese (Markdown)'), '新');
    fill(screen.getByLabelText('Version description in English (Markdown)'), 'New');
    await hand.click(screen.getByRole('button', { name: 'Release version' }));
    await waitFor(() => expect(screen.getByLabelText('Image').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText('Image digest').getAttribute('aria-invalid')).toBe('true');
    const digest = `sha256:${'0'.repeat(64)}`;
    fill(screen.getByLabelText('Image'), 'registry.example.com/yunduo/private');
    fill(screen.getByLabelText('Image digest'), digest);
    fireEvent.change(screen.getByLabelText('Package for arm64'), {
      target: { files: [new File(['x'], 'arm64.tgz')] },
    });
    await hand.click(screen.getByRole('button', { name: 'Release version' }));
    await waitFor(() => expect(client.count(adminRelease.publish)).toBe(1));
    const [form] = sent(adminRelease.publish) as [FormData];
    expect([...form.keys()]).toEqual([
      'product',
      'version',
      'notes_zh',
      'notes_en',
      'image',
      'digest',
      'arm64',
    ]);
    expect([form.get('product'), form.get('digest')]).toEqual(['private', digest]);
  });
});

test.each([
  '?q=fair&state=usable',
  '?kind=requests&state=answered',
  '?kind=releases',
  '?kind=releases&id=new',
])('the page “%s” has the recorded markup', async (search) => {
  const withdrawn = {
    version: '1.3.0',
    withdrawn_at: AT,
    reason: 'Crashes',
    mandatory: false,
    minimum: null,
  };
  const answers: Answer[] = [
    [
      adminInvite.list,
      page([invitation(), invitation({ id: 12, state: 'revoked', note: '', revoked_at: AT })]),
    ],
    [
      adminInvite.requests,
      page([request(), request({ id: 22, state: 'invited', answered_at: AT, answer: '好' })]),
    ],
    [adminRelease.list, { list: [release(), release(withdrawn)] }],
  ];
  expect(await markupOf(() => open(search, answers))).toMatchSnapshot();
});

// The last test: the difference of the clocks is measured once.
test('codes made in a browser whose clock is two days fast expire by the server’s', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T02:00:00.000Z'));
  const headers = { date: 'Sat, 21 Nov 2026 02:00:00 GMT' };
  globalThis.fetch = () => Promise.resolve(new Response('{}', { headers }));
  try {
    await runtimeConfig();
    const { hand, sent } = open('', [[adminInvite.createMany, { list: [] }]]);
    await hand.click(await button('Create codes'));
    const form = await dialog();
    fill(form.getByLabelText('Quantity'), '1');
    await hand.selectOptions(form.getByLabelText('Valid for'), '30 days');
    fill(form.getByLabelText('Note (for colleagues)'), 'Fair');
    await hand.click(form.getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(sent(adminInvite.createMany)).toMatchObject([{ expires_at: '2026-12-21T02:00:00.000Z' }]),
    );
  } finally {
    clock.mockRestore();
  }
});
