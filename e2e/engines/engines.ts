import { readyApp } from '../developer-console/people.ts';
import type { OwnApp } from '../developer-console/people.ts';
import { test as base, expect, passwordOf } from '../fixtures.ts';
import { startEngine } from './browsers.ts';
import type { Engine } from './browsers.ts';
import type { EngineName } from './installed.ts';
import { Visitor } from './visitor.ts';

interface EngineFixtures {
  visitor: Visitor;
  /** What the browser may complain about. */
  allowed: RegExp[];
  /** Signs in through the form. */
  signInAs(email: string): Promise<void>;
  signOut(): Promise<void>;
  /** A new developer with an app that could be handed in. */
  newApp(): Promise<OwnApp & { email: string }>;
}

interface EngineOptions {
  engineName: EngineName;
  engine: Engine;
}

/** The fixtures of the other browser tests that need no Chromium, and a visitor in another engine. */
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
      await visitor.press({ role: 'button', name: words.user.sign_out });
      await visitor.isAt(/^(?!.*\/user)/);
    }),
  newApp: async ({ request, newAccount }, use) =>
    use(async () => {
      const email = await newAccount();
      return { email, ...(await readyApp(request, email)) };
    }),
});
