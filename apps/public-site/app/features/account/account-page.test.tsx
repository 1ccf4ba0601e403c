import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  authCode,
  captcha,
  order,
  userAuth,
  userFactor,
  userInfo,
  type Endpoint,
  type UserSession,
} from '@yunduo/api-contract';
import { createWordsInstance, Toasts } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { clearMessages, inShell, markupOf, message, messageOrToast } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence, type FakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';
import { forgetWritten, sessionEnded, sessionRestored, tokenStorage, userLoaded } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as route from './route.tsx';
import { AccountPage } from './account-page.tsx';

const user = userFixture({
  nickname: '林北',
  email: 'user@yunduo.test',
  gender: 'female',
  birthday: '1993-04-18',
});
type Answer = [Endpoint, object | ((input: never) => unknown)];

function open(search = '', { locale = 'zh' as 'zh' | 'en', answers = [] as Answer[] } = {}) {
  const client = fakeClient([userInfo.index, user]);
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const view = inShell(<AccountPage />, {
    locale,
    words: locale === 'zh' ? zh : en,
    client,
    path: `${locale === 'en' ? '/en' : ''}/user${search}`,
    routes: [
      { path: '/', element: <h1>home</h1> },
      { path: '/login', element: <h1>sign-in</h1> },
      { path: '/en/login', element: <h1>sign-in in English</h1> },
    ],
    frame: <Toasts />,
  });
  tokenStorage.saveToken('yd_token');
  view.store.dispatch(sessionRestored({ token: 'yd_token', ytToken: '' }));
  render(view.element);
  return { ...view, hand: userEvent.setup() };
}

const sent = (client: FakeClient, endpoint: Endpoint) =>
  client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearMessages();
});

test.each([
  ['', '个人资料'],
  ['?panel=order-info&order=YD20261120-0001', 'YD20261120-0001 – 我的订单'],
  ['?panel=my-codes&code=10', '授权码详情'],
  ['?panel=my-codes&code=abc', '我的授权码'],
  ['?panel=account-info&code=10&order=1', '登录与安全'],
])('the address %s has its own title and ignores invalid ids', (search, title) => {
  const handle = { locale: 'zh', words: createWordsInstance('zh', zh) };
  const args = {
    location: { pathname: '/user', search },
    matches: [undefined, { handle, loaderData: { origin: 'https://yunduo.example', siteName: '' } }, {}],
  };
  expect(route.meta(args as never)).toContainEqual({ title });
});

