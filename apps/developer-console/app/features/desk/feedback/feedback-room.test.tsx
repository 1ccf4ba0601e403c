import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { adminFeedback, adminReport, type AdminFeedback, type AppReport } from '@yunduo/api-contract';
import { clearMessages, markupOf, outline, messageOrToast } from '@yunduo/app-shell/testing';
import { rejection, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import FeedbackRoom from './feedback-room.tsx';
import {
  type Answer,
  AT,
  closed,
  dialog,
  expectKeptInput,
  failing,
  fill,
  openRoom,
  page,
  rows,
  toast,
} from '../room-testing.tsx';

const NO = 'FB20261121-00001';
const me = { id: 7, email: 'operator@yunduo.test', nickname: '' };
const colleague = { id: 8, email: 'colleague@yunduo.test', nickname: 'Mei' };
const writer = { id: 9, email: 'writer@example.com', nickname: 'Lin' };

const ticket = (changes: Partial<AdminFeedback> = {}): AdminFeedback => ({
  no: NO,
  type: 'defect',
  title: 'The client does not start',
  state: 'open',
  created_at: AT,
  answered_at: null,
  description: 'After the update.',
  contact: null,
  attachments: [],
  answers: [],
  revision: 3,
  user: writer,
  assignee: null,
  ...changes,
});
const report = (changes: Partial<AppReport> = {}): AppReport => ({
  id: 3,
  app: { id: 1, app_key: 'keel', name: 'Keel', status: 'published' },
  version: '1.0.0',
  reason: 'broken',
  text: 'It does not start.',
  email: null,
  user_id: null,
  created_at: AT,
  state: 'open',
  closed_at: null,
  closed_by: null,
  resolution: null,
  note: '',
  ...changes,
});
const open = (search = '', answers: Answer[] = []) =>
  openRoom(<FeedbackRoom />, `feedback${search}`, [
    [adminFeedback.list, page([ticket()])],
    [adminFeedback.assignees, { list: [colleague, me] }],
    [adminReport.list, page([report()])],
    ...answers,
  ]);
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(clearMessages);
});

describe('a ticket offers', () => {
  test.each<[string, Partial<AdminFeedback>, string[]]>([
    [
      'a reply, closing and taking it',
      {},
      ['Send reply', 'Close without a reply', 'Assign to me', 'Assign to…'],
    ],
    ['only a reply once it is closed', { state: 'closed' }, ['Send reply', 'Assign to me', 'Assign to…']],
    [
      'letting go of what one works on',
      { assignee: me },
      ['Send reply', 'Close without a reply', 'Unassign', 'Assign to…'],
    ],
    [
      'taking over from a colleague',
      { assignee: colleague },
      ['Send reply', 'Close without a reply', 'Take over', 'Assign to…'],
    ],
    ['its own writer nothing', { user: me }, []],
  ])('%s', async (_what, changes, actions) => {
    open(`?no=${NO}`, [[adminFeedback.list, page([ticket(changes)])]]);
    await screen.findByRole('heading', { name: 'Replies' });
    const copy = screen.getByRole('button', { name: 'Copy number' });
    const buttons = screen.getAllByRole('button').filter((each) => each !== copy);
    expect(buttons.map(({ textContent }) => textContent)).toEqual(actions);
  });
});

test.each([
  ['Unassign', me, { assignee: null, before: 7 }, 'Unassigned'],
  ['Take over', colleague, { assignee: 7, before: 8 }, 'Assigned to you'],
] as const)('%s sends who worked on it before', async (name, assignee, input, text) => {
  const { sent, hand } = open(`?no=${NO}`, [
    [adminFeedback.list, page([ticket({ assignee })])],
    [adminFeedback.assign, ticket()],
  ]);
  await hand.click(await button(name));
  await waitFor(() => expect(toast()).toContain(text));
  expect(sent(adminFeedback.assign)).toEqual([{ no: NO, ...input }]);
});

