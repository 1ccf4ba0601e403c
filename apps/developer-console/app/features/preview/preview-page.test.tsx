import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { appStore, devApp, site, userInfo, type AppDetail, type DevAppDetail } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import {
  clearMessages,
  copied,
  departures,
  hideTab,
  inShell,
  markup,
  markupOf,
  messageOrToast,
} from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionRestored, tokenStorage } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listingValuesOf, listingKey, type ListingValues } from '../../app-pages/listing-values.ts';
import { contentFixture, detailFixture, versionFixture } from '../../app-pages/detail.fixture.ts';
import { storeWords } from '../../store-preview/store-words.ts';
import { toStoreListing } from '../../store-preview/to-store-listing.ts';
import { PreviewPage } from './preview-page.tsx';
import { clientLoader } from './route.tsx';

jest.setTimeout(60_000);

const SITE = {
  name: 'Yunduo',
  slogan: '',
  record_number: null,
  support_email: 'support@yunduo.test',
  links: { demo: null, forum: null, dev_docs: null },
  widget: null,
  content_revision: 1,
};
const TOKEN = `ydp_${'a'.repeat(50)}`;

function show(query: string, client = fakeClient([site.info, SITE])) {
  const view = inShell(<PreviewPage />, {
    locale: 'en',
    words: { ...en, developerTerms },
    client,
    path: `/en/developer-center/app-preview${query}`,
    frame: <Toasts />,
  });
  return { ...view, client, hand: userEvent.setup() };
}

function open(detail: DevAppDetail = detailFixture(), query = '?id=7') {
  const client = fakeClient(
    [userInfo.index, userFixture({ roles: ['user', 'developer'] })],
    [site.info, SITE],
    [devApp.detail, detail],
  );
  tokenStorage.saveToken('yd_token');
  const view = show(query, client);
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  const { unmount } = render(view.element);
  return { ...view, unmount };
}

/** Content of the preview's frame; jsdom does not load frames itself. */
async function inFrame(name = /as the app store shows it/) {
  const frame = await screen.findByTitle<HTMLIFrameElement>(name);
  fireEvent.load(frame);
  const body = frame.contentDocument?.body;
  if (!body) throw new Error('The frame has no document.');
  await waitFor(() => expect(body.childElementCount).toBeGreaterThan(0));
  return within(body);
}

const toast = () => document.querySelector('[data-above-dialogs]')?.textContent;
const keep = (mine: Partial<ListingValues>, revision = 5) => JSON.stringify({ revision, base: {}, mine });
/** A write in another window: the browser fires a storage event here. */
const elsewhere = async (newValue: string | null, oldValue: string | null = null) => {
  if (newValue === null) localStorage.removeItem(listingKey(7));
  else localStorage.setItem(listingKey(7), newValue);
  await act(
    async () => void dispatchEvent(new StorageEvent('storage', { key: listingKey(7), oldValue, newValue })),
  );
};

beforeEach(() => {
  localStorage.clear();
  clearMessages();
});
afterEach(() => {
  document.head.replaceChildren();
  Reflect.deleteProperty(globalThis, 'ResizeObserver');
});

