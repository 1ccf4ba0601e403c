import { expect } from '@playwright/test';
import { HEARD } from './front.ts';
import type { Found, Window } from './browsers.ts';

export type Role = 'button' | 'checkbox' | 'heading' | 'link' | 'radio' | 'slider' | 'field' | 'css';

/** An element by its role and accessible name, in full or in part (a regular expression). */
export interface Which {
  role: Role;
  name: string | RegExp;
  /** Only within elements that match this selector. */
  within?: string;
}

/** Runs in the page: the first visible element of a role with a name, or null. */
function locate(role: string, name: string, flags: string | null, within: string): Element | null {
  const selectors: Record<string, string> = {
    button: 'button,[role=button],summary',
    checkbox: 'input[type=checkbox],[role=checkbox]',
    heading: 'h1,h2,h3,h4',
    link: 'a[href]',
    radio: 'input[type=radio],[role=radio]',
    slider: 'input[type=range],[role=slider]',
    field: 'input,textarea,select,[role=textbox]',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const textOf = (ids: string) =>
    ids
      .split(' ')
      .map((id) => tidy(document.getElementById(id)?.textContent))
      .join(' ');
  const namesOf = (element: Element): string[] => {
    const labelled = element.getAttribute('aria-labelledby');
    const label = element.getAttribute('aria-label');
    if (labelled) return [textOf(labelled)];
    if (label) return [tidy(label)];
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((one) => tidy(one.textContent));
    return labels.length ? labels : [tidy(element.textContent)];
  };
  // Its label may draw the control of a radio or checkbox.
  const visible = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const right = (text: string) => (flags === null ? text === name : new RegExp(name, flags).test(text));
  const roots = within ? [...document.querySelectorAll(within)] : [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll(role === 'css' ? name : (selectors[role] ?? role))) {
      if (visible(element) && (role === 'css' || namesOf(element).some(right))) return element;
    }
  }
  return null;
}

const LOCATE = locate.toString();

/** Runs in the page: stores the slider's last challenge where a test can read it. */
function rememberChallenges(): void {
  const stored = globalThis as unknown as { challenge?: string; fetch: typeof fetch };
  const { fetch: ask } = stored;
  stored.fetch = async (...call) => {
    const answer = await ask(...call);
    const [requested] = call;
    const url = requested instanceof Request ? requested.url : String(requested);
    if (url.endsWith('/api/captcha/challenge')) {
      const { data } = (await answer.clone().json()) as { data?: { challenge_id: string } };
      if (data) stored.challenge = data.challenge_id;
    }
    return answer;
  };
}

/** A visitor at a browser window: every action waits until it is possible. */
export class Visitor {
  readonly #window: Window;
  readonly #origin: string;

  constructor(window: Window, origin: string) {
    this.#window = window;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#window.open(this.#origin + path);
  }

  /** Opens a page and waits until it is hydrated. */
  async openAwake(path: string): Promise<void> {
    await this.open(path);
    await this.awake();
  }

  /** The first pointer move, which starts the application. */
  async stir(): Promise<void> {
    await this.run(() =>
      document.documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true })),
    );
  }

  async awake(): Promise<void> {
    await expect(async () => {
      await this.stir();
      expect(await this.run(() => document.documentElement.dataset['hydrated'] !== undefined)).toBe(true);
    }).toPass({ timeout: 40_000 });
  }

  /** No request of the page is pending. */
  async isDrawn(): Promise<void> {
    await expect
      .poll(() => this.run(() => document.querySelector('[aria-busy=true],[data-shape]') === null))
      .toBe(true);
  }

  path(): Promise<string> {
    return this.run(() => location.pathname + location.search);
  }

  run<T, A extends unknown[]>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    return this.#window.run<T>(fn.toString(), ...args);
  }

  async find({ role, name, within = '' }: Which): Promise<Found> {
    const [text, flags] = typeof name === 'string' ? [name, null] : [name.source, name.flags];
    let found: Found | null = null;
    await expect
      .poll(
        async () => {
          found = await this.#window.find(LOCATE, role, text, flags, within).catch(() => null);
          return found !== null;
        },
        { message: `${role} ${String(name)} at ${await this.#window.url()}`, timeout: 20_000 },
      )
      .toBe(true);
    return found as unknown as Found;
  }

  async press(which: Which): Promise<void> {
    // An element that is rendered again between the two steps is found again.
    await expect(async () => (await this.find(which)).click()).toPass({ timeout: 20_000 });
  }

  /** Types a new value into a field, replacing the old one. */
  async fill(name: string | RegExp, text: string, within = ''): Promise<void> {
    const field = await this.find({ role: 'field', name, within });
    await field.click();
    await this.run(() => (document.activeElement as HTMLInputElement).select?.());
    await field.type(text);
  }

  async choose(selector: string, ...files: string[]): Promise<void> {
    const input = await this.#window.find(`(selector) => document.querySelector(selector)`, selector);
    await input?.choose(...files);
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect
      .poll(() => this.text(), {
        message: `${String(text)} at ${await this.#window.url()}`,
        timeout: 20_000,
        // A toast is shown for three seconds.
        intervals: [200],
      })
      [typeof text === 'string' ? 'toContain' : 'toMatch'](text as string & RegExp);
  }

  text(): Promise<string> {
    return this.run(() => document.body.innerText.replace(/\s+/g, ' '));
  }

  async isAt(path: string | RegExp): Promise<void> {
    await expect
      .poll(() => this.path(), { timeout: 20_000 })
      .toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
  }

  /** Called before the slider opens, to record its picture. */
  rememberChallenges(): Promise<void> {
    return this.run(rememberChallenges);
  }

  /** Moves the slider with the arrow keys to the position that the product's test mode reveals. */
  async solveSlider(): Promise<void> {
    const challenge = (): Promise<string | null> =>
      this.run(() => (globalThis as unknown as { challenge?: string }).challenge ?? null);
    await expect.poll(challenge, { timeout: 20_000 }).not.toBeNull();
    const answer = await fetch(`${this.#origin}/dev/captcha/${await challenge()}`);
    const { x } = (await answer.json()) as { x: number };
    const slider = await this.find({ role: 'css', name: 'input[type=range]:not([aria-disabled=true])' });
    await slider.press('ArrowRight', Math.round(x));
    await slider.press('Enter');
    await expect.poll(() => this.run(() => !document.querySelector('input[type=range]'))).toBe(true);
  }

  /** The browser's reports since the last call. */
  async heard(): Promise<string[]> {
    const answer = await fetch(this.#origin + HEARD, { headers: { 'user-agent': this.#window.agent } });
    return (await answer.json()) as string[];
  }

  picture(): Promise<Buffer> {
    return this.#window.picture();
  }
}