test('a ticket that a colleague took first shows the server’s reason only', async () => {
  const { hand } = open(`?no=${NO}`, [
    [adminFeedback.assign, failing(rejection('STATE_CHANGED', {}, 'A colleague was faster'))],
  ]);
  await hand.click(await button('Assign to me'));
  await waitFor(() => expect(messageOrToast('alert')).toContain('A colleague was faster'));
  expect(toast()).not.toContain('Assigned');
});

test('an operator who reopens an unsent reply reads that a colleague replied meanwhile', async () => {
  const outdated = en.deskFeedback.answer.outdated;
  const first = open(`?no=${NO}`);
  await first.hand.type(await screen.findByRole('textbox', { name: /^Reply/ }), 'Reinstall it');
  expect(screen.queryByText(outdated)).toBeNull();
  cleanup();
  const second = open(`?no=${NO}`);
  await screen.findByDisplayValue('Reinstall it');
  expect(screen.queryByText(outdated)).toBeNull();
  cleanup();
  let now = 4;
  const { sent, hand } = open(`?no=${NO}`, [
    [adminFeedback.list, () => page([ticket({ revision: now })])],
    [
      adminFeedback.answer,
      () => {
        now = 5;
        return ticket({ revision: now });
      },
    ],
  ]);
  await screen.findByDisplayValue('Reinstall it');
  expect(screen.getByText(outdated)).toBeTruthy();
  await hand.click(await button('Send reply'));
  await waitFor(() => expect(screen.queryByText(outdated)).toBeNull());
  expect(sent(adminFeedback.answer)).toMatchObject([{ revision: 4, text: 'Reinstall it' }]);
  expect(second.sent(adminFeedback.answer)).toEqual([]);
});

test('a ticket is given to nobody in the dialog, which starts with its operator', async () => {
  const { sent, hand } = open(`?no=${NO}`, [
    [adminFeedback.list, page([ticket({ assignee: colleague })])],
    [adminFeedback.assignees, { list: [colleague, me, writer] }],
    [adminFeedback.assign, ticket()],
  ]);
  await hand.click(await button('Assign to…'));
  const choice = await (await dialog()).findByRole<HTMLSelectElement>('combobox', { name: 'Operator' });
  expect(choice.value).toBe('8');
  // Never to its author.
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Unassigned',
    'colleague@yunduo.test (Mei)',
    'operator@yunduo.test',
  ]);
  await hand.selectOptions(choice, '');
  await hand.click((await dialog()).getByRole('button', { name: 'Assign' }));
  await closed();
  expect(sent(adminFeedback.assign)).toEqual([{ no: NO, assignee: null, before: 8 }]);
  expect(toast()).toContain('Unassigned');
});

test.each([
  ['given away', 'Assign to…', 'Assign', adminFeedback.assign, 'STATE_CHANGED'],
  ['closed', 'Close without a reply', 'Close without a reply', adminFeedback.answer, 'EDIT_CONFLICT'],
] as const)('a ticket is not %s in a dialog that a colleague made outdated', async (...what) => {
  const [, action, submit, endpoint, code] = what;
  const { hand } = open(`?no=${NO}`, [[endpoint, failing(rejection(code, {}, 'A colleague was faster'))]]);
  await hand.click(await button(action));
  const form = await dialog();
  if (endpoint === adminFeedback.assign) await form.findByRole('combobox');
  await hand.click(form.getByRole('button', { name: submit }));
  await waitFor(() => expect(messageOrToast('alert')).toContain('A colleague was faster'));
  await closed();
});

test('operators that failed to load are requested again by button', async () => {
  const { client, hand } = open(`?no=${NO}`, [[adminFeedback.assignees, failing(silence())]]);
  await hand.click(await button('Assign to…'));
  const retry = await (await dialog()).findByRole('button', { name: 'Try again' });
  client.answer(adminFeedback.assignees, { list: [colleague] });
  await hand.click(retry);
  expect(await (await dialog()).findByRole('combobox', { name: 'Operator' })).toBeTruthy();
  // Opened again it has the operators of that moment.
  await hand.keyboard('{Escape}');
  await closed();
  await hand.click(await button('Assign to…'));
  await waitFor(() => expect(client.count(adminFeedback.assignees)).toBe(3));
});