describe('page', () => {
  test('an account without a nickname says so, and shows the initial of its address', async () => {
    open('', { answers: [[userInfo.index, { ...user, nickname: '', head_image: null }]] });
    const aside = (await screen.findByText('未设置昵称')).closest('aside');
    expect(aside?.textContent).toMatch(/^U未设置昵称user@yunduo\.test/);
    const initials = () => [...document.querySelectorAll('[aria-hidden]')].map((one) => one.textContent);
    await waitFor(() => expect(initials().filter((text) => text === 'U')).toHaveLength(2));
  });

  test('shows a loading status and then the user’s name', async () => {
    open();
    expect(message('status')).toContain('正在加载账号信息');
    const nav = await screen.findByRole('navigation', { name: '账号' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['个人资料', '登录与安全', '我的授权码', '我的订单', '设置']);
    expect(within(nav).getByRole('link', { name: '个人资料' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByText('林北')).toBeTruthy();
  });

  test('a subpage of sign-in and security links back to it', async () => {
    open('?panel=change-email', { locale: 'en' });
    const path = await screen.findByRole('navigation', { name: 'You are here' });
    const back = within(path).getByRole('link', { name: 'Sign-in and security' });
    expect(back.getAttribute('href')).toBe('/en/user?panel=account-info');
    const nav = screen.getByRole('navigation', { name: 'Account' });
    expect(within(nav).getByRole('link', { current: true }).textContent).toBe('Sign-in and security');
  });

  test.each([
    ['my-codes', zh.licences.lead],
    ['order-info', zh.orders.lead],
    ['two-step', zh.secondFactor.lead],
    ['account-center', zh.accountSettings.lead],
  ])('the address of the panel %s opens it', async (panel, lead) => {
    const nothing = { list: [], total: 0, page: 1, page_size: 20 };
    open(`?panel=${panel}`, {
      answers: [
        [order.list, nothing],
        [authCode.my, { ...nothing, counts: { unused: 0, active: 0, expired: 0, revoked: 0 }, incoming: [] }],
        [userFactor.state, { totp: null, passkeys: [], recovery_codes_left: 0 }],
        [userInfo.mailPreferences, { mails: [] }],
        [userInfo.recentActivity, nothing],
      ],
    });
    expect(await screen.findByText(lead)).toBeTruthy();
  });

  test('[R3.01] the open panel is stored in the user state', async () => {
    const { store, router } = open('?panel=order-info', {
      answers: [[order.list, { list: [], total: 0, page: 1, page_size: 20 }]],
    });
    const sign = () => store.getState().session.userPanel;
    await waitFor(() => expect(sign()).toBe('order-info'));
    await act(() => router.navigate('/user?panel=change-password'));
    await waitFor(() => expect(sign()).toBe('change-password'));
    await act(() => router.navigate('/user'));
    await waitFor(() => expect(sign()).toBe('person-info'));
  });

  test('shows an error when the profile fails to load, and retries', async () => {
    let away = true;
    const answer = () => {
      if (away) throw silence();
      return user;
    };
    const { hand } = open('', { locale: 'en', answers: [[userInfo.index, answer]] });
    expect(await screen.findByRole('heading', { name: 'Your profile could not be loaded' })).toBeTruthy();
    away = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy();
  });

  test('redirects to sign-in with the current panel when another tab signs out', async () => {
    const { store, router } = open('?panel=change-password', { locale: 'en' });
    await screen.findByRole('heading', { name: 'Change password' });
    act(() => void store.dispatch(sessionEnded()));
    expect(await screen.findByRole('heading', { name: 'sign-in in English' })).toBeTruthy();
    expect(router.state.location.search).toBe('?from=%2Fen%2Fuser%3Fpanel%3Dchange-password');
  });

  test('sign-out ends the session and goes home even if the server is unavailable', async () => {
    const { hand } = open('', {
      answers: [
        [
          userAuth.logout,
          () => {
            throw rejection('UNAVAILABLE');
          },
        ],
      ],
    });
    sessionStorage.setItem('typed:refund:1', '{"reason":"broken"}');
    await hand.click(await screen.findByRole('button', { name: '退出登录' }));
    expect(await screen.findByRole('heading', { name: 'home' })).toBeTruthy();
    expect(await screen.findByText('已退出登录')).toBeTruthy();
    expect([tokenStorage.token(), sessionStorage.getItem('typed:refund:1')]).toEqual(['', null]);
  });

  test('sign-out removes unsent input also if the user leaves the page before the response', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { hand, router } = open('', { answers: [[userAuth.logout, () => promise]] });
    sessionStorage.setItem('typed:refund:1', '{"reason":"broken"}');
    await hand.click(await screen.findByRole('button', { name: '退出登录' }));
    await act(() => router.navigate('/'));
    await act(async () => resolve({}));
    expect(await screen.findByText('已退出登录')).toBeTruthy();
    expect([tokenStorage.token(), sessionStorage.getItem('typed:refund:1')]).toEqual(['', null]);
  });
});

describe('profile', () => {
  test.each([
    ['zh', '昵称', '保存', '昵称长度为 2 到 20 个字符', '昵称只能包含中文、英文字母和数字', '请选择生日'],
    [
      'en',
      'Nickname',
      'Save',
      'Use 2 to 20 characters',
      'Use only Chinese characters, English letters and digits',
      'Choose your birthday',
    ],
  ] as const)(
    '[R5.03] validates nickname and birthday in %s',
    async (locale, label, save, length, characters, birthday) => {
      const { hand, client } = open('', { locale });
      const nickname = await screen.findByLabelText<HTMLInputElement>(label);
      await hand.clear(nickname);
      await hand.type(nickname, '林');
      fireEvent.change(screen.getByDisplayValue('1993-04-18'), { target: { value: '' } });
      await hand.click(screen.getByRole('button', { name: save }));
      expect(await screen.findByText(length)).toBeTruthy();
      expect(await screen.findByText(birthday)).toBeTruthy();
      expect(document.activeElement).toBe(nickname);
      await hand.type(nickname, '-北');
      expect(await screen.findByText(characters)).toBeTruthy();
      expect(client.count(userInfo.saveUser)).toBe(0);
    },
  );

  test.each([
    ['2026-11-21T15:59:59.999Z', '2026-11-21'],
    ['2026-11-21T16:00:00.000Z', '2026-11-22'],
    ['2026-11-30T16:00:00.000Z', '2026-12-01'],
    ['2026-12-31T15:59:59.999Z', '2026-12-31'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('at %s the latest selectable birthday is today in Shanghai, %s', async (moment, day) => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(moment));
    open();
    expect((await screen.findByDisplayValue<HTMLInputElement>('1993-04-18')).max).toBe(day);
    clock.mockRestore();
  });

  test('saves, shows a toast and the new name', async () => {
    const save = (input: { nickname: string; gender: 'male'; birthday: string }) => ({ ...user, ...input });
    const { hand, client } = open('', { answers: [[userInfo.saveUser, save]] });
    const nickname = await screen.findByLabelText<HTMLInputElement>('昵称');
    await hand.clear(nickname);
    await hand.type(nickname, '掌舵人9');
    await hand.click(screen.getByRole('radio', { name: '男' }));
    await hand.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('信息更新成功')).toBeTruthy();
    expect(await screen.findByText('掌舵人9')).toBeTruthy();
    expect(sent(client, userInfo.saveUser)).toEqual([
      { nickname: '掌舵人9', gender: 'male', birthday: '1993-04-18' },
    ]);
  });

  test('takes over changes from another tab in untouched fields and saves them', async () => {
    const save = (input: { nickname: string; gender: 'male'; birthday: string }) => ({ ...user, ...input });
    const { hand, client, store } = open('', { answers: [[userInfo.saveUser, save]] });
    const nickname = await screen.findByLabelText<HTMLInputElement>('昵称');
    const birthday = screen.getByDisplayValue<HTMLInputElement>('1993-04-18');
    fireEvent.change(birthday, { target: { value: '1994-05-19' } });
    act(() => void store.dispatch(userLoaded({ ...user, nickname: '掌舵人9', birthday: '1990-01-01' })));
    expect(nickname.value).toBe('掌舵人9');
    expect(birthday.value).toBe('1994-05-19');
    await hand.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('信息更新成功')).toBeTruthy();
    expect(sent(client, userInfo.saveUser)).toEqual([
      { nickname: '掌舵人9', gender: user.gender, birthday: '1994-05-19' },
    ]);
  });

  test('a value typed again after another tab replaced the saved one is kept as input', async () => {
    const save = (input: object) => ({ ...user, ...input });
    const { hand, store } = open('', { answers: [[userInfo.saveUser, save]] });
    const nickname = await screen.findByLabelText<HTMLInputElement>('昵称');
    const write = async (text: string) => {
      await hand.clear(nickname);
      await hand.type(nickname, text);
    };
    await write('掌舵人9');
    await hand.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('信息更新成功')).toBeTruthy();
    const elsewhere = (changes: object) =>
      act(() => void store.dispatch(userLoaded({ ...user, ...changes })));
    elsewhere({ nickname: '小云' });
    await waitFor(() => expect(nickname.value).toBe('小云'));
    await write('掌舵人9');
    elsewhere({ nickname: '小云', birthday: '1990-01-01' });
    await screen.findByDisplayValue('1990-01-01');
    expect(nickname.value).toBe('掌舵人9');
  });

  test('keeps input typed during a save as a draft', async () => {
    let answer: (saved: object) => void = () => undefined;
    const save = () => new Promise((resolve) => (answer = resolve));
    const { hand } = open('', { answers: [[userInfo.saveUser, save]] });
    const nickname = await screen.findByLabelText<HTMLInputElement>('昵称');
    await hand.clear(nickname);
    await hand.type(nickname, '小云一');
    await hand.click(screen.getByRole('radio', { name: '男' }));
    await hand.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(answer.length).toBe(1));
    await hand.type(nickname, '二三');
    await act(async () => answer({ ...user, nickname: '小云一', gender: 'male' }));
    expect(await screen.findByText('信息更新成功')).toBeTruthy();
    expect(nickname.value).toBe('小云一二三');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '男' }).checked).toBe(true);
    cleanup();
    open('', { answers: [[userInfo.index, { ...user, nickname: '小云一', gender: 'male' }]] });
    expect((await screen.findByLabelText<HTMLInputElement>('昵称')).value).toBe('小云一二三');
  });

  test('shows newer server values beside a draft restored after a reload', async () => {
    open();
    const birthday = () => screen.findByLabelText<HTMLInputElement>('生日');
    fireEvent.change(await birthday(), { target: { value: '1994-05-19' } });
    cleanup();
    open('', { answers: [[userInfo.index, { ...user, nickname: '掌舵人9' }]] });
    expect((await birthday()).value).toBe('1994-05-19');
    expect(screen.getByLabelText<HTMLInputElement>('昵称').value).toBe('掌舵人9');
  });

  test('keeps the input after a failed save', async () => {
    const reject = () => {
      throw rejection('INTERNAL', {}, '服务器繁忙，请稍后重试');
    };
    const { hand } = open('', { answers: [[userInfo.saveUser, reject]] });
    const nickname = await screen.findByLabelText<HTMLInputElement>('昵称');
    await hand.type(nickname, '舵手');
    await hand.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('服务器繁忙，请稍后重试')).toBeTruthy();
    expect(nickname.value).toBe('林北舵手');
  });
});