describe('own draft', () => {
  test('[R2.20] is rendered by the store page in a named frame', async () => {
    open();
    const page = await inFrame(/^Keel DNS as the app store shows it$/);
    expect(await page.findByRole('heading', { level: 1, name: 'Keel DNS' })).toBeTruthy();
    expect(page.getByRole('region', { name: 'Requirements' })).toBeTruthy();
    expect(page.getByText('No dependencies.')).toBeTruthy();
    expect(messageOrToast('status')).toContain('Matches the saved draft');
  });

  test('shows a dash for version and size before a version is started', async () => {
    open();
    const page = await inFrame();
    await page.findByRole('heading', { level: 1, name: 'Keel DNS' });
    expect(page.getAllByText('–').length).toBe(2);
  });

  test('follows the theme of the page, also back to the system’s', async () => {
    const { dataset } = document.documentElement;
    open();
    const page = await inFrame();
    const root = (await page.findByRole('heading', { level: 1, name: 'Keel DNS' })).ownerDocument;
    const follows = (theme: string | undefined) =>
      waitFor(() => expect(root.documentElement.dataset['theme']).toBe(theme));
    await follows(undefined);
    dataset['theme'] = 'dark';
    await follows('dark');
    delete dataset['theme'];
    await follows(undefined);
  });

  test('includes unsaved changes and follows edits in another window', async () => {
    localStorage.setItem(listingKey(7), keep({ name: { zh: '龙骨域名', en: 'Keel Two' } }));
    open();
    const page = await inFrame();
    expect(await page.findByRole('heading', { level: 1, name: 'Keel Two' })).toBeTruthy();
    expect(messageOrToast('status')).toContain('With 1 unsaved change');
    await elsewhere(keep({ name: { zh: '龙骨域名', en: 'Keel Three' }, licence: 'Apache-2.0' }), keep({}));
    expect(await page.findByRole('heading', { level: 1, name: 'Keel Three' })).toBeTruthy();
    expect(page.getByText('Apache-2.0')).toBeTruthy();
    expect(messageOrToast('status')).toContain('With 2 unsaved changes');
  });

  test('switches to the saved draft without going back a step', async () => {
    const name = { zh: '龙骨域名', en: 'Keel Saved' };
    localStorage.setItem(listingKey(7), keep({ name }));
    const { client } = open();
    const page = await inFrame();
    client.answer(devApp.detail, detailFixture({ revision: 6, draft: contentFixture({ name }) }));
    await elsewhere(null, keep({ name }));
    expect(page.getByRole('heading', { level: 1, name: 'Keel Saved' })).toBeTruthy();
    await waitFor(() => expect(messageOrToast('status')).toContain('Matches the saved draft'));
    expect(page.getByRole('heading', { level: 1, name: 'Keel Saved' })).toBeTruthy();
  });

  test('holds edits based on a later save until that save has loaded', async () => {
    const mine = { licence: 'Apache-2.0' };
    localStorage.setItem(listingKey(7), keep(mine));
    const { client } = open();
    const page = await inFrame();
    let answer: (detail: DevAppDetail) => void = () => undefined;
    client.answer(devApp.detail, () => new Promise<DevAppDetail>((resolve) => (answer = resolve)));
    const name = { zh: '龙骨域名', en: 'Keel Later' };
    await elsewhere(keep({ name }, 6), keep(mine));
    expect(page.getByRole('heading', { level: 1, name: 'Keel DNS' })).toBeTruthy();
    expect(page.getByText('Apache-2.0')).toBeTruthy();
    await act(async () => answer(detailFixture({ revision: 6, draft: contentFixture({ licence: 'MIT' }) })));
    expect(await page.findByRole('heading', { level: 1, name: 'Keel Later' })).toBeTruthy();
    expect(page.queryByText('Apache-2.0')).toBeNull();
  });

  test('can be shown in the other language with links to missing texts', async () => {
    const { hand, router } = open(
      detailFixture({
        draft: contentFixture({
          intro: { zh: '', en: 'An intro' },
          details: { zh: '<p>详情</p>', en: '<p>Details</p>' },
        }),
      }),
    );
    await hand.click(await screen.findByRole('button', { name: 'Chinese' }));
    const page = await inFrame();
    expect(await page.findByRole('heading', { level: 1, name: '龙骨域名' })).toBeTruthy();
    expect(page.getByRole('region', { name: '系统要求' })).toBeTruthy();
    expect(page.getByRole('link', { name: '实用工具' })).toBeTruthy();
    expect(page.getByText('An intro').lang).toBe('en');
    expect(page.getByText('未翻译：开发者尚未提供中文介绍，以下为英文原文。')).toBeTruthy();
    expect(screen.getByText('1 text has no Chinese: the app store shows the English one')).toBeTruthy();
    expect(screen.queryByText(/missing/)).toBeNull();
    expect(screen.getByRole('link', { name: 'One-line intro' }).getAttribute('href')).toBe(
      '/en/developer-center/app-edit?id=7&at=intro.zh',
    );
    expect(router.state.location.search).toBe('?id=7&lang=zh');
  });

  test('reports a language that did not load while it is selected, and loads it at the next selection', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const away = jest.replaceProperty(storeWords, 'zh', [
      () => new Promise<never>((_resolve, reject) => (fail = reject)),
    ]);
    const { hand } = open();
    const select = async (name: string) => hand.click(await screen.findByRole('button', { name }));
    // A preview in the page's own language needs no other words.
    await select('Chinese');
    await select('English');
    await act(async () => fail(new Error('offline')));
    expect(toast()).toBe('');
    await select('Chinese');
    const page = await inFrame();
    await act(async () => fail(new Error('offline')));
    await waitFor(() => expect(toast()).toContain('The server is busy, please try again later'));
    expect(page.queryByRole('heading')).toBeNull();
    away.restore();
    await select('English');
    await select('Chinese');
    expect(await page.findByRole('region', { name: '系统要求' })).toBeTruthy();
  });

  test('marks missing texts where the store shows nothing, and leads to each', async () => {
    const shot = { id: 1, src: '/1.png', srcset: '', width: 1, height: 1, alt: { zh: '', en: '' } };
    const changes = [{ kind: 'fix' as const, text: { zh: '', en: 'Fixed' } }];
    const none = { zh: '', en: '' };
    open(
      detailFixture({
        open_version_id: 11,
        versions: [versionFixture({ changes })],
        draft: contentFixture({
          name: none,
          intro: none,
          details: none,
          description: none,
          screenshots: [shot],
        }),
      }),
      '?id=7&lang=zh',
    );
    expect(await screen.findByText('4 texts are missing')).toBeTruthy();
    expect(screen.getByText('1 text has no Chinese: the app store shows the English one')).toBeTruthy();
    const ways = Object.fromEntries(
      screen
        .getAllByRole('listitem')
        .map((item) => within(item).queryByRole('link'))
        .map((link) => [link?.textContent, link?.getAttribute('href')?.split('/').at(-1)]),
    );
    expect(ways).toMatchObject({
      'App name': 'app-edit?id=7&at=name.zh',
      Details: 'app-edit?id=7&at=details.zh',
      'description of screenshot 1': 'app-edit?id=7&at=screenshots%5B0%5D.alt.zh',
      'change 1': 'app-versions?id=7#version-changes[0].text.zh',
    });
    const page = await inFrame();
    expect(await page.findByRole('heading', { level: 1, name: '[Missing: App name]' })).toBeTruthy();
    const intro = page.getByText('[Missing: One-line intro]');
    const hosts = [...intro.ownerDocument.querySelectorAll('div')];
    await waitFor(() =>
      expect(hosts.map(({ shadowRoot }) => shadowRoot?.querySelector('.body')?.textContent)).toContain(
        '[Missing: Details]',
      ),
    );
    expect(page.getByRole('img', { name: '[Missing: Screenshots]' })).toBeTruthy();
  });

  test('a link of the store page opens beside the preview; a picture opens in it', async () => {
    const shot = { id: 1, src: '/1.png', srcset: '', width: 1, height: 1, alt: { zh: '图', en: 'Plan' } };
    open(detailFixture({ draft: contentFixture({ screenshots: [shot] }) }));
    const page = await inFrame();
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const category = await page.findByRole('link', { name: 'Utilities' });
    expect(fireEvent.click(category)).toBe(false);
    expect(opened.mock.calls).toEqual([
      [(category as HTMLAnchorElement).href, '_blank', 'noopener,noreferrer'],
    ]);
    fireEvent.click(page.getByRole('img', { name: 'Plan' }));
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
  });

  test('the frame has the page’s styles before its content, and is scaled to the space there is', async () => {
    const sheets = [
      Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }),
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/a.css' }),
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/b.css' }),
    ];
    document.head.append(...sheets);
    const sizes = new Map<Element, () => void>();
    Object.assign(globalThis, {
      ResizeObserver: class {
        #observed: Element | undefined;
        #tell: () => void;
        constructor(tell: () => void) {
          this.#tell = tell;
        }
        observe(element: Element) {
          this.#observed = element;
          sizes.set(element, this.#tell);
        }
        disconnect() {
          if (this.#observed) sizes.delete(this.#observed);
        }
      },
    });
    const { unmount } = open();
    const frame = await screen.findByTitle<HTMLIFrameElement>(/as the app store shows it/);
    fireEvent.load(frame);
    const inside = frame.contentDocument as Document;
    expect(inside.head.querySelector('style')?.textContent).toBe('p { color: red }');
    await act(async () => undefined);
    expect(inside.body.childElementCount).toBe(0);
    const [loaded, failed] = inside.head.querySelectorAll('link');
    fireEvent.load(loaded as Element);
    await act(async () => undefined);
    expect(inside.body.childElementCount).toBe(0);
    fireEvent.error(failed as Element);
    await waitFor(() => expect(inside.body.childElementCount).toBe(1));
    for (const sheet of sheets) sheet.remove();
    expect(inside.documentElement.lang).toBe('en');
    const space = [...sizes.keys()].find((one) => one.ownerDocument === document) as HTMLElement;
    const property = (name: string) => space.style.getPropertyValue(name);
    for (const [width, factor] of [
      [640, '0.5'],
      [2000, '1'],
    ] as const) {
      Object.defineProperty(space, 'clientWidth', { configurable: true, value: width });
      act(() => sizes.get(space)?.());
      expect(property('--frame-scale')).toBe(factor);
    }
    Object.defineProperty(inside.body, 'scrollHeight', { value: 1234.5 });
    act(() => sizes.get(inside.body)?.());
    expect(property('--frame-height')).toBe('1235');
    unmount();
    expect(sizes.size).toBe(0);
  });

  test('switches between phone and desktop width and keeps it in the URL', async () => {
    const { hand, router } = open();
    const phone = await screen.findByRole('button', { name: 'Phone' });
    expect(phone.getAttribute('aria-pressed')).toBe('false');
    await hand.click(phone);
    expect(phone.getAttribute('aria-pressed')).toBe('true');
    expect(router.state.location.search).toBe('?id=7&width=phone');
  });

  test('creates a link in the viewed language that shows its expiry', async () => {
    const { client, hand } = open(detailFixture(), '?id=7&lang=zh');
    client.answer(devApp.previewToken, {
      token: TOKEN,
      url: `https://yunduo.example/en/developer-center/app-preview?token=${TOKEN}`,
      expires_at: '2026-11-21T10:00:00.000Z',
      expires_in: 1800,
    });
    await hand.click(await screen.findByRole('button', { name: 'Create link' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Preview link');
    expect(field.value).toBe(`https://yunduo.example/developer-center/app-preview?token=${TOKEN}`);
    expect(screen.getByText('Valid until 21 Nov 2026, 18:00 (Beijing time), 30 min left')).toBeTruthy();
    expect(await copied()).toEqual([['Copy link', field.value]]);
    client.answer(devApp.previewToken, {
      token: TOKEN,
      url: `https://yunduo.example/en/developer-center/app-preview?token=${TOKEN}-2`,
      expires_at: '2026-11-21T10:00:00.000Z',
      expires_in: 0,
    });
    await hand.click(screen.getByRole('button', { name: 'Create another' }));
    expect(await screen.findByText('The link has expired.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    expect(screen.queryByLabelText('Preview link')).toBeNull();
    client.answer(devApp.previewToken, () => {
      throw silence();
    });
    await hand.click(screen.getByRole('button', { name: 'Create another' }));
    await waitFor(() => expect(messageOrToast('alert')).toBe('The server is busy, please try again later'));
  });

  test('creates no link for an app deleted in another tab', async () => {
    const { client, hand } = open();
    const missing = () => {
      throw rejection('APP_NOT_FOUND');
    };
    client.answer(devApp.previewToken, missing);
    const make = await screen.findByRole('button', { name: 'Create link' });
    client.answer(devApp.detail, missing);
    await hand.click(make);
    expect(await screen.findByRole('heading', { level: 1, name: 'App not found' })).toBeTruthy();
  });
});

test('[R2.20] a link shows the draft or a submitted version that is not released', async () => {
  const versions = [
    versionFixture({ id: 12, version: '1.2.0', review_status: 'in_review' }),
    versionFixture({ id: 11, version: '1.1.0', review_status: 'approved' }),
    versionFixture({ id: 10, version: '1.0.0', review_status: 'released' }),
    versionFixture({ id: 9, version: '0.9.0', review_status: 'rejected' }),
    versionFixture({ id: 8, version: '0.8.0', review_status: 'changes_requested' }),
    versionFixture({ id: 7, version: '0.7.0', review_status: 'yanked' }),
  ];
  localStorage.setItem(listingKey(7), keep({ licence: 'Apache-2.0' }));
  const { client, hand } = open(detailFixture({ versions }));
  const requests: unknown[] = [];
  const answer = {
    token: TOKEN,
    url: `https://yunduo.example/en/developer-center/app-preview?token=${TOKEN}`,
    expires_at: '2026-11-21T10:00:00.000Z',
    expires_in: 1800,
  };
  client.answer(devApp.previewToken, (input: unknown) => {
    requests.push(input);
    return answer;
  });
  const what = await screen.findByLabelText('Link shows');
  expect(
    within(what)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Saved draft',
    'Version 1.2.0 as submitted (In review)',
    'Version 1.1.0 as submitted (Approved)',
    'Version 0.9.0 as submitted (Rejected)',
    'Version 0.8.0 as submitted (Changes requested)',
  ]);
  // Unsaved changes concern the draft only.
  expect(screen.getByText(en.preview.share.unsaved)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'Create link' }));
  await screen.findByLabelText('Preview link');
  // After another choice the shown link is outdated.
  await hand.selectOptions(what, 'Version 1.2.0 as submitted (In review)');
  expect(screen.queryByLabelText('Preview link')).toBeNull();
  expect(screen.queryByText(en.preview.share.unsaved)).toBeNull();
  await hand.click(screen.getByRole('button', { name: 'Create link' }));
  const link = await screen.findByLabelText<HTMLInputElement>('Preview link');
  // The focus selects it whole, to copy it.
  act(() => link.focus());
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
  expect(requests).toEqual([{ id: 7 }, { id: 7, version_id: 12 }]);
  // A link that comes after another choice is not that choice's.
  let come = (): void => undefined;
  client.answer(devApp.previewToken, () => new Promise((resolve) => (come = () => resolve(answer))));
  await hand.click(screen.getByRole('button', { name: 'Create another' }));
  await hand.selectOptions(what, 'Saved draft');
  const make = screen.getByRole('button', { name: 'Create link' });
  expect(make.getAttribute('aria-busy')).toBe('true');
  come();
  await waitFor(() => expect(make.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByLabelText('Preview link')).toBeNull();
});

test('requests the catalogue only for an app that names others', async () => {
  const relation = {
    ...{
      kind: 'dependency' as const,
      app_key: 'postgres',
      package: null,
      constraint: '',
      note: { zh: '', en: '' },
    },
  };
  const alone = open();
  await inFrame();
  expect(alone.client.count(appStore.catalog)).toBe(0);
  alone.unmount();
  const { client } = open(detailFixture({ draft: contentFixture({ relations: [relation] }) }));
  client.answer(appStore.catalog, { list: [] });
  await inFrame();
  await waitFor(() => expect(client.count(appStore.catalog)).toBe(1));
});

test('the holder of a link needs no account', () => {
  tokenStorage.clear();
  const at = (search: string) => () =>
    clientLoader({
      request: new Request(`https://yunduo.example/en/developer-center/app-preview${search}`),
    } as Parameters<typeof clientLoader>[0]);
  expect(at(`?token=${TOKEN}`)()).toBeNull();
  expect(at('?id=7')).toThrow();
});

describe('preview link', () => {
  const app: AppDetail = toStoreListing(detailFixture(), listingValuesOf(detailFixture()), {
    locale: 'en',
    now: new Date('2026-11-21T02:00:00.000Z'),
  });
  const preview = { app, review_status: null, expires_at: '2026-11-21T10:00:00.000Z' };

  test('shows the app and the expiry without an account', async () => {
    const view = show(`?token=${TOKEN}`);
    view.client.answer(devApp.preview, preview);
    render(view.element);
    expect(await screen.findByRole('heading', { level: 1, name: 'Preview: Keel DNS' })).toBeTruthy();
    expect(
      screen.getByText('Shared by the developer, valid until 21 Nov 2026, 18:00 (Beijing time).'),
    ).toBeTruthy();
    expect((await inFrame()).getByRole('heading', { level: 1, name: 'Keel DNS' })).toBeTruthy();
    expect(view.client.calls.map(({ endpoint }) => endpoint.url)).not.toContain(devApp.detail.url);
    // The server answers in the page's language.
    const left = departures();
    await view.hand.click(screen.getByRole('button', { name: 'Chinese' }));
    expect(left).toEqual([['assign', `/developer-center/app-preview?token=${TOKEN}`]]);
  });

  test('is read again each minute, until it has expired', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const view = show(`?token=${TOKEN}`);
      view.client.answer(devApp.preview, preview);
      render(view.element);
      await screen.findByRole('heading', { level: 1, name: 'Preview: Keel DNS' });
      const display = hideTab(view.store);
      const requests = view.client.count(devApp.preview);
      await act(() => jest.advanceTimersByTimeAsync(120_000));
      expect(view.client.count(devApp.preview)).toBe(requests);
      display();
      view.client.answer(devApp.preview, () => {
        throw rejection('PREVIEW_NOT_FOUND');
      });
      await act(() => jest.advanceTimersByTimeAsync(60_500));
      expect(
        await screen.findByRole('heading', { name: 'This preview link is no longer valid' }),
      ).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test.each(['PREVIEW_NOT_FOUND', 'VALIDATION_FAILED'] as const)(
    'that is invalid or expired says so (%s)',
    async (code) => {
      const view = show('?token=nonsense');
      view.client.answer(devApp.preview, () => {
        throw rejection(code);
      });
      render(view.element);
      expect(
        await screen.findByRole('heading', { name: 'This preview link is no longer valid' }),
      ).toBeTruthy();
      expect(screen.getByText(/^Preview links are valid for 30 minutes/)).toBeTruthy();
      expect(screen.getByRole('heading', { level: 1, name: 'Preview app' })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Browse the app store' }).getAttribute('href')).toBe(
        '/en/store',
      );
      // The page says it: a toast would say it twice.
      expect(toast()).toBe('');
    },
  );

  test.each([
    ['in_review', 'In review'],
    [null, 'Draft'],
  ] as const)(
    'names the state of the submission, and an app without a name (%s)',
    async (review_status, state) => {
      const view = show(`?token=${TOKEN}&width=phone`);
      view.client.answer(devApp.preview, { ...preview, app: { ...app, name: '' }, review_status });
      render(view.element);
      const heading = await screen.findByRole('heading', { level: 1, name: 'Preview: No name yet' });
      expect(heading.parentElement?.textContent).toContain(`${state} Shared by the developer`);
      expect(screen.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true');
      expect(screen.getByRole('button', { name: 'Phone' }).getAttribute('aria-pressed')).toBe('true');
      expect((await inFrame()).getByRole('heading', { level: 1, name: 'No name yet' })).toBeTruthy();
    },
  );

  test.each([
    ['approved', true],
    ['released', false],
    ['superseded', false],
    ['yanked', false],
  ] as const)(
    'of a version that is %s now says that it is not published: %j',
    async (review_status, said) => {
      const view = show(`?token=${TOKEN}`);
      view.client.answer(devApp.preview, { ...preview, review_status });
      render(view.element);
      const heading = await screen.findByRole('heading', { level: 1, name: 'Preview: Keel DNS' });
      expect(heading.parentElement?.textContent.includes('This is not published yet')).toBe(said);
    },
  );

  test('can be retried after a failed request', async () => {
    const view = show(`?token=${TOKEN}`);
    view.client.answer(devApp.preview, () => {
      throw silence();
    });
    render(view.element);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(toast()).toBe('');
    expect(messageOrToast('alert')).toContain('The server is busy, please try again later');
    let answer: (given: typeof preview) => void = () => undefined;
    view.client.answer(devApp.preview, () => new Promise((resolve) => (answer = resolve)));
    await view.hand.click(again);
    // The pressed button stays, with the focus.
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(again);
    await act(async () => answer(preview));
    expect(await screen.findByRole('heading', { level: 1, name: 'Preview: Keel DNS' })).toBeTruthy();
  });
});

test('recorded pages of a preview, a link and the page behind it', async () => {
  const text = { zh: '一段说明', en: '' };
  const shot = {
    id: 1,
    src: '/uploads/1.png',
    srcset: '',
    width: 1280,
    height: 800,
    alt: { zh: '图', en: '' },
  };
  const version = versionFixture({ review_status: 'in_review', changes: [{ kind: 'fix', text }] });
  const relation = {
    kind: 'dependency',
    app_key: null,
    package: 'dnsmasq',
    constraint: '',
    note: text,
  } as const;
  const detail = detailFixture({
    ...{
      open_version_id: 11,
      versions: [version, versionFixture({ id: 10, listing: true, review_status: 'approved' })],
    },
    draft: contentFixture({ description: text, screenshots: [shot], relations: [relation] }),
  });
  let own!: ReturnType<typeof open>;
  expect(await markupOf(() => (own = open(detail)))).toMatchSnapshot();
  const page = await inFrame(/preview\.frame/);
  const heading = await page.findByRole('heading', { level: 1 });
  // A draft would be published today.
  expect(markup(heading.ownerDocument.body).replace(/(<time )[^<]*/g, '$1')).toMatchSnapshot();
  own.client.answer(devApp.previewToken, {
    token: TOKEN,
    url: `https://yunduo.example/developer-center/app-preview?token=${TOKEN}`,
    expires_at: '2026-11-21T10:00:00.000Z',
    expires_in: 1800,
  });
  const section = screen.getByRole('region', { name: 'preview.share.heading' });
  await own.hand.click(within(section).getByRole('button'));
  await within(section).findByRole('textbox');
  expect(markup(section)).toMatchSnapshot();
  own.unmount();
  const gone = fakeClient([site.info, SITE]);
  gone.answer(devApp.preview, () => {
    throw rejection('PREVIEW_NOT_FOUND');
  });
  const shared = () => {
    const view = show(`?token=${TOKEN}`, gone);
    render(view.element);
    return view;
  };
  expect(await markupOf(shared)).toMatchSnapshot();
});