test.each([
  ['its title', { title: '启动失败' }],
  ['its description', { description: '更新之后。' }],
])('a ticket is answered in the language of %s', async (_what, changes) => {
  open(`?no=${NO}`, [[adminFeedback.list, page([ticket(changes)])]]);
  expect(await screen.findByText(/wrote in Chinese/)).toBeTruthy();
});

test('a number shows its own ticket, not another one that the search finds', async () => {
  const other = ticket({ no: `${NO}0`, title: 'Another one' });
  open(`?no=${NO}`, [[adminFeedback.list, page([other, ticket()])]]);
  expect(await screen.findByRole('heading', { name: 'The client does not start' })).toBeTruthy();
  expect(document.title).toContain(NO);
  cleanup();
  open(`?no=${NO}`, [[adminFeedback.list, page([other])]]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Feedback not found' })).toBeTruthy();
});

test('pictures open in a tab, videos play here; names and contact are shown if they exist', async () => {
  const file = {
    id: 1,
    kind: 'picture' as const,
    name: '',
    size: 10,
    human_size: '10 B',
    width: 10,
    height: 10,
    url: '/file?link=a',
    preview_url: null,
  };
  open(`?no=${NO}`, [
    [
      adminFeedback.list,
      page([
        ticket({
          attachments: [file, { ...file, id: 2, kind: 'video', name: 'crash.mp4', url: '/file?link=b' }],
        }),
      ]),
    ],
  ]);
  const link = await screen.findByRole('link', { name: 'Open Image' });
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/file?link=a');
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/file?link=b');
  expect(document.querySelector('video')?.getAttribute('aria-label')).toBe('crash.mp4');
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Number',
    'User',
    'Sent',
  ]);
  expect(screen.getByText('No replies yet')).toBeTruthy();
  expect(await outline()).toMatchSnapshot();
  cleanup();
  open(`?no=${NO}`, [[adminFeedback.list, page([ticket({ attachments: [file] })])]]);
  expect(await screen.findByRole('link', { name: 'Open Image' })).toBeTruthy();
});

test('files of a ticket that is open for longer than their links get new ones; a deleted one only once', async () => {
  const file = {
    ...{
      id: 1,
      kind: 'picture' as const,
      name: 'a.png',
      size: 10,
      human_size: '10 B',
      width: 10,
      height: 10,
    },
    ...{ url: '/file?link=old', preview_url: null },
  };
  const { client, hand } = open(`?no=${NO}`, [
    [
      adminFeedback.list,
      page([ticket({ attachments: [file, { ...file, id: 2, kind: 'video', name: 'b' }] })]),
    ],
  ]);
  const link = await screen.findByRole('link', { name: 'Open a.png' });
  client.answer(adminFeedback.list, page([ticket({ attachments: [{ ...file, url: '/file?link=new' }] })]));
  const tab = { opener: window, location: { assign: jest.fn() }, close: jest.fn() };
  const opened = jest.spyOn(window, 'open').mockReturnValue(tab as never);
  await hand.click(link);
  await waitFor(() =>
    expect(tab.location.assign).toHaveBeenCalledWith(expect.stringMatching(/\/file\?link=new$/)),
  );
  opened.mockRestore();
  // The page keeps its own, so that a video plays on, until one does not load.
  expect([link.getAttribute('href'), client.count(adminFeedback.list)]).toEqual(['/file?link=old', 2]);
  const video = screen.getByLabelText('b');
  fireEvent.loadedMetadata(video);
  client.answer(adminFeedback.list, page([ticket({ attachments: [{ ...file, url: '/file?link=new' }] })]));
  const picture = () => document.querySelector('img[width="160"]') as HTMLImageElement;
  fireEvent.load(picture());
  fireEvent.error(video);
  await waitFor(() => expect(picture().getAttribute('src')).toBe('/file?link=new'));
  fireEvent.error(picture());
  await waitFor(() => expect(client.count(adminFeedback.list)).toBe(4));
  fireEvent.error(picture());
  await act(async () => undefined);
  expect(client.count(adminFeedback.list)).toBe(4);
});