describe('avatar', () => {
  const picture = (name: string, type: string, size: number) => {
    const file = new File(['x'], name, { type });
    Object.defineProperty(file, 'size', { value: size });
    return file;
  };
  const choose = async (file: File) => {
    const input = await screen.findByLabelText(/更换头像|Change avatar/);
    fireEvent.change(input, { target: { files: [file] } });
  };
  beforeEach(() => {
    // jsdom does not implement object URLs.
    URL.createObjectURL = () => 'blob:preview';
    URL.revokeObjectURL = () => undefined;
  });

  test('states its limits and rejects files over them', async () => {
    const { client } = open();
    expect(
      await screen.findByText('PNG、JPEG、WebP、GIF 或 AVIF，最大 30 MB，将裁剪为正方形。'),
    ).toBeTruthy();
    await choose(picture('big.png', 'image/png', 30 * 1024 * 1024 + 1));
    await waitFor(() => expect(message('alert')).toContain('big.png 为 30.1 MB，超过 30 MB'));
    await choose(picture('logo.svg', 'image/svg+xml', 900));
    await waitFor(() =>
      expect(message('alert')).toContain('logo.svg 不是 PNG、JPEG、WebP、GIF 或 AVIF 图片'),
    );
    expect(client.count(userInfo.uploadHeadImg)).toBe(0);
    await choose(picture('full.png', 'image/png', 30 * 1024 * 1024));
    expect(await screen.findByRole('button', { name: '使用这张图片' })).toBeTruthy();
    expect(messageOrToast('alert')).toBe('');
  });

  test('opens a picture above the upload limit; shows an error if the browser cannot crop it', async () => {
    const { hand, client } = open();
    await choose(picture('photo.jpg', 'image/jpeg', 8 * 1024 * 1024));
    await hand.click(await screen.findByRole('button', { name: '使用这张图片' }));
    await waitFor(() => expect(message('alert')).toContain('无法打开 photo.jpg'));
    expect(client.count(userInfo.uploadHeadImg)).toBe(0);
  });

  test('a photo in HEIC that is named .jpg names the setting of the camera; an animation says that one frame is taken', async () => {
    open('', { locale: 'en' });
    const named = (name: string, bytes: string) =>
      new File([Uint8Array.from(bytes, (sign) => sign.charCodeAt(0))], name, { type: 'image/jpeg' });
    await choose(named('IMG_1.jpg', '\0\0\0\x18ftypheic\0\0\0\0'));
    fireEvent.error(await screen.findByRole('img', { name: 'Preview of the new avatar' }));
    await waitFor(() => expect(message('alert')).toContain('Settings > Camera > Formats > Most Compatible'));
    await choose(named('still.gif', 'GIF89a\x21\xf9\x04one'));
    expect(await screen.findByRole('button', { name: 'Use this image' })).toBeTruthy();
    expect(message('status')).toBe('');
    for (const bytes of [
      'GIF89a\x21\xf9\x04one\x21\xf9\x04two',
      'RIFF\0\0\0\0WEBPVP8X\n\0\0\0\x12\0\0\0',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0acTL\0IDAT',
      '\0\0\0\x1cftypavis',
    ]) {
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      await choose(named('moving.jpg', bytes));
      await waitFor(() => expect(message('status')).toContain('The avatar is its first frame'));
    }
  });

  test('what is found out late about a picture is not said of the next one', async () => {
    const { hand } = open('', { locale: 'en' });
    const slow = (name: string, bytes: string) => {
      const file = picture(name, 'image/gif', 1000);
      const read = Promise.withResolvers<ArrayBuffer>();
      file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => read.promise });
      const end = () => act(async () => read.resolve(new TextEncoder().encode(bytes).buffer));
      return { file, end };
    };
    const preview = () => screen.findByRole('img', { name: 'Preview of the new avatar' });
    const moving = slow('moving.gif', 'GIF89a\x21\x19\x04');
    const broken = slow('broken.gif', '');
    await choose(broken.file);
    fireEvent.error(await preview());
    await choose(moving.file);
    await preview();
    await broken.end();
    expect(message('alert')).toBe('');
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    await choose(picture('still.png', 'image/png', 1000));
    await preview();
    await moving.end();
    expect(message('status')).toBe('');
  });

  test('a preview that is replaced, cancelled or left is not kept in memory', async () => {
    let made = 0;
    const freed: string[] = [];
    URL.createObjectURL = () => `blob:preview-${(made += 1)}`;
    URL.revokeObjectURL = (url) => void freed.push(url);
    const { hand } = open('', { locale: 'en' });
    await choose(picture('one.png', 'image/png', 1000));
    await hand.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(freed).toEqual(['blob:preview-1']);
    await choose(picture('two.png', 'image/png', 1000));
    await screen.findByRole('button', { name: 'Cancel' });
    expect(freed).toEqual(['blob:preview-1']);
    cleanup();
    expect(freed).toEqual(['blob:preview-1', 'blob:preview-2']);
  });

  test('previews the picture before the upload and confirms it', async () => {
    const { hand, client } = open('', {
      locale: 'en',
      answers: [[userInfo.uploadHeadImg, { head_image: '/uploads/new.webp' }]],
    });
    await choose(picture('me.png', 'image/png', 1000));
    expect(await screen.findByRole('img', { name: 'Preview of the new avatar' })).toBeTruthy();
    expect(client.count(userInfo.uploadHeadImg)).toBe(0);
    const active = () => document.activeElement;
    expect(active()).toBe(screen.getByRole('button', { name: 'Use this image' }));
    await hand.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(active()).toBe(screen.getByLabelText('Change avatar'));
    await choose(picture('me.png', 'image/png', 1000));
    // The square is cut out before the upload: a double press sends one.
    for (let press = 0; press < 2; press += 1)
      fireEvent.click(screen.getByRole('button', { name: 'Use this image' }));
    expect(await screen.findByText('Information updated successfully')).toBeTruthy();
    expect(client.count(userInfo.uploadHeadImg)).toBe(1);
    expect(active()).toBe(screen.getByLabelText('Change avatar'));
    await waitFor(() => {
      expect(document.querySelectorAll('img[src="/uploads/new.webp"]')).toHaveLength(2);
    });
  });

  test('is cropped by dragging and by sliders', async () => {
    open('', { locale: 'en' });
    await choose(picture('wide.png', 'image/png', 1000));
    const image = await screen.findByRole('img', { name: 'Preview of the new avatar' });
    const frame = image.parentElement as HTMLElement;
    const captured = jest.fn();
    Object.defineProperties(image, { naturalWidth: { value: 200 }, naturalHeight: { value: 100 } });
    Object.defineProperty(frame, 'clientWidth', { value: 100 });
    Object.assign(frame, { setPointerCapture: captured });
    const shown = () => [image.style.width, image.style.height, image.style.transform];
    fireEvent.load(image);
    expect(shown()).toEqual(['200%', '100%', 'translate(-25%, 0%)']);
    const [zoom, x, y] = ['Zoom', 'Horizontal', 'Vertical'].map((name) =>
      screen.getByLabelText<HTMLInputElement>(name),
    ) as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
    // The square fills the height: there is nowhere to move.
    expect([zoom, x, y].map(({ disabled }) => disabled)).toEqual([false, false, true]);

    // jsdom has no pointer events.
    const hand = (type: string, clientX = 0) =>
      fireEvent(frame, new MouseEvent(`pointer${type}`, { bubbles: true, clientX, clientY: 10 }));
    hand('move', 90);
    hand('down', 10);
    expect(captured).toHaveBeenCalledTimes(1);
    hand('move', 30);
    expect([shown()[2], x.value]).toEqual(['translate(-15%, 0%)', '0.3']);
    hand('move', 40);
    expect(shown()[2]).toBe('translate(-10%, 0%)');
    for (const end of ['up', 'cancel']) {
      hand(end);
      hand('move', 90);
      expect(shown()[2]).toBe('translate(-10%, 0%)');
      hand('down');
    }
    hand('up');

    fireEvent.change(zoom, { target: { value: '2' } });
    expect(shown()[0]).toBe('400%');
    expect(y.disabled).toBe(false);
    fireEvent.change(x, { target: { value: '1' } });
    fireEvent.change(y, { target: { value: '0' } });
    expect(shown()[2]).toBe('translate(-75%, 0%)');
    fireEvent.error(image);
    await waitFor(() => expect(message('alert')).toContain('wide.png cannot be opened'));
  });

  test('keeps a rejected picture selected and shows the reason', async () => {
    const reject = () => {
      throw rejection('PICTURE_UNREADABLE', {}, '无法打开该图片，请换一张');
    };
    const { hand, client } = open('', { answers: [[userInfo.uploadHeadImg, reject]] });
    await choose(picture('broken.png', 'image/png', 1000));
    await hand.click(screen.getByRole('button', { name: '使用这张图片' }));
    await waitFor(() => expect(message('alert')).toBe('无法打开该图片，请换一张'));
    let answer = (_: object) => {};
    client.answer(userInfo.uploadHeadImg, () => new Promise<object>((resolve) => (answer = resolve)));
    await hand.click(await screen.findByRole('button', { name: '使用这张图片', busy: false }));
    await waitFor(() => expect(messageOrToast('alert')).toBe(''));
    await act(async () => answer({ head_image: '/uploads/new.webp' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '使用这张图片' })).toBeNull());
  });
});

