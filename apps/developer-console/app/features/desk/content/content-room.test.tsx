import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  adminActivity,
  adminContent,
  adminProtocol,
  userInfo,
  type AdminArticle,
  type Endpoint,
} from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell, markupOf, outline, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { oneLine } from './article-state.tsx';
import ContentRoom from './content-room.tsx';

const both = (text: string) => ({ zh: `${text}（中）`, en: text });
const content = (changes: Partial<AdminArticle['content']> = {}): AdminArticle['content'] => ({
  use_to: 'partners',
  position: 3,
  title: both('Harbour'),
  intro: { zh: '', en: '' },
  html: { zh: '', en: '' },
  picture: null,
  picture_url: null,
  link: null,
  facts: [],
  ...changes,
});
const article = (changes: Partial<AdminArticle> = {}): AdminArticle => ({
  id: 3,
  revision: 5,
  status: 'published',
  content: content(),
  published: content(),
  changed: false,
  updated_at: '2026-11-18T02:00:00.000Z',
  updated_by: 'colleague@yunduo.test',
  schedule: null,
  ...changes,
});
const page = <T,>(list: T[]) => ({ list, total: list.length, page: 1, page_size: 100 });
const operator = userFixture({ email: 'operator@yunduo.test', roles: ['user', 'operator'] });