test('a phrase is added below the reply; only a closing one may be empty, or the feedback closes without', async () => {
  const { sent, hand } = open(`?no=${NO}`, [[adminFeedback.answer, ticket({ state: 'answered' })]]);
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
  expect(screen.getByText(/wrote in English/)).toBeTruthy();
  expect(area.getAttribute('aria-required')).toBe('true');
  await hand.click(screen.getByRole('checkbox'));
  expect(area.getAttribute('aria-required')).toBeNull();
  await hand.click(screen.getByRole('checkbox'));
  fill(area, ' Thanks. ');
  const phrases = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Insert a phrase' });
  const phrase = phrases.options[1]?.textContent ?? '';
  await hand.selectOptions(phrases, phrase);
  expect(area.value).toBe(`Thanks.\n\n${phrase}`);
  expect([phrases.value, document.activeElement]).toEqual(['', area]);
  await hand.click(await button('Send reply'));
  await waitFor(() => expect(toast()).toContain('Reply sent'));
  expect(toast()).not.toContain('closed');
  expect(sent(adminFeedback.answer)).toEqual([
    { no: NO, revision: 3, text: `Thanks.\n\n${phrase}`, close: false },
  ]);
  expect(area.value).toBe('');
  await hand.click(await button('Close without a reply'));
  await hand.click((await dialog()).getByRole('button', { name: 'Close without a reply' }));
  await closed();
  expect(sent(adminFeedback.answer).at(-1)).toEqual({ no: NO, revision: 3, close: true });
  expect(toast()).toContain(en.deskFeedback.answer.close_done);
});

test('a closed ticket says that a reply reopens it; the unsent reply survives a reload', async () => {
  const closedTicket: Answer = [adminFeedback.list, page([ticket({ state: 'closed' })])];
  open(`?no=${NO}`, [closedTicket]);
  expect(await screen.findByText('This feedback is closed. A reply reopens it.')).toBeTruthy();
  fill(screen.getByRole('textbox', { name: 'Reply' }), 'Again');
  act(() => screen.getByRole('checkbox').click());
  expect(sessionStorage.getItem(`typed:desk-answer:${NO}`)).toContain('Again');
  // Each reply decides about closing for itself.
  expect(sessionStorage.getItem(`typed:desk-answer:${NO}`)).not.toContain('close');
});

test('a ticket that failed to load is requested again by button', async () => {
  const { client, hand } = open(`?no=${NO}`, [[adminFeedback.list, failing(silence())]]);
  const retry = await button('Try again');
  client.answer(adminFeedback.list, page([ticket()]));
  await hand.click(retry);
  expect(await screen.findByRole('heading', { name: 'The client does not start' })).toBeTruthy();
});

test('the list names the operator and the last reply, and requests the filters that exist', async () => {
  const { sent } = open('?q=+start+&state=never&type=defect&assignee=me', [
    [
      adminFeedback.list,
      page([
        ticket({ assignee: me, answered_at: '2026-11-21T02:00:00.000Z' }),
        ticket({ no: 'FB2', user: { ...writer, nickname: '' } }),
      ]),
    ],
  ]);
  const [first, second] = (await rows()).map(({ textContent }) => textContent);
  expect(first).toMatch(/Product defect · FB20261121-00001.*Lin.*You.*21\u00a0Nov\u00a02026/);
  expect(second).not.toMatch(/Lin|You|21 Nov/);
  expect(sent(adminFeedback.list)).toEqual([{ q: 'start', type: 'defect', assignee: 'me', page: 1 }]);
  expect(await outline()).toMatchSnapshot();
});