describe('change of password', () => {
  test.each([
    ['zh', '新密码', '修改密码', '密码长度为 8 到 16 个字符', '至少包含数字、大写字母、小写字母中的两种'],
    [
      'en',
      'New password',
      'Change password',
      'Use 8 to 16 characters',
      'Use at least two of: digits, upper case, lower case',
    ],
  ] as const)(
    '[R5.02] requires 8 to 16 characters of two kinds, in %s',
    async (locale, label, save, length, kinds) => {
      const { hand, client } = open('?panel=change-password', { locale });
      const password = await screen.findByLabelText(label);
      await hand.type(password, 'abc');
      await hand.click(screen.getByRole('button', { name: save }));
      expect(await screen.findByText(length)).toBeTruthy();
      await hand.type(password, 'defghijk');
      expect(await screen.findByText(kinds)).toBeTruthy();
      await hand.type(password, '2026');
      await waitFor(() => expect(screen.queryByText(kinds)).toBeNull());
      await hand.type(password, '78');
      expect(await screen.findByText(length)).toBeTruthy();
      expect(client.count(userInfo.changePassword)).toBe(0);
    },
  );

  test('rejects the current password before sending anything', async () => {
    const { hand, client } = open('?panel=change-password');
    await hand.type(await screen.findByLabelText('原密码'), 'Yunduo2026');
    await hand.type(screen.getByLabelText('新密码'), 'Yunduo2026');
    await hand.type(screen.getByLabelText('确认密码'), 'Yunduo2026');
    await hand.click(screen.getByRole('button', { name: '修改密码' }));
    expect(await screen.findByText('新密码与原密码相同，请换一个')).toBeTruthy();
    expect(client.count(userInfo.changePassword)).toBe(0);
  });

  test('shows a wrong old password at its field; a successful change clears the form', async () => {
    let right = false;
    const answer = () => {
      if (!right) throw rejection('PASSWORD_WRONG', { fields: { old_password: 'old_password_wrong' } });
      return {};
    };
    const { hand } = open('?panel=change-password', { answers: [[userInfo.changePassword, answer]] });
    const old = await screen.findByLabelText<HTMLInputElement>('原密码');
    await hand.type(old, 'Yunduo2025');
    await hand.type(screen.getByLabelText('新密码'), 'Helm2026ahoi');
    await hand.type(screen.getByLabelText('确认密码'), 'Helm2026ahoi');
    await hand.click(screen.getByRole('button', { name: '修改密码' }));
    expect(await screen.findByText('原密码错误')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(old));
    right = true;
    await hand.type(old, '{Backspace}6');
    await hand.click(screen.getByRole('button', { name: '修改密码' }));
    expect(await screen.findByText('密码修改成功')).toBeTruthy();
    await waitFor(() => expect(old.value).toBe(''));
  });
});

