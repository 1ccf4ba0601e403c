import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { tokenStorage } from '@yunduo/session';
import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server.node';
import { inShell } from '../testing.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { LocaleLink, useLocalePath } from './locale-link.tsx';
import { translator } from './translator.ts';
import { typedTranslations, useLocale, useSharedTranslations } from './use-translations.ts';
import { addWords, createWordsInstance } from './words-instance.ts';

const zh = {
  store: {
    title: '应用商店',
    hello: '你好，{{name}}',
    apps_one: '{{count}} 个应用',
    apps_other: '{{count}} 个应用',
    form: { save: '保存' },
  },
};
const en = {
  store: {
    title: 'Store',
    hello: 'Hello, {{name}}',
    apps_one: '{{count}} app',
    apps_other: '{{count}} apps',
    form: { save: 'Save' },
  },
};
const useTranslations = typedTranslations<typeof zh>();

function Words() {
  const t = useTranslations('store');
  const path = useLocalePath();
  return (
    <p>
      {[
        t('title'),
        t('hello', { name: '<Ann>' }),
        t('apps', { count: 1 }),
        t('apps', { count: 3 }),
        t('form.save'),
        path('/store?q=a'),
        useLocale(),
      ].join('|')}
    </p>
  );
}

test.each([
  ['zh', zh, '应用商店|你好，<Ann>|1 个应用|3 个应用|保存|/store?q=a|zh'],
  ['en', en, 'Store|Hello, <Ann>|1 app|3 apps|Save|/en/store?q=a|en'],
] as const)('translates texts, plurals and paths in %s', (locale, words, text) => {
  const { container } = render(inShell(<Words />, { locale, words }).element);
  expect(container.textContent).toBe(text);
});

test('without words the page is Chinese', () => {
  function Language() {
    return useLocale();
  }
  const { container } = render(<Language />);
  expect(container.textContent).toBe('zh');
});

test('the server renders both languages side by side', () => {
  const Shared = () => <p>{useSharedTranslations('messages')('server_busy')}</p>;
  const [chinese, english] = (['zh', 'en'] as const).map((locale) =>
    renderToString(inShell(<Shared />, { locale }).element),
  );
  expect(chinese).toContain('服务器繁忙，请稍后重试');
  expect(english).toContain('The server is busy, please try again later');
});

test('a missing key is a compile error and logs an error', () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Wrong = () => {
    const t = useTranslations('store');
    // @ts-expect-error: no such word
    return <p>{t('titel')}</p>;
  };
  const { container } = render(inShell(<Wrong />, { words: zh }).element);
  expect(container.textContent).toBe('titel');
  expect(logged).toHaveBeenCalledWith('no word for store:titel');
  logged.mockClear();
});

test('LocaleLink prefixes the path with the language', () => {
  render(inShell(<LocaleLink to="/">Home</LocaleLink>, { locale: 'en' }).element);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/en');
});

test.each([
  ['zh', '/store?q=mysql&page=2', 'English', '/en/store?q=mysql&page=2', 'en', 'en'],
  ['en', '/en/store/7?from=1', '中文', '/store/7?from=1', 'zh-CN', 'zh'],
  ['en', '/en', '中文', '/', 'zh-CN', 'zh'],
  ['zh', '/', 'English', '/en', 'en', 'en'],
  ['zh', '/developer-center/', 'English', '/en/developer-center', 'en', 'en'],
] as const)(
  'the language switch on the %s page %s keeps path and query and stores the choice for 365 days',
  (locale, path, name, href, lang, cookie) => {
    document.cookie = 'locale=; Path=/; Max-Age=0';
    render(inShell(<LanguageSwitch />, { locale, path }).element);
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(href);
    expect(link.getAttribute('hreflang')).toBe(lang);
    expect(link.getAttribute('lang')).toBe(lang);
    link.addEventListener('click', (event) => event.preventDefault());
    const stored = jest.spyOn(document, 'cookie', 'set');
    fireEvent.click(link);
    expect(document.cookie).toContain(`locale=${cookie}`);
    expect(stored.mock.calls.map(([text]) => /Max-Age=(\d+)/.exec(text)?.[1])).toEqual([`${365 * 86_400}`]);
    stored.mockRestore();
  },
);

describe('language switch without session storage', () => {
  let refusing: ReturnType<typeof jest.spyOn>;
  beforeEach(() => {
    refusing = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'QuotaExceededError');
    });
    tokenStorage.saveToken('yd_token');
  });
  afterEach(() => {
    refusing.mockRestore();
    tokenStorage.clear();
  });

  test.each([
    ['navigates in the document, to keep the session', {}, true],
    ['with Ctrl is left to the browser', { ctrlKey: true }, false],
    ['with Shift is left to the browser', { shiftKey: true }, false],
    ['with Meta is left to the browser', { metaKey: true }, false],
    ['with Alt is left to the browser', { altKey: true }, false],
  ])('a click %s', (_what, keys, ours) => {
    render(inShell(<LanguageSwitch />, { locale: 'en', path: '/en/store' }).element);
    const link = screen.getByRole('link', { name: '中文' });
    let prevented: boolean | undefined;
    const watch = (event: Event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', watch, { once: true });
    fireEvent.click(link, keys);
    expect(prevented).toBe(ours);
  });
});

test('translates namespaces added later and changed messages', () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const instance = createWordsInstance('zh', zh);
  const t = translator<Record<string, string>>(instance, 'later');
  expect(t('title')).toBe('title');
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockClear();
  addWords(instance, { later: { title: '后来' } });
  expect(t('title')).toBe('后来');
  addWords(instance, { later: { title: '改过' } });
  expect(t('title')).toBe('改过');
  expect(translator(instance, 'later')).toBe(t);
});

test('a name from right to left keeps what follows it in a sentence on its right', () => {
  const instance = createWordsInstance('en', { own: { ready: '{{name}} {{version}} is ready' } });
  const t = translator<{ ready: string }>(instance, 'own');
  expect(t('ready', { name: 'מחולל', version: '2.1.0' })).toBe('\u2068מחולל\u2069 2.1.0 is ready');
  expect(t('ready', { name: '<b>Gitea & 云朵 🧰</b>', version: 7 })).toBe(
    '<b>Gitea & 云朵 🧰</b> 7 is ready',
  );
});