describe('reports', () => {
  test('a closed one shows its result, and only an open one can be closed', async () => {
    const current = () =>
      screen
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map(({ textContent }) => textContent);
    open('');
    await rows();
    expect(current()).toEqual(['Feedback']);
    cleanup();
    const { sent, hand } = open('?view=reports&state=all', [
      [adminReport.close, report({ state: 'closed' })],
      [
        adminReport.list,
        page([
          report({ user_id: 12, app: { id: 1, app_key: 'keel', name: '', status: 'published' } }),
          report({
            id: 4,
            app: { id: 1, app_key: 'keel', name: '', status: 'published' },
            email: 'lin@example.com',
            state: 'closed',
            resolution: 'fixed',
            note: '在 1.0.1 中',
            closed_by: 'colleague@yunduo.test',
          }),
        ]),
      ],
    ]);
    const [waiting, done] = (await rows()) as [HTMLElement, HTMLElement];
    expect(current()).toEqual(['Reports']);
    expect(waiting.textContent).toMatch(/User 12.*Open/);
    // The store has pages by number, not by key.
    expect(within(waiting).getByRole('link').getAttribute('href')).toBe('/en/store/1');
    expect(within(waiting).getByRole('button', { name: 'Close' })).toBeTruthy();
    expect(done.textContent).toMatch(
      /keel.*lin@example\.com.*Fixed by the developer.*在 1\.0\.1 中.*colleague/,
    );
    expect(within(done).getByText('在 1.0.1 中').lang).toBe('zh-CN');
    expect(within(done).queryAllByRole('button')).toEqual([]);
    expect(await outline()).toMatchSnapshot();
    await hand.click(within(waiting).getByRole('button', { name: 'Close' }));
    const form = await dialog();
    expect(form.getByRole('heading').textContent).toContain('keel');
    await hand.selectOptions(await form.findByRole('combobox'), 'fixed');
    await hand.click(form.getByRole('button', { name: en.deskFeedback.report.submit }));
    await closed();
    expect(sent(adminReport.close)).toEqual([{ id: 3, resolution: 'fixed', note: '' }]);
    expect(toast()).toContain(en.deskFeedback.report.done);
  });

  test('the dialog of one that a colleague closed first closes with the reason', async () => {
    const { hand } = open('?view=reports', [
      [adminReport.close, failing(rejection('STATE_CHANGED', {}, 'A colleague was faster'))],
    ]);
    await hand.click(await button('Close'));
    const form = await dialog();
    await hand.selectOptions(await form.findByRole('combobox'), 'fixed');
    await hand.click(form.getByRole('button', { name: en.deskFeedback.report.submit }));
    await waitFor(() => expect(messageOrToast('alert')).toContain('A colleague was faster'));
    await closed();
  });

  test('a typed note is there again after the session has ended', () =>
    expectKeptInput(() => open('?view=reports'), 'Close'));

  test.each([
    ['', { state: 'open', page: 1 }],
    ['&state=all&reason=malicious', { reason: 'malicious', page: 1 }],
  ])('the address “%s” requests its states', async (query, input) => {
    const { sent } = open(`?view=reports${query}`);
    await rows();
    expect(sent(adminReport.list)).toEqual([input]);
  });

  test('an empty list without filters is not “no matching entries”', async () => {
    open('?view=reports', [[adminReport.list, page([])]]);
    expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeTruthy();
  });
});

test.each(['?q=start&type=defect&state=all&assignee=7', '?view=reports&state=all', `?no=${NO}`])(
  'the page “%s” has the recorded markup',
  async (search) => {
    const answered = ticket({
      contact: { kind: 'wechat', value: 'lin_wx' },
      answered_at: '2026-11-21T02:00:00.000Z',
      answers: [{ text: 'Which version?', at: '2026-11-21T02:00:00.000Z' }],
      assignee: colleague,
    });
    const closedOne = report({
      ...{ id: 4, state: 'closed', closed_at: AT, closed_by: 'colleague@yunduo.test', resolution: 'fixed' },
      ...{ note: 'In 1.0.1', email: 'ada@example.com', user_id: 9 },
    });
    const answers: Answer[] = [
      [
        adminFeedback.list,
        page([answered, ticket({ no: `${NO}-2`, state: 'closed' })].slice(0, search.includes('no=') ? 1 : 2)),
      ],
      [adminReport.list, page([report(), closedOne])],
    ];
    expect(await markupOf(() => open(search, answers))).toMatchSnapshot();
  },
);