describe('devices', () => {
  const session = (id: number, changes: Partial<UserSession> = {}): UserSession => ({
    id,
    current: false,
    device: 'Chrome, Windows',
    created_at: '2026-11-01T01:00:00.000Z',
    last_used_at: '2026-11-20T18:30:00.000Z',
    expires_at: '2026-12-20T00:00:00.000Z',
    ...changes,
  });

  test('lists sessions in Beijing time and signs one out', async () => {
    const list = [
      session(1, { current: true }),
      session(2, { device: 'Safari, iOS' }),
      session(3, { device: '' }),
    ];
    const { hand, client } = open('?panel=account-info', {
      locale: 'en',
      answers: [
        [userInfo.sessions, { list }],
        [userInfo.revokeSession, { revoked: 1 }],
      ],
    });
    expect(await screen.findByText('This device')).toBeTruthy();
    expect(screen.getAllByText('21 Nov 2026, 02:30')).toHaveLength(3);
    expect(
      screen.getByRole('button', { name: `Sign out ${en.account.account.unknown_device}` }),
    ).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Sign out (Safari|Unknown|Chrome)/ })).toHaveLength(2);
    expect(screen.getByText(/Times are Beijing time/)).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Sign out Safari, iOS' }));
    expect(await screen.findByText('1 device is signed out')).toBeTruthy();
    expect(sent(client, userInfo.revokeSession)).toEqual([{ id: 2 }]);
    expect(client.count(userInfo.sessions)).toBe(2);
  });

  test.each([
    [0, 1, 0],
    [1, 0, 0],
    [2, 0, 1],
  ])(
    'beside %d other devices it says %d times that this one is alone, and has %d buttons for all',
    async (count, alone, buttons) => {
      const list = [session(1, { current: true }), session(2), session(3)].slice(0, count + 1);
      open('?panel=account-info', { locale: 'en', answers: [[userInfo.sessions, { list }]] });
      expect(await screen.findByText('This device')).toBeTruthy();
      expect(screen.queryAllByText(en.account.account.only_this)).toHaveLength(alone);
      expect(screen.queryAllByRole('button', { name: en.account.account.revoke_others })).toHaveLength(
        buttons,
      );
    },
  );

  test('only the device that is being signed out is busy; a refused sign-out is told', async () => {
    const list = [session(1, { current: true }), session(2, { device: 'Safari, iOS' }), session(3)];
    const { promise, reject } = Promise.withResolvers<object>();
    const { hand } = open('?panel=account-info', {
      locale: 'en',
      answers: [
        [userInfo.sessions, { list }],
        [userInfo.revokeSession, () => promise],
      ],
    });
    await hand.click(await screen.findByRole('button', { name: 'Sign out Safari, iOS' }));
    const busyOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy');
    await waitFor(() => expect(busyOf('Sign out Safari, iOS')).toBe('true'));
    expect(busyOf('Sign out Chrome, Windows')).toBeNull();
    await act(async () => reject(rejection('INTERNAL', {}, 'Not now')));
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Sign out Safari, iOS', busy: false })).toBeTruthy();
    expect(screen.queryByText(/signed out$/)).toBeNull();
  });

  test('claims nothing about other devices if the list failed to load', async () => {
    const answer = () => {
      throw silence();
    };
    open('?panel=account-info', { locale: 'en', answers: [[userInfo.sessions, answer]] });
    expect(await screen.findByText('The device list could not be loaded')).toBeTruthy();
    expect(screen.queryByText('Only this device is signed in.')).toBeNull();
  });

  test('shows a new session on return to the list', async () => {
    let list = [session(1, { current: true })];
    const { router } = open('?panel=account-info', { answers: [[userInfo.sessions, () => ({ list })]] });
    await screen.findByText('Chrome, Windows');
    await act(() => router.navigate('/user'));
    await screen.findByLabelText('昵称');
    list = [...list, session(2, { device: 'Safari, iOS' })];
    await act(() => router.navigate('/user?panel=account-info'));
    expect(await screen.findByText('Safari, iOS')).toBeTruthy();
  });

  test('signs out all other devices after confirmation', async () => {
    const list = [session(1, { current: true }), session(2), session(3)];
    const { hand, client } = open('?panel=account-info', {
      answers: [
        [userInfo.sessions, { list }],
        [userInfo.revokeSession, { revoked: 2 }],
      ],
    });
    await hand.click(await screen.findByRole('button', { name: '退出其他所有设备' }));
    const dialog = await screen.findByRole('dialog');
    expect(client.count(userInfo.revokeSession)).toBe(0);
    const confirm = within(dialog).getByRole('button', { name: '退出其他所有设备' });
    expect(confirm.dataset.kind).toBe('danger');
    await hand.click(confirm);
    expect(await screen.findByText('2 台设备已退出')).toBeTruthy();
    expect(sent(client, userInfo.revokeSession)).toEqual([{}]);
  });
});

