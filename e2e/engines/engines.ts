import { readyApp } from '@yunduo/developer-console-e2e/people';
import type { OwnApp } from '@yunduo/developer-console-e2e/people';
import { test as base, expect, passwordOf } from '@yunduo/e2e/fixtures';
import { startEngine } from './browsers.ts';
import type { Engine } from './browsers.ts';
import type { EngineName } from '@yunduo/e2e/installed-engines';
import { Visitor } from './visitor.ts';
import type { Locale } from '@yunduo/i18n';
import { en as consoleEn } from '@yunduo/i18n-developer-console/en';
import { zh as consoleZh } from '@yunduo/i18n-developer-console/zh';
import { en as siteEn } from '@yunduo/i18n-public-site/en';
import { zh as siteZh } from '@yunduo/i18n-public-site/zh';

interface EngineFixtures {
  words: (typeof WORDS)[Locale];
  visitor: Visitor;
  /** Allowed console messages. */
  allowed: RegExp[];
  /** Signs in through the form. */
  signInAs(email: string): Promise<void>;
  signOut(): Promise<void>;
  /** A new developer with an app that is ready to be submitted. */
  newApp(): Promise<OwnApp & { email: string }>;
}

interface EngineOptions {
  engineName: EngineName;
  engine: Engine;
}

const WORDS = {
  zh: { ...siteZh, console: consoleZh },
  en: { ...siteEn, console: consoleEn },
};

/** The shared fixtures that need no Chromium, and a visitor in another engine. */
export const test = base.extend<EngineFixtures, EngineOptions>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await startEngine(engineName);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  words: async ({ words, lang }, use) => use({ ...words, ...WORDS[lang] }),
  allowed: async ({}, use) => use([]),
  visitor: async ({ engine, baseURL, allowed }, use) => {
    const window = await engine.newWindow();
    const visitor = new Visitor(window, baseURL ?? '');
    await visitor.heard();
    await use(visitor);
    const heard = await visitor.heard();
    await window.close();
    expect(heard.filter((line) => !allowed.some((one) => one.test(line)))).toEqual([]);
  },
  signInAs: async ({ visitor, words, path }, use) =>
    use(async (email) => {
      const { login } = words;
      await visitor.openAwake(path('/login'));
      await visitor.fill(words.forms.email, email);
      await visitor.fill(login.password, passwordOf(email));
      await visitor.press({ role: 'checkbox', name: /./, within: 'main' });
      await visitor.press({ role: 'button', name: login.sign_in.submit });
      await visitor.isAt(path('/user'));
    }),
  signOut: async ({ visitor, words, path }, use) =>
    use(async () => {
      await visitor.openAwake(path('/user'));
      await visitor.press({ role: 'button', name: words.account.sign_out });
      await visitor.isAt(/^(?!.*\/user)/);
    }),
  newApp: async ({ request, newAccount }, use) =>
    use(async () => {
      const email = await newAccount();
      return { email, ...(await readyApp(request, email)) };
    }),
});