type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(search = '', answers: Answer[] = [], locale: 'zh' | 'en' = 'en') {
  const client = fakeClient(
    [userInfo.index, operator],
    [adminContent.list, page([article(), article({ id: 4, content: content({ title: both('Pier') }) })])],
    [adminContent.detail, article()],
  );
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<ContentRoom />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/developer-center/desk/content${search}`,
    frame: <Toasts />,
  });
  view.store.dispatch(sessionStarted({ token: 'yd_token', user: operator }));
  render(view.element);
  return { ...view, client, hand: userEvent.setup({ delay: null }) };
}
const button = (name: string) => screen.findByRole('button', { name, busy: false });
const sent = (client: ReturnType<typeof fakeClient>, endpoint: Endpoint) =>
  client.calls.filter((call) => call.endpoint === endpoint).map(({ input }) => input);

beforeEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  act(clearMessages);
});

describe('article list', () => {
  test('shows place, state, last change and unpublished changes', async () => {
    open('', [[adminContent.list, page([article({ changed: true }), article({ id: 4, status: 'draft' })])]]);
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('Harbour');
    expect(first?.textContent).toContain('Home · Partners');
    expect(first?.textContent).toContain('Unpublished changes');
    expect(first?.textContent).toContain('colleague@yunduo.test');
    expect(second?.textContent).toContain('Draft');
    expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
    expect(await outline()).toMatchSnapshot();
  });

  test('reorders the articles of one place by arrow buttons', async () => {
    const { client, hand } = open('?place=partners', [[adminContent.order, null as never]]);
    expect((await button('Move “Harbour” up')).getAttribute('aria-disabled')).toBe('true');
    await hand.click(await button('Move “Harbour” up'));
    await hand.click(await button('Move “Pier” down'));
    expect(sent(client, adminContent.order)).toEqual([]);
    await hand.click(await button('Move “Harbour” down'));
    const swapped = { use_to: 'partners', ids: [4, 3], before: [3, 4] };
    await waitFor(() => expect(sent(client, adminContent.order)).toEqual([swapped]));
    expect(await screen.findByText(en.deskContent.articles.moved)).toBeTruthy();
    const up = await button('Move “Pier” up');
    await waitFor(() => expect(up.getAttribute('aria-disabled')).toBe('false'));
    await hand.click(up);
    await waitFor(() => expect(sent(client, adminContent.order)).toEqual([swapped, swapped]));
    expect(sent(client, adminContent.list)[0]).toMatchObject({ use_to: 'partners' });
  });

  test('a second press waits for the list in its new order', async () => {
    const [first, second] = [article(), article({ id: 4, content: content({ title: both('Pier') }) })];
    let read = 0;
    let answer: (list: object) => void = () => undefined;
    const ordered = Promise.withResolvers<null>();
    const { client, hand } = open('?place=partners', [
      [adminContent.order, () => ordered.promise],
      [
        adminContent.list,
        () => {
          read += 1;
          return read === 1 ? page([first, second]) : new Promise((resolve) => (answer = resolve));
        },
      ],
    ]);
    const down = await button('Move “Harbour” down');
    await hand.click(down);
    // Neither while the order is being saved nor until the list is there.
    await waitFor(() => expect(down.getAttribute('aria-disabled')).toBe('true'));
    await hand.click(down);
    ordered.resolve(null);
    await waitFor(() => expect(read).toBe(2));
    expect(down.getAttribute('aria-disabled')).toBe('true');
    await hand.click(down);
    await hand.click(await button('Move “Pier” up'));
    expect(sent(client, adminContent.order)).toHaveLength(1);
    answer(page([second, first]));
    await waitFor(() =>
      expect(
        screen.getAllByRole('button', { name: /^Move/ }).map((one) => one.getAttribute('aria-disabled')),
      ).toEqual(['true', 'false', 'false', 'true']),
    );
  });

  test.each([
    ['?place=partners', { total: 2 }],
    ['?place=partners&status=published', {}],
    ['?place=partners&scheduled=true', {}],
  ])('cannot be reordered while only a part of the place is shown (%s, %j)', async (search, more) => {
    open(search, [[adminContent.list, { ...page([article()]), ...more }]]);
    await screen.findAllByRole('row');
    expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
  });

  test('an archived article has no place in the order; a refused order is not reported as saved', async () => {
    const named = (id: number, title: string) => article({ id, content: content({ title: both(title) }) });
    const { client, hand } = open('?place=partners', [
      [
        adminContent.list,
        page([
          named(3, 'Harbour'),
          { ...named(5, 'Gone'), status: 'archived', changed: true },
          named(4, 'Pier'),
        ]),
      ],
      [
        adminContent.order,
        () => {
          throw rejection('STATE_CHANGED', {}, 'A colleague was faster');
        },
      ],
    ]);
    await hand.click(await button('Move “Harbour” down'));
    // What is not online has no changes that are not.
    expect(screen.queryByText(en.deskContent.pending)).toBeNull();
    await waitFor(() => expect(messageOrToast('alert')).toContain('A colleague was faster'));
    expect(screen.queryByText(en.deskContent.articles.moved)).toBeNull();
    expect(sent(client, adminContent.order)).toEqual([{ use_to: 'partners', ids: [4, 3], before: [3, 4] }]);
    expect(screen.queryByRole('button', { name: /“Gone” (up|down)$/ })).toBeNull();
  });

  test('distinguishes no content, no matches and a failed request', async () => {
    open('', [[adminContent.list, page([])]]);
    expect(await screen.findByText('No content yet')).toBeTruthy();
    cleanup();
    for (const search of ['?status=draft', '?place=partners', '?scheduled=true']) {
      open(search, [[adminContent.list, page([])]]);
      expect(await screen.findByRole('link', { name: en.desk.list.clear })).toBeTruthy();
      cleanup();
    }
    open('', [
      [
        adminContent.list,
        () => {
          throw silence();
        },
      ],
    ]);
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
  });
});

test('a title of several lines is one line in lists; Chinese continues without a space', () => {
  expect(['云舵\n平台', 'Cloud\nhelm', '云舵，\n平台'].map(oneLine)).toEqual([
    '云舵平台',
    'Cloud helm',
    '云舵，平台',
  ]);
});

describe('article', () => {
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

  test.each(['zh', 'en'] as const)(
    'is edited in both languages and saved as a draft (%s)',
    async (locale) => {
      const words = (locale === 'zh' ? zh : en).deskContent;
      const { client, hand } = open(
        '?id=3',
        [
          [
            adminContent.save,
            article({ revision: 6, changed: true, content: content({ title: both('Quay') }) }),
          ],
        ],
        locale,
      );
      const title = await field(words.in.en.replace('{{field}}', words.article.title));
      expect(title.value).toBe('Harbour');
      await hand.clear(title);
      await hand.type(title, 'Quay');
      await hand.click(await button(words.article.save));
      await waitFor(() => expect(sent(client, adminContent.save)).toHaveLength(1));
      expect(sent(client, adminContent.save)[0]).toMatchObject({
        id: 3,
        revision: 5,
        use_to: 'partners',
        title: { zh: 'Harbour（中）', en: 'Quay' },
        picture: null,
        link: null,
      });
      expect(await screen.findByText(words.pending)).toBeTruthy();
      expect(await screen.findByText(words.article.saved)).toBeTruthy();
    },
  );

  test('is not saved if one language is missing; the field shows the error', async () => {
    const { client, hand } = open('?id=new&place=partners');
    await hand.type(await field('Title (English)'), 'Harbour');
    await hand.click(await button('Save draft'));
    const missing = await field('Title (Chinese)');
    await waitFor(() => expect(missing.getAttribute('aria-invalid')).toBe('true'));
    expect(sent(client, adminContent.save)).toEqual([]);
  });

  test('saves its draft and shows preview links in both languages', async () => {
    const { client, hand } = open('?id=3', [
      [adminContent.save, article({ revision: 6, changed: true })],
      [
        adminContent.preview,
        { zh: '/?preview=t', en: '/en?preview=t', expires_at: '2026-11-21T06:30:00.000Z' },
      ],
    ]);
    await hand.type(await field('Link address'), '/store');
    await hand.type(await field('Link text (Chinese)'), '商店');
    await hand.type(await field('Link text (English)'), 'Store');
    await hand.click(await button('Preview'));
    const links = await screen.findAllByRole('link', { name: /^Open the/ });
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/?preview=t', '_blank'],
      ['/en?preview=t', '_blank'],
    ]);
    expect(sent(client, adminContent.save)[0]).toMatchObject({
      link: { href: '/store', text: { zh: '商店', en: 'Store' } },
    });
    expect(sent(client, adminContent.preview)).toEqual([{ id: 3 }]);
    // The links show what was saved before: a later save removes them.
    await hand.type(await field('Title (English)'), '2');
    await hand.click(await button('Save draft'));
    await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Open the/ })).toEqual([]));
  });

  test('is published without another save if nothing has changed; only the pressed button is busy', async () => {
    const { promise: published, resolve: arrive } = Promise.withResolvers<AdminArticle>();
    const { client, hand } = open('?id=3', [
      [adminContent.detail, article({ status: 'draft', published: null, changed: true })],
      [adminContent.publish, () => published],
    ]);
    const [publish, save] = [await button('Publish'), await button('Save draft')];
    await hand.click(publish);
    await waitFor(() => expect(publish.getAttribute('aria-busy')).toBe('true'));
    expect(save.getAttribute('aria-busy')).toBeNull();
    arrive(article({ revision: 6 }));
    expect(await screen.findByText('Published')).toBeTruthy();
    expect(await screen.findByText(en.deskContent.article.published)).toBeTruthy();
    expect(sent(client, adminContent.publish)).toEqual([{ id: 3, revision: 5 }]);
    expect(sent(client, adminContent.save)).toEqual([]);
  });

  describe('schedule', () => {
    const START = '2026-11-28T01:05:00.000Z';
    const draft = { status: 'draft', published: null, changed: true } as const;
    const waits = { publish_at: START, end_at: null, by: 'colleague@yunduo.test', outdated: false };
    /** The time as a browser of this zone takes it. */
    const local = new Date(Date.parse(START) - new Date(START).getTimezoneOffset() * 60_000)
      .toISOString()
      .slice(0, 16);

    test.each(['zh', 'en'] as const)('is entered in local time and sent in UTC (%s)', async (locale) => {
      const words = (locale === 'zh' ? zh : en).deskContent.schedule;
      const { promise: scheduled, resolve: arrive } = Promise.withResolvers<AdminArticle>();
      const { client, hand } = open(
        '?id=3',
        [
          [adminContent.detail, article(draft)],
          [adminContent.schedule, () => scheduled],
        ],
        locale,
      );
      await hand.click(await button(words.action));
      const dialog = within(await screen.findByRole('dialog', { name: words.title }));
      const [start] = dialog.getAllByLabelText<HTMLInputElement>(/（|\(/);
      if (!start) throw new Error('there is no field for the time');
      await hand.type(start, local);
      await hand.click(dialog.getByRole('button', { name: words.submit }));
      expect(await dialog.findByRole('button', { name: words.submitting, busy: true })).toBeTruthy();
      arrive(article({ ...draft, schedule: waits }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const moment = locale === 'zh' ? '2026年11月28日 09:05' : '28 Nov 2026, 09:05 (Beijing time)';
      expect(await screen.findByText(words.starts_title.replace('{{moment}}', moment))).toBeTruthy();
      expect(await screen.findByText(words.saved)).toBeTruthy();
      expect(sent(client, adminContent.schedule)).toEqual([{ id: 3, revision: 5, publish_at: START }]);
      expect(sent(client, adminContent.save)).toEqual([]);
    });

    test('is shown in the list, and in the editor as outdated after a change', async () => {
      const outdated = article({ ...draft, schedule: { ...waits, outdated: true } });
      const list = open('?scheduled=true', [
        [
          adminContent.list,
          page([
            article({ ...draft, schedule: waits }),
            { ...outdated, id: 4 },
            article({ id: 5, schedule: { ...waits, publish_at: null, end_at: START } }),
          ]),
        ],
      ]);
      const [, first, second, third] = await screen.findAllByRole('row');
      expect(sent(list.client, adminContent.list)[0]).toMatchObject({ scheduled: true });
      expect(first?.textContent).toContain('Scheduled');
      expect(second?.textContent).toContain('Changed since scheduled');
      expect(third?.textContent).toContain('End scheduled');
      cleanup();
      const { client, hand } = open('?id=3', [
        [adminContent.detail, outdated],
        [adminContent.unschedule, article(draft)],
      ]);
      expect(await screen.findByText(/^Does not go online on 28 Nov 2026, 09:05/)).toBeTruthy();
      client.answer(adminContent.unschedule, () => {
        throw rejection('STATE_CHANGED', {}, 'It is online already');
      });
      await hand.click(await button('Cancel schedule'));
      await waitFor(() => expect(messageOrToast('alert')).toContain('It is online already'));
      expect(screen.queryByText(en.deskContent.schedule.cancelled)).toBeNull();
      client.answer(adminContent.unschedule, article(draft));
      await hand.click(await button('Cancel schedule'));
      await waitFor(() => expect(screen.queryByText(/^Does not go online/)).toBeNull());
      expect(await screen.findByText(en.deskContent.schedule.cancelled)).toBeTruthy();
      expect(sent(client, adminContent.unschedule)).toEqual([{ id: 3 }, { id: 3 }]);
    });

    test('is opened again with its times, and shows when the article goes offline', async () => {
      const END = '2026-11-29T01:05:00.000Z';
      open('?id=3', [[adminContent.detail, article({ ...draft, schedule: { ...waits, end_at: END } })]]);
      expect(
        await screen.findByText(/Scheduled by colleague@yunduo.test. It goes offline on 29 Nov/),
      ).toBeTruthy();
      fireEvent.click(await button('Change time'));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByLabelText<HTMLInputElement>(/^Goes online/).value).toBe(local);
      expect(dialog.getByLabelText<HTMLInputElement>(/^Goes offline/).value).toMatch(/^2026-11-29T/);
      expect(dialog.getByLabelText(/^Goes online/).getAttribute('aria-required')).toBe('true');
      expect(await outline()).toMatchSnapshot();
    });

    test.each([
      [-345, 'your time, UTC+5:45'],
      [125, 'your time, UTC-2:05'],
      [-480, 'Beijing time'],
    ])(
      'names the zone of an operator %i minutes behind UTC, and the time in Beijing',
      async (offset, zone) => {
        const zones = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
        open('?id=3', [[adminContent.detail, article({ ...draft, schedule: waits })]]);
        fireEvent.click(await button('Change time'));
        const dialog = within(await screen.findByRole('dialog'));
        expect(dialog.getByLabelText(`Goes online (${zone})`)).toBeTruthy();
        expect(dialog.queryByText(/^That is .* \(Beijing time\)\.$/) === null).toBe(offset === -480);
        zones.mockRestore();
      },
    );

    test('a typed time is there again after the session has ended, until a colleague changes the article', async () => {
      const typedOf = async (changes: Partial<AdminArticle> = {}) => {
        cleanup();
        open('?id=3', [[adminContent.detail, article({ ...draft, ...changes })]]);
        fireEvent.click(await button('Schedule'));
        return within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(/^Goes online/);
      };
      fireEvent.change(await typedOf(), { target: { value: local } });
      expect((await typedOf()).value).toBe(local);
      expect((await typedOf({ revision: 6 })).value).toBe('');
    });

    test('of an unchanged published article has only an end', async () => {
      const { client, hand } = open('?id=3', [
        [adminContent.schedule, article({ schedule: { ...waits, publish_at: null, end_at: START } })],
      ]);
      await hand.click(await button('Schedule'));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.queryByLabelText(/^Goes online/)).toBeNull();
      expect(dialog.getByLabelText(/^Goes offline/).getAttribute('aria-required')).toBe('true');
      await hand.type(dialog.getByLabelText(/^Goes offline/), local);
      await hand.click(dialog.getByRole('button', { name: 'Save schedule' }));
      expect(await screen.findByText(/^Goes offline on 28 Nov 2026/)).toBeTruthy();
      expect(sent(client, adminContent.schedule)).toEqual([{ id: 3, revision: 5, end_at: START }]);
    });

    test.each<[string, Partial<AdminArticle>, (string | null)[]]>([
      ['a draft asks for a start', draft, ['true', null]],
      ['changes of a published article asks for one of both', { changed: true }, [null, null]],
    ])('of %s', async (_what, changes, required) => {
      const { hand } = open('?id=3', [[adminContent.detail, article(changes)]]);
      await hand.click(await button('Schedule'));
      const dialog = within(await screen.findByRole('dialog'));
      const fields = [/^Goes online/, /^Goes offline/].map((label) => dialog.getByLabelText(label));
      expect(fields.map((field) => field.getAttribute('aria-required'))).toEqual(required);
    });

    test('keeps a start that the operator does not touch exactly, seconds included', async () => {
      const exact = { ...waits, publish_at: '2026-11-28T01:05:30.000Z' };
      const { client, hand } = open('?id=3', [
        [adminContent.detail, article({ ...draft, schedule: exact })],
        [adminContent.schedule, article({ ...draft, schedule: exact })],
      ]);
      await hand.click(await button('Change time'));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByLabelText<HTMLInputElement>(/^Goes online/).value).toBe(local);
      await hand.type(dialog.getByLabelText(/^Goes offline/), local.replace('2026', '2027'));
      await hand.click(dialog.getByRole('button', { name: 'Save schedule' }));
      await waitFor(() =>
        expect(sent(client, adminContent.schedule)).toEqual([
          { id: 3, revision: 5, publish_at: exact.publish_at, end_at: START.replace('2026', '2027') },
        ]),
      );
    });

    test('is rejected with EDIT_CONFLICT after a colleague’s change', async () => {
      let refusal = rejection('VALIDATION_FAILED', { fields: { publish_at: 'field_invalid' } });
      const { client, hand } = open('?id=3', [
        [adminContent.detail, article(draft)],
        [
          adminContent.schedule,
          () => {
            throw refusal;
          },
        ],
      ]);
      await hand.click(await button('Schedule'));
      client.answer(adminContent.detail, article({ ...draft, revision: 8 }));
      const dialog = within(await screen.findByRole('dialog'));
      const start = dialog.getByLabelText(/^Goes online/);
      await hand.type(start, local);
      await hand.click(dialog.getByRole('button', { name: 'Save schedule' }));
      await waitFor(() => expect(start.getAttribute('aria-invalid')).toBe('true'));
      refusal = rejection('EDIT_CONFLICT', { revision: 8 });
      await hand.click(await dialog.findByRole('button', { name: 'Save schedule', busy: false }));
      await waitFor(() => expect(messageOrToast('alert')).toContain('colleague@yunduo.test changed this'));
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  test('shows that there is nothing to publish', async () => {
    const { hand } = open('?id=3', [
      [
        adminContent.publish,
        () => {
          throw rejection('ARTICLE_UNCHANGED', {}, 'There are no changes to publish');
        },
      ],
    ]);
    await hand.click(await button('Publish'));
    await waitFor(() => expect(messageOrToast('alert')).toContain('There are no changes to publish'));
  });

  test('on EDIT_CONFLICT keeps the input and overwrites on request', async () => {
    let revision = 8;
    const { client, hand } = open('?id=3', [
      [
        adminContent.save,
        (input: { revision: number }) => {
          if (input.revision !== revision) throw rejection('EDIT_CONFLICT', { revision });
          revision += 1;
          return article({ revision, content: content({ title: both('Mine') }) });
        },
      ],
    ]);
    const title = await field('Title (English)');
    const theirs = article({ revision: 8, content: content({ title: both('Theirs') }), updated_by: null });
    client.answer(adminContent.detail, theirs);
    await hand.clear(title);
    await hand.type(title, 'Mine');
    await hand.click(await button('Save draft'));
    await waitFor(() =>
      expect(messageOrToast('alert')).toContain('Someone changed this on 18\u00a0Nov\u00a02026'),
    );
    expect(title.value).toBe('Mine');
    await hand.click(await button('Keep mine'));
    expect(messageOrToast('alert')).not.toContain('changed this');
    await hand.click(await button('Save draft'));
    await waitFor(() => expect(sent(client, adminContent.save).at(-1)).toMatchObject({ revision: 8 }));
    expect(await screen.findByText('Draft saved. Visitors do not see it yet')).toBeTruthy();
  });

  test('an editor who opens the text of a colleague edits that, and publishes it without another save', async () => {
    const { client, hand } = open('?id=3', [
      [
        adminContent.save,
        () => {
          throw rejection('EDIT_CONFLICT', { revision: 8 });
        },
      ],
      [adminContent.publish, article({ revision: 9 })],
    ]);
    await hand.type(await field('Title (English)'), ' mine');
    client.answer(adminContent.detail, article({ revision: 8, content: content({ title: both('Theirs') }) }));
    await hand.click(await button('Save draft'));
    await hand.click(await button('Open theirs'));
    expect((await field('Title (English)')).value).toBe('Theirs');
    expect(screen.queryByRole('button', { name: 'Open theirs' })).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Theirs');
    expect(sessionStorage).toHaveLength(0);
    await hand.click(await button('Publish'));
    await waitFor(() => expect(sent(client, adminContent.publish)).toEqual([{ id: 3, revision: 8 }]));
    expect(sent(client, adminContent.save)).toHaveLength(1);
  });

  test.each([
    ['Save draft', '?id=3'],
    ['Preview', '?id=new&place=email'],
  ])(
    'a new one keeps its place; after “%s” its address is %s, and no draft stays',
    async (press, address) => {
      const saved = article({ status: 'draft', published: null, content: content({ use_to: 'email' }) });
      const { client, hand, router } = open('?id=new&place=email', [
        [adminContent.save, saved],
        [adminContent.preview, { zh: '/', en: '/en', expires_at: '2026-11-21T06:30:00.000Z' }],
      ]);
      await hand.type(await field('Title (English)'), 'Harbour');
      await hand.type(await field('Title (Chinese)'), '港');
      expect(screen.queryByRole('button', { name: 'Schedule' })).toBeNull();
      await hand.click(await button(press));
      await waitFor(() => expect(sent(client, adminContent.save)).toHaveLength(1));
      expect(sent(client, adminContent.save)[0]).toMatchObject({ use_to: 'email' });
      expect(sent(client, adminContent.save)[0]).not.toHaveProperty('id');
      if (press === 'Preview') await screen.findAllByRole('link', { name: /^Open the/ });
      await waitFor(() => expect(router.state.location.search).toBe(address));
      // Back does not lead to the empty form.
      if (press === 'Save draft') expect(router.state.historyAction).toBe('REPLACE');
      expect(sessionStorage).toHaveLength(0);
    },
  );

  test('a new one without a place is for the partners; one for another place leaves an operator who went on there', async () => {
    const { client, hand, router } = open('?id=new', [
      [
        adminContent.save,
        () => {
          history.pushState(null, '', '/en/developer-center/desk/feedback');
          return article({ status: 'draft', published: null });
        },
      ],
    ]);
    const place = await screen.findByLabelText<HTMLSelectElement>('Place');
    expect(place.value).toBe('partners');
    await hand.selectOptions(place, 'Home · Newsletter');
    for (const name of ['Title (English)', 'Title (Chinese)'])
      fireEvent.change(await field(name), { target: { value: 'Harbour' } });
    const before = router.state.location;
    await hand.click(await button('Save draft'));
    expect(await screen.findByText(en.deskContent.article.saved)).toBeTruthy();
    await button('Save draft');
    expect(sent(client, adminContent.save)).toMatchObject([{ use_to: 'email' }]);
    expect(router.state.location).toBe(before);
    history.replaceState(null, '', '/');
  });

  test('a missing language is an error at its own field; each text goes to its own language', async () => {
    const { client, hand } = open('?id=3', [
      [adminContent.detail, article({ content: content({ intro: { zh: '有', en: '' } }) })],
      [adminContent.save, article({ revision: 6 })],
    ]);
    const intro = await field('Introduction (English)');
    type Editor = HTMLElement & { editor?: { commands: { insertContent: (html: string) => void } } };
    const [chinese, english] = await waitFor(() => {
      const found = document.querySelectorAll<Editor>('[contenteditable=true]');
      if (found.length < 2) throw new Error('The editors are loading.');
      return [...found];
    });
    act(() => chinese?.editor?.commands.insertContent('新'));
    await hand.click(await button('Save draft'));
    await waitFor(() => expect(intro.getAttribute('aria-invalid')).toBe('true'));
    expect((await field('Introduction (Chinese)')).getAttribute('aria-invalid')).toBeNull();
    act(() => english?.editor?.commands.insertContent('New'));
    fireEvent.change(intro, { target: { value: 'There' } });
    await hand.click(await button('Save draft'));
    await waitFor(() =>
      expect(sent(client, adminContent.save)).toMatchObject([
        { html: { zh: '<p>新</p>', en: '<p>New</p>' } },
      ]),
    );
  });

  test('opened again it waits for its current text, and so does its history', async () => {
    const { client, hand, router } = open('?id=3', [[adminContent.history, { list: [] }]]);
    await hand.click(await button('History'));
    await screen.findByText('Nothing published yet');
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await hand.click(await button('History'));
    await waitFor(() => expect(sent(client, adminContent.history)).toHaveLength(2));
    await act(() => router.navigate('/en/developer-center/desk/content'));
    await screen.findAllByRole('row');
    const { promise, resolve } = Promise.withResolvers<AdminArticle>();
    client.answer(adminContent.detail, () => promise);
    await act(() => router.navigate('/en/developer-center/desk/content?id=3'));
    expect(screen.queryByLabelText('Title (English)')).toBeNull();
    resolve(article({ revision: 8, content: content({ title: both('Theirs') }) }));
    expect((await field('Title (English)')).value).toBe('Theirs');
  });

  test('shows the parts of its place, and others that it already has', async () => {
    const labels = ['Introduction (English)', 'Body (English)', 'Image', 'Link address', 'Entries'];
    const shown = () => labels.filter((label) => screen.queryAllByText((text) => text === label).length > 0);
    const of = async (changes: Partial<AdminArticle['content']>) => {
      open('?id=3', [[adminContent.detail, article({ content: content(changes) })]]);
      await field('Title (English)');
      const found = shown();
      cleanup();
      return found;
    };
    const line = { use_to: 'top_description' } as const;
    expect(await of(line)).toEqual(['Introduction (English)']);
    expect(await of({ ...line, html: { zh: '', en: '<p>x</p>' } })).toEqual(labels.slice(0, 2));
    expect(await of({ ...line, picture: 'rings' })).toEqual([labels[0], 'Image']);
    expect(await of({ ...line, link: { href: '/store', text: both('Store') } })).toEqual([
      labels[0],
      'Link address',
    ]);
    expect(await of({ ...line, facts: [{ label: both('A'), value: both('') }] })).toEqual([
      labels[0],
      'Entries',
    ]);
    expect(await of({ use_to: 'email' })).toEqual([labels[0], labels[1], 'Link address']);
  });

  test('its entries are added, moved, removed and limited', async () => {
    const facts = ['A', 'B', 'C'].map((text) => ({ label: both(text), value: both(`${text} value`) }));
    const { client, hand } = open('?id=3', [
      [adminContent.detail, article({ content: content({ facts }) })],
      [adminContent.save, article({ revision: 6 })],
    ]);
    await hand.click(await button('Move entry 3 up'));
    expect(screen.queryByRole('button', { name: 'Move entry 1 up' })).toBeNull();
    await hand.click(await button('Remove entry 1'));
    await hand.click(await button('Add an entry'));
    expect(await outline()).toMatchSnapshot();
    const [, , third] = screen.getAllByLabelText('Name (English)');
    if (!third) throw new Error('no third entry');
    await hand.type(third, 'D');
    fireEvent.change(screen.getAllByLabelText('Name (Chinese)')[2] as HTMLElement, {
      target: { value: '丁' },
    });
    await hand.click(await button('Save draft'));
    await waitFor(() => expect(sent(client, adminContent.save)).toHaveLength(1));
    const [input] = sent(client, adminContent.save) as [{ facts: typeof facts }];
    expect(input.facts.map(({ label, value }) => `${label.en} ${label.zh} ${value.en}`)).toEqual([
      'C C（中） C value',
      'B B（中） B value',
      'D 丁 ',
    ]);
    cleanup();
    const most = Array.from({ length: 11 }, () => facts[0] as (typeof facts)[number]);
    const second = open('?id=3', [[adminContent.detail, article({ content: content({ facts: most }) })]]);
    await second.hand.click(await button('Add an entry'));
    expect(screen.queryByRole('button', { name: 'Add an entry' })).toBeNull();
  });

  test('an editor whose article or its history did not load can ask again', async () => {
    const lost = () => {
      throw silence();
    };
    const { client, hand } = open('?id=3', [
      [adminContent.detail, lost],
      [adminContent.history, lost],
    ]);
    const again = await screen.findByRole('button', { name: /again/i });
    expect(screen.queryByText(en.deskContent.article.gone)).toBeNull();
    client.answer(adminContent.detail, article());
    await hand.click(again);
    await hand.click(await button('History'));
    const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
    client.answer(adminContent.history, { list: [] });
    await hand.click(await dialog.findByRole('button', { name: /again/i }));
    expect(await dialog.findByText('Nothing published yet')).toBeTruthy();
  });

  test('an editor who reopens unsaved text sees that a colleague published meanwhile, before saving over it', async () => {
    const first = open('?id=3');
    await first.hand.type(await field('Title (English)'), ' of mine');
    cleanup();
    const theirs = article({ revision: 8, content: content({ title: both('Theirs') }) });
    const { client, hand } = open('?id=3', [
      [adminContent.detail, theirs],
      [adminContent.save, article({ revision: 9 })],
    ]);
    expect((await field('Title (English)')).value).toBe('Harbour of mine');
    await waitFor(() =>
      expect(messageOrToast('alert')).toContain(
        'colleague@yunduo.test changed this on 18\u00a0Nov\u00a02026',
      ),
    );
    expect(sent(client, adminContent.save)).toEqual([]);
    await hand.click(await button('Save draft'));
    await waitFor(() => expect(sent(client, adminContent.save).at(-1)).toMatchObject({ revision: 5 }));
    await waitFor(() => expect(messageOrToast('alert')).not.toContain('changed this'));
  });

  test.each(['article', 'schedule'])(
    'the page tells of a conflict: no toast repeats it (%s)',
    async (what) => {
      jest.useFakeTimers({ advanceTimers: true });
      try {
        const { client, hand } = open('?id=3', [
          [adminContent.detail, article({ status: 'draft', published: null, changed: true })],
        ]);
        for (const endpoint of [adminContent.save, adminContent.schedule])
          client.answer(endpoint, () => {
            throw rejection('EDIT_CONFLICT', { revision: 8 }, 'Saved elsewhere');
          });
        if (what === 'article') {
          fireEvent.change(await field('Title (English)'), { target: { value: 'Mine' } });
          await hand.click(await button('Save draft'));
        } else {
          await hand.click(await button('Schedule'));
          const dialog = within(await screen.findByRole('dialog'));
          fireEvent.change(dialog.getByLabelText(/^Goes online/), { target: { value: '2026-11-28T09:05' } });
          await hand.click(dialog.getByRole('button', { name: 'Save schedule' }));
        }
        await waitFor(() => expect(messageOrToast('alert')).toContain('changed this'));
        // A form has this time to show its rejection.
        act(() => void jest.advanceTimersByTime(200));
        expect(messageOrToast('alert')).not.toContain('Saved elsewhere');
      } finally {
        jest.useRealTimers();
      }
    },
  );

  test('an editor who reopens unsaved text on an unchanged article sees it without a warning', async () => {
    const first = open('?id=3');
    await first.hand.type(await field('Title (English)'), ' of mine');
    cleanup();
    open('?id=3');
    expect((await field('Title (English)')).value).toBe('Harbour of mine');
    expect(messageOrToast('alert')).not.toContain('changed this');
  });

  test.each(['3x', '0', '99999999999'])(
    'the id %s is not requested: there is no such article',
    async (id) => {
      const { client } = open(`?id=${id}`);
      expect(await screen.findByRole('heading', { name: en.deskContent.article.gone })).toBeTruthy();
      expect(sent(client, adminContent.detail)).toEqual([]);
    },
  );

  test('an operator who follows a link to an article that does not exist reads that, and is offered no retry', async () => {
    open('?id=999', [
      [
        adminContent.detail,
        () => {
          throw rejection('ARTICLE_NOT_FOUND');
        },
      ],
    ]);
    expect(await screen.findByRole('heading', { name: en.deskContent.article.gone })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /again/i })).toBeNull();
    // The page says it: a toast would say it twice.
    expect(messageOrToast('alert')).toBe('');
  });

  test('loads a published version into the editor', async () => {
    const old = {
      id: 9,
      published_at: '2026-10-01T02:00:00.000Z',
      published_by: 'operator@yunduo.test',
      content: content({ title: both('Old name') }),
    };
    // A version from before the records names neither.
    const first = { ...old, id: 8, published_at: null, published_by: null };
    const { hand } = open('?id=3', [[adminContent.history, { list: [old, first] }]]);
    await hand.click(await button('History'));
    const dialog = within(await screen.findByRole('dialog', { name: 'History' }));
    const versions = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(versions[0]).toContain('1\u00a0Oct\u00a02026, 10:00 · Published by operator@yunduo.test');
    expect(versions[1]).toContain('Earlier version');
    expect(versions[1]).not.toContain('Published by');
    await hand.click(
      await dialog.findByRole('button', { name: /^Put into editor: the version of 1\u00a0Oct\u00a02026/ }),
    );
    await waitFor(async () => expect((await field('Title (English)')).value).toBe('Old name'));
    expect(await screen.findByText(en.deskContent.article.history_used)).toBeTruthy();
    expect((await field('Title (Chinese)')).value).toBe('Old name（中）');
  });

  test.each([true, false])(
    'is taken offline after confirmation, which tells of its schedule if it has one (%s)',
    async (scheduled) => {
      const schedule = {
        publish_at: null,
        end_at: '2027-11-28T01:05:00.000Z',
        by: 'colleague@yunduo.test',
        outdated: false,
      };
      const { client, hand } = open('?id=3', [
        [adminContent.detail, article({ updated_by: null, schedule: scheduled ? schedule : null })],
        [adminContent.archive, article({ status: 'archived', revision: 6, published: null })],
      ]);
      await hand.click(await button('Take offline'));
      expect(screen.getByText('Changed 18 Nov 2026, 10:00')).toBeTruthy();
      const dialog = within(await screen.findByRole('dialog', { name: 'Take “Harbour” offline?' }));
      expect(dialog.getByText(en.deskContent.article.archive_text)).toBeTruthy();
      expect(dialog.queryAllByText(en.deskContent.schedule.archive_text)).toHaveLength(scheduled ? 1 : 0);
      await hand.click(dialog.getByRole('button', { name: 'Take offline' }));
      await waitFor(() => expect(sent(client, adminContent.archive)).toEqual([{ id: 3, revision: 5 }]));
      expect(await screen.findByText('Offline')).toBeTruthy();
      expect(await screen.findByText(en.deskContent.article.archived)).toBeTruthy();
    },
  );

  test.each([
    ['taken offline', 'Take offline', adminContent.archive, 'EDIT_CONFLICT'],
    ['kept from its time, which has come', 'Cancel schedule', adminContent.unschedule, 'STATE_CHANGED'],
  ] as const)('is not %s once it changed meanwhile: it is shown as it is now', async (...what) => {
    const [, action, endpoint, code] = what;
    const schedule = {
      ...{ publish_at: '2026-11-20T01:05:00.000Z', end_at: null },
      ...{ by: 'colleague@yunduo.test', outdated: false },
    };
    const { client, hand } = open('?id=3', [
      [adminContent.detail, article({ changed: true, schedule })],
      [
        endpoint,
        () => {
          throw rejection(code, { revision: 6 }, 'Changed meanwhile');
        },
      ],
    ]);
    await button(action);
    client.answer(adminContent.detail, article({ revision: 6, updated_at: '2026-11-20T01:05:00.000Z' }));
    await hand.click(await button(action));
    const question = screen.queryByRole('dialog');
    if (question) await hand.click(within(question).getByRole('button', { name: action }));
    await waitFor(() =>
      expect(messageOrToast('alert')).toContain(
        'colleague@yunduo.test changed this on 20\u00a0Nov\u00a02026',
      ),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    await hand.click(await button(en.deskContent.article.conflict_theirs));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel schedule' })).toBeNull());
  });

  test('is not published without the picture that is still uploading', async () => {
    const upload = Promise.withResolvers<object>();
    const { client, hand } = open('?id=3', [
      [adminContent.upload, () => upload.promise],
      [adminContent.save, article({ revision: 6 })],
      [adminContent.publish, article({ revision: 7 })],
    ]);
    await screen.findByText('Image');
    const file = new File(['x'], 'logo.png', { type: 'image/png' });
    await hand.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
    await hand.click(await button('Publish'));
    expect(await screen.findByText(en.deskContent.article.picture_wait)).toBeTruthy();
    await act(async () =>
      upload.resolve({ picture: 'articles/a-320x80.webp', url: '/uploads/a.webp', width: 320, height: 80 }),
    );
    expect(sent(client, adminContent.publish)).toEqual([]);
    await hand.click(await button('Publish'));
    await waitFor(() => expect(sent(client, adminContent.publish)).toEqual([{ id: 3, revision: 6 }]));
    expect(sent(client, adminContent.save)).toMatchObject([{ picture: 'articles/a-320x80.webp' }]);
  });

  test('keeps what is typed while its draft is being saved, and saves it next', async () => {
    const answer = Promise.withResolvers<AdminArticle>();
    const { client, hand } = open('?id=3', [[adminContent.save, () => answer.promise]]);
    const type = async (value: string) =>
      fireEvent.change(await field('Title (English)'), { target: { value } });
    await type('Mine');
    await hand.click(await button('Save draft'));
    await waitFor(() => expect(sent(client, adminContent.save)).toHaveLength(1));
    await type('Mine, longer');
    const mine = content({ title: { ...both('Harbour'), en: 'Mine' } });
    await act(async () => answer.resolve(article({ revision: 6, content: mine })));
    await button('Save draft');
    expect((await field('Title (English)')).value).toBe('Mine, longer');
    client.answer(adminContent.save, article({ revision: 7 }));
    await hand.click(await button('Save draft'));
    await waitFor(() =>
      expect(sent(client, adminContent.save).at(-1)).toMatchObject({
        ...{ revision: 6, title: { en: 'Mine, longer' } },
      }),
    );
  });

  test('uploads its picture and saves its path', async () => {
    const { client, hand } = open('?id=3', [
      [
        adminContent.upload,
        () => {
          throw rejection('VALIDATION_FAILED', {}, 'The server’s own words');
        },
      ],
      [adminContent.save, article({ revision: 6 })],
    ]);
    await screen.findByText('Image');
    const choose = (file: File) =>
      hand.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 });
    await choose(large);
    expect(await screen.findByText(en.deskContent.article.picture_too_large)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: /^Remove/ }));
    expect(sent(client, adminContent.upload)).toHaveLength(0);
    fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [new File(['x'], 'photo.heic', { type: 'image/heic' })] },
    });
    expect(await screen.findByText(en.listing.upload.heic)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: /^Remove/ }));
    // One picture: of two that are dropped together the first is taken.
    const two = ['logo.png', 'other.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
    fireEvent.drop(screen.getByRole('list', { name: 'Image' }), {
      dataTransfer: { files: two, types: ['Files'] },
    });
    expect(await screen.findAllByText('The server’s own words')).toHaveLength(1);
    expect(sent(client, adminContent.upload)).toHaveLength(1);
    await hand.click(screen.getByRole('button', { name: /^Remove/ }));
    client.answer(adminContent.upload, {
      ...{ picture: 'articles/a-320x80.webp', url: '/uploads/a.webp' },
      ...{ width: 320, height: 80 },
    });
    const largest = new File(['x'], 'logo.png', { type: 'image/png' });
    Object.defineProperty(largest, 'size', { value: 5 * 1024 * 1024 });
    await choose(largest);
    await waitFor(() => expect(sent(client, adminContent.upload)).toHaveLength(2));
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/uploads/a.webp'));
    await hand.click(await button('Save draft'));
    await waitFor(() =>
      expect(sent(client, adminContent.save)[0]).toMatchObject({ picture: 'articles/a-320x80.webp' }),
    );
    cleanup();
    const second = open('?id=3', [
      [
        adminContent.detail,
        article({ content: content({ picture: 'articles/b.webp', picture_url: '/uploads/b.webp' }) }),
      ],
      [adminContent.save, article({ revision: 7 })],
    ]);
    const remove = await screen.findByRole('button', { name: /^Remove/ });
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/uploads/b.webp');
    await second.hand.click(remove);
    expect(document.querySelector('img')).toBeNull();
    await second.hand.click(await button('Save draft'));
    await waitFor(() => expect(sent(second.client, adminContent.save)[0]).toMatchObject({ picture: null }));
  });

  test('restores unsaved input after a reload', async () => {
    const { hand } = open('?id=3');
    await hand.type(await field('Title (English)'), ' new');
    cleanup();
    open('?id=3');
    expect((await field('Title (English)')).value).toBe('Harbour new');
  });
});

describe('activities', () => {
  const activity = {
    id: 2,
    revision: 1,
    title: both('Autumn'),
    intro: both('Intro'),
    html: { zh: '', en: '' },
    terms: { zh: '', en: '' },
    starts_at: '2026-12-01T00:00:00.000Z',
    ends_at: '2026-12-08T00:00:00.000Z',
    state: 'not_started' as const,
    withdrawn_at: null,
    joined_count: 7,
    updated_at: '2026-11-18T02:00:00.000Z',
  };

  test('are edited in Shanghai time; an end that is not touched keeps its seconds', async () => {
    const ends_at = '2026-12-08T00:00:30.000Z';
    const { client, hand } = open('?kind=activities&id=2', [
      [adminActivity.list, page([{ ...activity, ends_at }])],
      [adminActivity.save, activity],
    ]);
    const start = await screen.findByLabelText<HTMLInputElement>('Starts (Beijing time)');
    expect(start.value).toBe('2026-12-01T08:00');
    await hand.type(await screen.findByLabelText('Name (English)'), ' offer');
    await hand.click(await button('Save and publish'));
    await waitFor(() =>
      expect(sent(client, adminActivity.save)[0]).toMatchObject({
        id: 2,
        revision: 1,
        title: { en: 'Autumn offer' },
        starts_at: '2026-12-01T00:00:00.000Z',
        ends_at,
      }),
    );
  });

  test('keep the input when a colleague saved first, and overwrite only on the second save', async () => {
    let revision = 4;
    let refused = true;
    const { client, hand } = open('?kind=activities&id=2', [
      [adminActivity.list, page([activity])],
      [
        adminActivity.save,
        (input: { revision: number }) => {
          if (refused) throw rejection('VALIDATION_FAILED', { fields: { 'title.en': 'field_invalid' } });
          if (input.revision !== revision) throw rejection('EDIT_CONFLICT', { revision });
          revision += 1;
          return activity;
        },
      ],
    ]);
    const name = await screen.findByLabelText<HTMLInputElement>('Name (English)');
    await hand.type(name, ' offer');
    await hand.click(await button('Save and publish'));
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    refused = false;
    await hand.click(await button('Save and publish'));
    expect(await screen.findByText(en.deskContent.activities.conflict)).toBeTruthy();
    expect(name.value).toBe('Autumn offer');
    await hand.click(await button('Save and publish'));
    expect(await screen.findByText(en.deskContent.activities.saved)).toBeTruthy();
    expect(sent(client, adminActivity.save).map((input) => (input as { revision: number }).revision)).toEqual(
      [1, 1, 4],
    );
  });

  test('text of an editor who reopens one that a colleague changed meanwhile is saved on the revision it was typed on', async () => {
    const first = open('?kind=activities&id=2', [[adminActivity.list, page([activity])]]);
    await first.hand.type(await screen.findByLabelText('Name (English)'), ' offer');
    cleanup();
    const { client, hand } = open('?kind=activities&id=2', [
      [adminActivity.list, page([{ ...activity, revision: 6, intro: both('Theirs') }])],
      [
        adminActivity.save,
        () => {
          throw rejection('EDIT_CONFLICT', { revision: 6 });
        },
      ],
    ]);
    await screen.findByDisplayValue('Autumn offer');
    await hand.click(await button('Save and publish'));
    expect(await screen.findByText(en.deskContent.activities.conflict)).toBeTruthy();
    expect(sent(client, adminActivity.save)).toMatchObject([{ revision: 1 }]);
  });

  test('show their state, and only those that stand can be edited or withdrawn', async () => {
    const { client } = open('?kind=activities&page=2', [
      [
        adminActivity.list,
        page([
          { ...activity, state: 'in_progress' },
          { ...activity, id: 3, title: both('Spring'), withdrawn_at: '2026-11-20T00:00:00.000Z' },
        ]),
      ],
    ]);
    const [, first, second] = (await screen.findAllByRole('row')) as [HTMLElement, HTMLElement, HTMLElement];
    expect(first.textContent).toMatch(
      /Autumn.*In progress.*1\u00a0Dec\u00a02026, 08:00.*8\u00a0Dec\u00a02026, 08:00.*7/,
    );
    expect(within(first).getByRole('link', { name: 'Edit “Autumn”' }).getAttribute('href')).toMatch(
      /\?kind=activities&id=2$/,
    );
    expect(second.textContent).toMatch(/Spring.*Withdrawn/);
    expect(second.textContent).not.toContain('Not started');
    expect([...within(second).queryAllByRole('link'), ...within(second).queryAllByRole('button')]).toEqual(
      [],
    );
    expect(sent(client, adminActivity.list)).toEqual([{ page: 2, page_size: 100 }]);
    expect(await outline()).toMatchSnapshot();
  });

  test('one beyond the first hundred opens from its link, and again with what a colleague saved meanwhile', async () => {
    const { client, router } = open('?kind=activities&id=207', [
      [
        adminActivity.list,
        ({ id }: { id?: number }) => page(id === 207 ? [{ ...activity, id }] : [activity]),
      ],
    ]);
    expect((await screen.findByLabelText<HTMLInputElement>('Name (English)')).value).toBe('Autumn');
    expect(sent(client, adminActivity.list)).toEqual([{ id: 207 }]);
    await act(() => router.navigate('/en/developer-center/desk/content?kind=activities'));
    await screen.findAllByRole('row');
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof page<typeof activity>>>();
    client.answer(adminActivity.list, () => promise);
    await act(() => router.navigate('/en/developer-center/desk/content?kind=activities&id=207'));
    expect(screen.queryByLabelText('Name (English)')).toBeNull();
    resolve(page([{ ...activity, id: 207, title: both('Theirs') }]));
    expect((await screen.findByLabelText<HTMLInputElement>('Name (English)')).value).toBe('Theirs');
  });

  test.each([
    ['unknown', '9', null],
    ['withdrawn', '2', '2026-11-20T00:00:00.000Z'],
  ])('one that is %s cannot be edited', async (_what, id, withdrawn_at) => {
    open(`?kind=activities&id=${id}`, [[adminActivity.list, page([{ ...activity, withdrawn_at }])]]);
    expect(await screen.findByText('Event not found or withdrawn')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to events' })).toBeTruthy();
  });

  test('a new one is sent without a number and a revision, and leads to the list', async () => {
    const { client, hand, router } = open('?kind=activities&id=new', [
      [adminActivity.list, page([activity])],
      [adminActivity.save, activity],
    ]);
    const fill = (name: string, value: string) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    await screen.findByLabelText('Name (English)');
    for (const language of ['English', 'Chinese']) {
      fill(`Name (${language})`, 'Winter');
      fill(`Introduction (${language})`, 'Intro');
    }
    fill('Starts (Beijing time)', '2026-12-01T08:00');
    expect(await outline()).toMatchSnapshot();
    await hand.click(await button('Save and publish'));
    const end = screen.getByLabelText('Ends (Beijing time)');
    await waitFor(() => expect(end.getAttribute('aria-invalid')).toBe('true'));
    expect(sent(client, adminActivity.save)).toEqual([]);
    fill('Ends (Beijing time)', '2026-12-02T08:00');
    await hand.click(await button('Save and publish'));
    await waitFor(() => expect(router.state.location.search).toBe('?kind=activities'));
    const [input] = sent(client, adminActivity.save);
    expect(input).toMatchObject({
      title: { en: 'Winter', zh: 'Winter' },
      starts_at: '2026-12-01T00:00:00.000Z',
      ends_at: '2026-12-02T00:00:00.000Z',
    });
    expect(input).not.toHaveProperty('id');
    expect(input).not.toHaveProperty('revision');
  });

  test('leave an operator who opened another page during the save there', async () => {
    const { hand, router } = open('?kind=activities&id=2', [
      [adminActivity.list, page([activity])],
      [
        adminActivity.save,
        () => {
          history.pushState(null, '', '/en/developer-center/desk/feedback');
          return activity;
        },
      ],
    ]);
    await screen.findByLabelText('Name (English)');
    const before = router.state.location;
    await hand.click(await button('Save and publish'));
    expect(await screen.findByText(en.deskContent.activities.saved)).toBeTruthy();
    await button('Save and publish');
    expect(router.state.location).toBe(before);
    history.replaceState(null, '', '/');
  });

  test('stay with the server’s reason when one was withdrawn meanwhile', async () => {
    const { hand } = open('?kind=activities&id=2', [
      [adminActivity.list, page([activity])],
      [
        adminActivity.save,
        () => {
          throw rejection('EDIT_CONFLICT', {}, 'It was withdrawn');
        },
      ],
    ]);
    await screen.findByLabelText('Name (English)');
    await hand.click(await button('Save and publish'));
    await waitFor(() => expect(messageOrToast('alert')).toContain('It was withdrawn'));
    expect(screen.queryByText(en.deskContent.activities.conflict)).toBeNull();
  });

  test('are withdrawn after confirmation', async () => {
    const { client, hand } = open('?kind=activities', [
      [adminActivity.list, page([activity])],
      [adminActivity.withdraw, { ...activity, withdrawn_at: '2026-11-21T00:00:00.000Z' }],
    ]);
    await hand.click(await button('Withdraw “Autumn”'));
    await hand.click(await button('Withdraw event'));
    await waitFor(() => expect(sent(client, adminActivity.withdraw)).toEqual([{ id: 2, revision: 1 }]));
    expect(await screen.findByText(en.deskContent.activities.withdrawn_toast)).toBeTruthy();
  });

  test('one that a colleague changed first is not withdrawn: its question closes with the reason', async () => {
    const { client, hand } = open('?kind=activities', [
      [adminActivity.list, page([activity])],
      [
        adminActivity.withdraw,
        () => {
          throw rejection('EDIT_CONFLICT', { revision: 2 }, 'Changed meanwhile');
        },
      ],
    ]);
    await hand.click(await button('Withdraw “Autumn”'));
    client.answer(adminActivity.list, page([{ ...activity, revision: 2 }]));
    await hand.click(await button('Withdraw event'));
    await waitFor(() => expect(messageOrToast('alert')).toContain('Changed meanwhile'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Asked again, it is about what the list shows now.
    client.answer(adminActivity.withdraw, activity);
    await hand.click(await button('Withdraw “Autumn”'));
    await hand.click(await button('Withdraw event'));
    await waitFor(() =>
      expect(sent(client, adminActivity.withdraw)).toEqual([
        { id: 2, revision: 1 },
        { id: 2, revision: 2 },
      ]),
    );
  });
});

describe('protocols', () => {
  const version = {
    id: 'privacy-policy' as const,
    title: { zh: '隐私政策', en: 'Privacy policy' },
    version: '1.1.0',
    published_at: '2026-10-01T00:00:00.000Z',
    current: true,
    announced: false,
    markdown: { zh: '## 一', en: '## One' },
    hash: { zh: 'a', en: 'b' },
  };

  test('are published as a new version, based on the newest, after confirmation', async () => {
    const { client, hand } = open('?kind=protocols&id=new', [
      [adminProtocol.list, { list: [version] }],
      [adminProtocol.publish, {}],
    ]);
    expect(
      (await screen.findByLabelText<HTMLInputElement>('Text in Markdown, without the title (English)')).value,
    ).toBe('## One');
    await hand.type(await screen.findByLabelText('Version number'), '1.2.0');
    await hand.click(await button('Publish version'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Privacy policy 1.2.0?' }));
    expect(sent(client, adminProtocol.publish)).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: 'Publish now' }));
    await waitFor(() =>
      expect(sent(client, adminProtocol.publish)).toEqual([
        { id: 'privacy-policy', version: '1.2.0', markdown: version.markdown },
      ]),
    );
    expect(await screen.findByText(en.deskContent.protocols.published)).toBeTruthy();
  });

  test('start from the chosen agreement’s newest text, at a time, and not without consent', async () => {
    const terms = {
      ...version,
      id: 'user-agreement' as const,
      title: { zh: '用户协议', en: 'User agreement' },
      version: '3.0.0',
      markdown: { zh: '## 用', en: '## Use' },
    };
    const { client, hand, router } = open('?kind=protocols&id=new', [
      [adminProtocol.list, { list: [version, { ...version, version: '1.0.0', markdown: null }, terms] }],
      [adminProtocol.publish, {}],
    ]);
    const which = await screen.findByLabelText<HTMLSelectElement>('Agreement');
    expect([...which.options].map(({ text }) => text)).toEqual(['Privacy policy', 'User agreement']);
    await hand.selectOptions(which, 'User agreement');
    const text = screen.getByLabelText<HTMLInputElement>('Text in Markdown, without the title (English)');
    await waitFor(() => expect(text.value).toBe('## Use'));
    expect(screen.getByText('Use the form x.x.x, higher than 3.0.0.')).toBeTruthy();
    const fill = (name: string, value: string) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    expect(await outline()).toMatchSnapshot();
    fill('Version number', '3.1.0');
    fill('Effective from (Beijing time)', '2027-01-01T00:00');
    await hand.click(await button('Publish version'));
    const dialog = async () =>
      within(await screen.findByRole('dialog', { name: 'Publish User agreement 3.1.0?' }));
    await hand.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(client, adminProtocol.publish)).toEqual([]);
    await hand.click(await button('Publish version'));
    // With a date, nothing is published now.
    await hand.click(
      (await dialog()).getByRole('button', { name: 'Announce for 1\u00a0Jan\u00a02027, 00:00' }),
    );
    await waitFor(() => expect(router.state.location.search).toBe('?kind=protocols'));
    expect(sent(client, adminProtocol.publish)).toEqual([
      {
        id: 'user-agreement',
        version: '3.1.0',
        markdown: terms.markdown,
        published_at: '2026-12-31T16:00:00.000Z',
      },
    ]);
    expect(sessionStorage.length).toBe(0);
  });

  const text = () =>
    screen.findByLabelText<HTMLInputElement>('Text in Markdown, without the title (English)');
  const next = { ...version, version: '1.2.0', markdown: { zh: '## 二', en: '## Two' } };
  const told = 'Version 1.2.0 was published meanwhile. Your text is kept';

  test('an operator who reopens unsent text sees that a colleague published meanwhile, and keeps one of both', async () => {
    const first = open('?kind=protocols&id=new', [[adminProtocol.list, { list: [version] }]]);
    await first.hand.type(await text(), ' of mine');
    cleanup();
    const reopen = () =>
      open('?kind=protocols&id=new', [
        [adminProtocol.list, { list: [next, { ...version, markdown: null }] }],
        [adminProtocol.publish, {}],
      ]);
    const { client, hand } = reopen();
    expect((await text()).value).toBe('## One of mine');
    await waitFor(() => expect(messageOrToast('alert')).toContain(told));
    await hand.type(screen.getByLabelText('Version number'), '1.3.0');
    await hand.click(await button('Publish version'));
    await waitFor(() => expect(sent(client, adminProtocol.list)).toHaveLength(2));
    await button('Publish version');
    expect(screen.queryByRole('dialog')).toBeNull();
    await hand.click(await button('Keep mine'));
    expect(messageOrToast('alert')).not.toContain(told);
    await hand.click(await button('Publish version'));
    expect(await screen.findByRole('dialog', { name: 'Publish Privacy policy 1.3.0?' })).toBeTruthy();
    cleanup();
    // Kept once, the text is based on the new version.
    const again = reopen();
    expect((await text()).value).toBe('## One of mine');
    expect(messageOrToast('alert')).not.toContain(told);
    expect(sent(again.client, adminProtocol.publish)).toEqual([]);
  });

  test('an operator who opens a colleague’s newer version instead gets its text', async () => {
    const first = open('?kind=protocols&id=new', [[adminProtocol.list, { list: [version] }]]);
    await first.hand.type(await text(), ' of mine');
    cleanup();
    const { hand } = open('?kind=protocols&id=new', [[adminProtocol.list, { list: [next] }]]);
    await text();
    await hand.click(await button('Open theirs'));
    await waitFor(async () => expect((await text()).value).toBe('## Two'));
    expect(messageOrToast('alert')).not.toContain(told);
  });

  test('an operator who publishes is told of a version that a colleague published while the form was open', async () => {
    const { client, hand } = open('?kind=protocols&id=new', [[adminProtocol.list, { list: [version] }]]);
    await hand.type(await text(), ' of mine');
    await hand.type(screen.getByLabelText('Version number'), '1.3.0');
    client.answer(adminProtocol.list, { list: [next] });
    await hand.click(await button('Publish version'));
    await waitFor(() => expect(messageOrToast('alert')).toContain(told));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await text()).value).toBe('## One of mine');
  });

  test('an operator who looks at another agreement finds the typed text again', async () => {
    const terms = {
      ...version,
      id: 'user-agreement' as const,
      title: { zh: '用户协议', en: 'User agreement' },
      markdown: { zh: '## 用', en: '## Use' },
    };
    const { client, hand } = open('?kind=protocols&id=new', [
      [adminProtocol.list, { list: [version, terms] }],
    ]);
    const text = await screen.findByLabelText<HTMLInputElement>(
      'Text in Markdown, without the title (English)',
    );
    await hand.type(text, ' typed');
    const which = screen.getByLabelText<HTMLSelectElement>('Agreement');
    await hand.selectOptions(which, 'User agreement');
    await waitFor(() => expect(text.value).toBe('## Use'));
    await hand.selectOptions(which, 'Privacy policy');
    await waitFor(() => expect(text.value).toBe('## One typed'));
    // What a colleague publishes meanwhile stays named after another look.
    await hand.type(screen.getByLabelText('Version number'), '1.3.0');
    client.answer(adminProtocol.list, { list: [next, terms] });
    await hand.click(await button('Publish version'));
    await waitFor(() => expect(messageOrToast('alert')).toContain(told));
    await hand.selectOptions(which, 'User agreement');
    await hand.selectOptions(which, 'Privacy policy');
    await waitFor(() => expect(text.value).toBe('## One typed'));
    expect(messageOrToast('alert')).toContain(told);
  });

  test('the form opened again starts from the current text; after a publication an operator who went on stays there', async () => {
    const { client, hand, router } = open('?kind=protocols', [
      [adminProtocol.list, { list: [version] }],
      [
        adminProtocol.publish,
        () => {
          history.pushState(null, '', '/en/developer-center/desk/feedback');
          return {};
        },
      ],
    ]);
    await screen.findAllByRole('row');
    const { promise, resolve } = Promise.withResolvers<object>();
    client.answer(adminProtocol.list, () => promise);
    await act(() => router.navigate('/en/developer-center/desk/content?kind=protocols&id=new'));
    expect(screen.queryByLabelText('Version number')).toBeNull();
    resolve({ list: [next] });
    expect((await text()).value).toBe('## Two');
    fireEvent.change(screen.getByLabelText('Version number'), { target: { value: '1.3.0' } });
    client.answer(adminProtocol.list, { list: [next] });
    await hand.click(await button('Publish version'));
    const before = router.state.location;
    await hand.click(await button('Publish now'));
    expect(await screen.findByText(en.deskContent.protocols.published)).toBeTruthy();
    await button('Publish version');
    expect(router.state.location).toBe(before);
    history.replaceState(null, '', '/');
  });

  test('are not published now by a year of five digits, which a date field accepts', async () => {
    const { client, hand } = open('?kind=protocols&id=new', [
      [adminProtocol.list, { list: [version] }],
      [adminProtocol.publish, {}],
    ]);
    const fill = (name: string, value: string) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    await text();
    fill('Version number', '1.2.0');
    fill('Effective from (Beijing time)', '20262-01-01T00:00');
    await hand.click(await button('Publish version'));
    const at = screen.getByLabelText('Effective from (Beijing time)');
    await waitFor(() => expect(at.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(client, adminProtocol.publish)).toEqual([]);
  });

  test('ask again after a rejected publication', async () => {
    const { client, hand } = open('?kind=protocols&id=new', [
      [adminProtocol.list, { list: [version] }],
      [
        adminProtocol.publish,
        () => {
          throw rejection('VALIDATION_FAILED', {
            fields: { version: 'version_invalid', id: 'field_invalid' },
          });
        },
      ],
    ]);
    const number = await screen.findByLabelText('Version number');
    fireEvent.change(number, { target: { value: '1.2.0' } });
    for (const time of [1, 2]) {
      await hand.click(await button('Publish version'));
      await hand.click(await button('Publish now'));
      await waitFor(() => expect(sent(client, adminProtocol.publish)).toHaveLength(time));
      await button('Publish version');
    }
    expect(number.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Agreement').getAttribute('aria-invalid')).toBe('true');
  });

  test('show which version holds, and only announced ones can be withdrawn', async () => {
    const old = { ...version, version: '1.0.0', current: false };
    open('?kind=protocols', [
      [adminProtocol.list, { list: [{ ...old, version: '2.0.0', announced: true }, version, old] }],
    ]);
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getByText(/^(Announced|Current|Older)$/).textContent)).toEqual([
      'Announced',
      'Current',
      'Older',
    ]);
    expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([1, 0, 0]);
    expect(await outline()).toMatchSnapshot();
  });

  test('announced versions can be withdrawn', async () => {
    const announced = { ...version, version: '2.0.0', current: false, announced: true };
    const { client, hand } = open('?kind=protocols', [
      [adminProtocol.list, { list: [announced, version] }],
      [adminProtocol.withdraw, null as never],
    ]);
    await hand.click(await button('Withdraw Privacy policy 2.0.0'));
    await hand.click(await button('Withdraw version'));
    await waitFor(() =>
      expect(sent(client, adminProtocol.withdraw)).toEqual([{ id: 'privacy-policy', version: '2.0.0' }]),
    );
    expect(await screen.findByText(en.deskContent.protocols.withdrawn)).toBeTruthy();
  });

  test('one that has become effective meanwhile cannot be withdrawn: its question closes with the reason', async () => {
    const announced = { ...version, version: '2.0.0', current: false, announced: true };
    const { hand } = open('?kind=protocols', [
      [adminProtocol.list, { list: [announced, version] }],
      [
        adminProtocol.withdraw,
        () => {
          throw rejection('PROTOCOL_NOT_FOUND', {}, 'Effective already');
        },
      ],
    ]);
    await hand.click(await button('Withdraw Privacy policy 2.0.0'));
    await hand.click(await button('Withdraw version'));
    await waitFor(() => expect(messageOrToast('alert')).toContain('Effective already'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test.each(['?place=partners', '?id=3', '?kind=activities', '?kind=activities&id=2', '?kind=protocols'])(
  'the page “%s” has the recorded markup',
  async (search) => {
    const activity = {
      ...{ id: 2, revision: 1, title: both('Autumn'), intro: both('Less') },
      ...{ html: { zh: '', en: '' }, terms: { zh: '', en: '' }, state: 'not_started', joined_count: 7 },
      ...{ starts_at: '2026-12-01T00:00:00.000Z', ends_at: '2026-12-08T00:00:00.000Z' },
      ...{ updated_at: '2026-11-18T02:00:00.000Z', withdrawn_at: null },
    };
    const version = {
      ...{ id: 'privacy-policy', title: { zh: '隐私政策', en: 'Privacy policy' }, version: '1.1.0' },
      ...{
        published_at: '2026-10-01T00:00:00.000Z',
        current: true,
        announced: false,
        hash: { zh: 'a', en: 'b' },
      },
      markdown: { zh: '## 一', en: '## One' },
    };
    const announced = { ...version, version: '1.2.0', current: false, announced: true };
    const answers: Answer[] = [
      [
        adminActivity.list,
        page([
          activity,
          { ...activity, id: 3, state: 'withdrawn', withdrawn_at: '2026-11-02T00:00:00.000Z' },
        ]),
      ],
      [adminProtocol.list, { list: [announced, version] }],
    ];
    expect(await markupOf(() => open(search, answers))).toMatchSnapshot();
  },
);