describe('change of email', () => {
  const code = () => screen.findByLabelText('邮箱验证码');

  test('completes its three steps, each with the token of the previous one', async () => {
    const { hand, client } = open('?panel=change-email', {
      answers: [
        [userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }],
        [userInfo.changeEmailConfirm, { change_token: 'B', expires_in: 900 }],
        [userInfo.changeEmailCommit, { ...user, email: 'new@yunduo.test' }],
      ],
    });
    const steps = await screen.findByRole('list', { name: '更换邮箱的步骤' });
    const current = () =>
      within(steps).getByText(
        (_, element) => element?.ariaCurrent === 'step' || element?.getAttribute('aria-current') === 'step',
      ).textContent;
    expect(current()).toBe('验证身份');
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    const address = await screen.findByLabelText('新邮箱');
    const part = () => screen.getByRole('group', { name: current() ?? '' });
    // The pressed button is unmounted: the next step takes the focus, and is announced.
    expect([document.activeElement, part().contains(address)]).toEqual([address, true]);
    await hand.type(address, 'new@yunduo.test');
    expect(current()).toBe('验证新邮箱');
    await hand.type(await code(), '222222');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    const commit = await screen.findByRole('button', { name: '完成更换' });
    expect(document.activeElement).toBe(part());
    await hand.click(commit);
    expect(await screen.findByText('邮箱已更换')).toBeTruthy();
    expect(await screen.findByText('信息更新成功')).toBeTruthy();
    expect([...steps.children].map(({ textContent }) => textContent)).toEqual(
      ['验证身份', '验证新邮箱', '完成更换'].map((step) => `${step} ${zh.account.email.step_passed}`),
    );
    expect(sent(client, userInfo.changeEmailConfirm)).toEqual([
      { change_token: 'A', new_email: 'new@yunduo.test', code: '222222' },
    ]);
    expect(sent(client, userInfo.changeEmailCommit)).toEqual([{ change_token: 'B' }]);
    expect(screen.getAllByText(/new@yunduo.test/).length).toBeGreaterThan(1);
  });

  test('keeps the reached step on leaving and returning, while its token is valid', async () => {
    const { hand, router } = open('?panel=change-email', {
      answers: [
        [userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }],
        [userInfo.changeEmailConfirm, { change_token: 'B', expires_in: 900 }],
      ],
    });
    const leaveAndReturn = async () => {
      await act(() => router.navigate('/user'));
      await screen.findByLabelText('昵称');
      await act(() => router.navigate('/user?panel=change-email'));
    };
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await hand.type(await screen.findByLabelText('新邮箱'), 'new@yunduo.test');
    await leaveAndReturn();
    expect((await screen.findByLabelText<HTMLInputElement>('新邮箱')).value).toBe('new@yunduo.test');
    await hand.type(await code(), '222222');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByRole('button', { name: '完成更换' });
    await leaveAndReturn();
    expect(await screen.findByRole('button', { name: '完成更换' })).toBeTruthy();
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 901_000);
    await leaveAndReturn();
    clock.mockRestore();
    expect(await screen.findByText('验证码将发送到 user@yunduo.test。')).toBeTruthy();
  });

  test('restores the reached step after a reload, for 15 minutes and the same user only', async () => {
    const answers: Parameters<typeof open>[1] = {
      answers: [
        [userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }],
        [userInfo.changeEmailConfirm, { change_token: 'B', expires_in: 900 }],
        [userInfo.changeEmailCommit, { ...user, email: 'new@yunduo.test' }],
      ],
    };
    const first = open('?panel=change-email', answers);
    await first.hand.type(await code(), '111111');
    await first.hand.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByLabelText('新邮箱');
    cleanup();
    const second = open('?panel=change-email', answers);
    await second.hand.type(await screen.findByLabelText('新邮箱'), 'new@yunduo.test');
    await second.hand.type(await code(), '222222');
    await second.hand.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByRole('button', { name: '完成更换' });
    expect(sent(second.client, userInfo.changeEmailConfirm)).toMatchObject([{ change_token: 'A' }]);
    cleanup();
    // Another user of the same browser starts at the first step, and no token is left.
    const stranger = { ...user, id: user.id + 1, email: 'other@yunduo.test' };
    const left = { ...sessionStorage };
    open('?panel=change-email', { answers: [[userInfo.index, stranger]] });
    expect(await screen.findByText('验证码将发送到 other@yunduo.test。')).toBeTruthy();
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('"B"');
    cleanup();
    for (const [key, value] of Object.entries(left)) sessionStorage.setItem(key, value);
    const third = open('?panel=change-email', answers);
    await third.hand.click(await screen.findByRole('button', { name: '完成更换' }));
    expect(await screen.findByText('邮箱已更换')).toBeTruthy();
    expect(sent(third.client, userInfo.changeEmailCommit)).toEqual([{ change_token: 'B' }]);
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('"B"');
  });

  test.each([
    ['a sign-out', () => forgetWritten(), 0],
    ['fifteen minutes', () => undefined, 901_000],
  ])('after %s starts over and keeps no token', async (_what, happens, later) => {
    const answers: Parameters<typeof open>[1] = {
      answers: [[userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }]],
    };
    const { hand } = open('?panel=change-email', answers);
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await screen.findByLabelText('新邮箱');
    cleanup();
    happens();
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + later);
    open('?panel=change-email', answers);
    expect(await screen.findByText('验证码将发送到 user@yunduo.test。')).toBeTruthy();
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('"A"');
    clock.mockRestore();
  });

  test('shows success once the user can be loaded, although the commit response was lost', async () => {
    let email = 'user@yunduo.test';
    const commit = () => {
      email = 'new@yunduo.test';
      throw silence();
    };
    const { hand } = open('?panel=change-email', {
      answers: [
        [userInfo.index, () => ({ ...user, email })],
        [userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }],
        [userInfo.changeEmailConfirm, { change_token: 'B', expires_in: 900 }],
        [userInfo.changeEmailCommit, commit],
      ],
    });
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await hand.type(await screen.findByLabelText('新邮箱'), 'New@yunduo.test');
    await hand.type(await code(), '222222');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await hand.click(await screen.findByRole('button', { name: '完成更换' }));
    expect(await screen.findByText('邮箱已更换')).toBeTruthy();
    expect(screen.getAllByText(/new@yunduo.test/).length).toBeGreaterThan(1);
    expect(screen.queryByText(/user@yunduo.test/)).toBeNull();
  });

  test('rejects the current address at its field before sending a code', async () => {
    const { hand, client } = open('?panel=change-email', {
      answers: [[userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }]],
    });
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    // The code of the first step was sent there a moment ago.
    sessionStorage.setItem('resend:USER_INFO_CHANGE_EMAIL:user@yunduo.test', String(Date.now() + 60_000));
    await hand.type(await screen.findByLabelText('新邮箱'), 'User@yunduo.test');
    await hand.click(screen.getByRole('button', { name: /秒后/ }));
    expect(await screen.findByText('账号正在使用该邮箱，请换一个')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(client.count(userAuth.sendEmail)).toBe(0);
  });

  test('shows a taken address at its field', async () => {
    const reject = () => {
      throw rejection('EMAIL_TAKEN', { fields: { new_email: 'field_invalid' } }, '该邮箱已被使用');
    };
    const { hand } = open('?panel=change-email', {
      answers: [
        [userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }],
        [userInfo.changeEmailConfirm, reject],
      ],
    });
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    const email = await screen.findByLabelText('新邮箱');
    await hand.type(email, 'taken@yunduo.test');
    await hand.type(await code(), '222222');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    expect(await screen.findByText('该邮箱已被使用')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(email));
  });

  test('restarts at the first step when its token has expired', async () => {
    const reject = () => {
      throw rejection('CHANGE_TOKEN_INVALID', {}, '这一步已失效，请从第一步重新开始');
    };
    const { hand } = open('?panel=change-email', {
      answers: [
        [userInfo.changeEmailVerify, { change_token: 'A', expires_in: 900 }],
        [userInfo.changeEmailConfirm, reject],
        [captcha.challenge, {}],
      ],
    });
    await hand.type(await code(), '111111');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await hand.type(await screen.findByLabelText('新邮箱'), 'new@yunduo.test');
    await hand.type(await code(), '222222');
    await hand.click(screen.getByRole('button', { name: '下一步' }));
    await hand.click(await screen.findByRole('button', { name: '重新开始' }));
    expect(await screen.findByText('验证码将发送到 user@yunduo.test。')).toBeTruthy();
  });

  test('can be started again before the last step, and keeps no token', async () => {
    const step = { step: 'commit', token: 'B', email: 'new@yunduo.test' };
    localDraft('email-change-step').save({ ...step, user: user.id, until: Date.now() + 60_000 });
    const { hand } = open('?panel=change-email');
    await hand.click(await screen.findByRole('button', { name: zh.account.email.start_again }));
    expect(await screen.findByText('验证码将发送到 user@yunduo.test。')).toBeTruthy();
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('"B"');
  });

  test('shows why the change was refused, until the next try', async () => {
    const step = { step: 'commit', token: 'B', email: 'new@yunduo.test' };
    localDraft('email-change-step').save({ ...step, user: user.id, until: Date.now() + 60_000 });
    const reject = () => {
      throw rejection('CHANGE_TOKEN_INVALID', {}, '这一步已失效，请从第一步重新开始');
    };
    const { hand, client } = open('?panel=change-email', { answers: [[userInfo.changeEmailCommit, reject]] });
    await hand.click(await screen.findByRole('button', { name: '完成更换' }));
    await waitFor(() => expect(message('alert')).toContain('这一步已失效'));
    client.answer(userInfo.changeEmailCommit, () => new Promise(() => undefined));
    await hand.click(await screen.findByRole('button', { name: '完成更换', busy: false }));
    expect(messageOrToast('alert')).toBe('');
  });
});

test.each(['', '?panel=account-info', '?panel=change-password', '?panel=change-email'])(
  '%s has the recorded markup',
  async (search) => {
    const answers: Answer[] = [[userInfo.sessions, { list: [] }]];
    expect(await markupOf(() => open(search, { locale: 'en', answers }))).toMatchSnapshot();
  },
);
