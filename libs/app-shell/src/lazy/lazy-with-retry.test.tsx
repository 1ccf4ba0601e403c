import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { useI18n } from '../i18n/use-translations.ts';
import { clearMessages, inShell } from '../testing.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { lazyWithRetry } from './lazy-with-retry.tsx';

const loadError = () => new TypeError('Failed to fetch dynamically imported module');

afterEach(() => act(clearMessages));

describe('lazy dialog', () => {
  type Loaded = { default: ComponentType<{ onClose: () => void }> };
  const loaded: Loaded = {
    default: ({ onClose }) => (
      <div role="dialog">
        <button onClick={onClose}>close</button>
      </div>
    ),
  };

  function open(load: () => Promise<Loaded>) {
    const Part = lazyWithRetry(load);
    function Page() {
      const [requested, setRequested] = useState(false);
      return (
        <>
          <input aria-label="note" />
          <button onClick={() => setRequested(true)}>open</button>
          {requested && <Part onClose={() => setRequested(false)} />}
        </>
      );
    }
    const { unmount } = render(inShell(<Page />, { locale: 'en', frame: <Toasts /> }).element);
    return { user: userEvent.setup(), unmount };
  }

  test('shows a toast and closes on a failed load; the next click retries and the page keeps its input', async () => {
    const load = jest.fn<() => Promise<Loaded>>();
    load.mockRejectedValueOnce(loadError()).mockRejectedValueOnce(loadError()).mockResolvedValueOnce(loaded);
    const { user } = open(load);
    await user.type(screen.getByLabelText('note'), 'typed');
    for (let press = 0; press < 2; press += 1) {
      await user.click(screen.getByRole('button', { name: 'open' }));
      expect(await screen.findByText('The server is busy, please try again later')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
      act(clearMessages);
    }
    await user.click(screen.getByRole('button', { name: 'open' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('typed');
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('loads only once', async () => {
    const load = jest.fn(() => Promise.resolve(loaded));
    const { user } = open(load);
    for (let press = 0; press < 2; press += 1) {
      await user.click(screen.getByRole('button', { name: 'open' }));
      await screen.findByRole('dialog');
      await user.click(screen.getByRole('button', { name: 'close' }));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('shows nothing if the load fails after the page has unmounted', async () => {
    let fail = (_error: Error): void => undefined;
    const load = jest.fn(() => new Promise<Loaded>((_resolve, reject) => (fail = reject)));
    const { user, unmount } = open(load);
    await user.click(screen.getByRole('button', { name: 'open' }));
    await waitFor(() => expect(load).toHaveBeenCalled());
    unmount();
    await act(async () => fail(loadError()));
    render(inShell(<Toasts />, { locale: 'en' }).element);
    expect(screen.queryByText('The server is busy, please try again later')).toBeNull();
  });
});

describe('lazy part of a page', () => {
  const part = { default: ({ name }: { name: string }) => <p>{`here: ${name}`}</p> };

  test.each([
    ['en', 'This part could not be loaded', 'Try again', 'Reload'],
    ['zh', '加载失败', '重试', '刷新'],
  ] as const)(
    'shows an error in its place in %s, keeps the rest of the page and loads on retry',
    async (locale, failed, again, reload) => {
      const load = jest.fn((): Promise<typeof part> => Promise.reject(loadError()));
      const Part = lazyWithRetry(load);
      render(
        inShell(
          <>
            <input aria-label="beside" />
            <Part name="relations" waiting={<p>coming</p>} />
          </>,
          { locale, path: '/store?q=mysql#log' },
        ).element,
      );
      expect(screen.getByText('coming')).toBeTruthy();
      const hand = userEvent.setup();
      await hand.type(screen.getByLabelText('beside'), 'typed');
      expect(await screen.findByRole('heading', { name: failed })).toBeTruthy();
      expect(screen.queryByText('coming')).toBeNull();
      await hand.click(screen.getByRole('button', { name: again }));
      expect(await screen.findByRole('heading', { name: failed })).toBeTruthy();
      expect(screen.getByRole('link', { name: reload }).getAttribute('href')).toBe('/store?q=mysql#log');
      load.mockResolvedValue(part);
      await hand.click(screen.getByRole('button', { name: again }));
      expect(await screen.findByText('here: relations')).toBeTruthy();
      expect(screen.queryByRole('heading', { name: failed })).toBeNull();
      expect(screen.getByLabelText<HTMLInputElement>('beside').value).toBe('typed');
      expect(load).toHaveBeenCalledTimes(3);
    },
  );

  test('loads with the messages of the page’s language and fails without them', async () => {
    const words = {
      zh: [
        jest.fn(() => Promise.resolve({ later: { title: '后来' } })),
        () => Promise.resolve({ other: {} }),
      ],
      en: jest.fn((): Promise<object> => Promise.reject(loadError())),
    };
    const Title = ({ name }: { name: string }) => `here: ${name} ${useI18n()?.t('later:title')}`;
    const Part = lazyWithRetry(() => Promise.resolve({ default: Title }), { words });
    const chinese = render(inShell(<Part name="orders" />, { locale: 'zh' }).element);
    expect(await screen.findByText('here: orders 后来')).toBeTruthy();
    expect(words.en).not.toHaveBeenCalled();
    chinese.unmount();
    render(inShell(<Part name="orders" />, { locale: 'en' }).element);
    expect(await screen.findByRole('heading', { name: 'This part could not be loaded' })).toBeTruthy();
    expect(screen.queryByText(/^here: orders/)).toBeNull();
    words.en.mockResolvedValue({ later: { title: 'Later' } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('here: orders Later')).toBeTruthy();
  });

  test('renders a custom Failed component', async () => {
    const load = jest.fn((): Promise<typeof part> => Promise.reject(loadError()));
    const Part = lazyWithRetry(load, {
      Failed: ({ retrying, onRetry }) => (
        <button disabled={retrying} onClick={onRetry}>
          own words
        </button>
      ),
    });
    render(inShell(<Part name="orders" />).element);
    const again = await screen.findByRole('button', { name: 'own words' });
    load.mockResolvedValue(part);
    await userEvent.click(again);
    expect(await screen.findByText('here: orders')).toBeTruthy();
  });
});
