import { afterEach, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { inShell } from '../testing.tsx';
import { ChatWidget } from './chat-widget.tsx';

const widget = (mode: 'frame' | 'page') => ({ src: 'https://help.example/w.js', app_id: 'app-7', mode });
const mounted = () => document.getElementById('chat-widget');
afterEach(() => mounted()?.remove());

test.each([[null], [undefined]])('requests nothing without configuration (%p)', (none) => {
  render(inShell(<ChatWidget widget={none} />).element);
  expect(mounted()).toBeNull();
});

test.each([
  ['zh', '/widget?locale=zh', '在线客服'],
  ['en', '/widget?locale=en', 'Chat with us'],
] as const)(
  'renders its own iframe in %s, hidden until the widget reports a size',
  async (locale, src, title) => {
    const { unmount } = render(inShell(<ChatWidget widget={widget('frame')} />, { locale }).element);
    await waitFor(() => expect(mounted()).not.toBeNull());
    const frame = mounted() as HTMLIFrameElement;
    expect([frame.tagName, frame.getAttribute('src'), frame.title]).toEqual(['IFRAME', src, title]);
    expect(frame.dataset['shown']).toBe('false');
    unmount();
    expect(mounted()).toBeNull();
  },
);

test('renders no iframe if unmounted before the chunk has loaded', async () => {
  const { unmount } = render(inShell(<ChatWidget widget={widget('frame')} />).element);
  unmount();
  await import('../widget-frame/mount-widget.ts');
  await Promise.resolve();
  expect(mounted()).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('runs in the page only if configured so', async () => {
  render(inShell(<ChatWidget widget={widget('page')} />, { locale: 'en' }).element);
  await waitFor(() => expect(mounted()).not.toBeNull());
  const script = mounted() as HTMLScriptElement;
  expect(script.tagName).toBe('SCRIPT');
  expect(script.src).toBe('https://help.example/w.js');
  expect({ ...script.dataset }).toEqual({
    appId: 'app-7',
    locale: 'en',
    theme: 'light',
    position: 'bottom-right',
  });
});

test('runs in the page once, in whichever view it is mounted', async () => {
  const { unmount } = render(inShell(<ChatWidget widget={widget('page')} />).element);
  await waitFor(() => expect(mounted()).not.toBeNull());
  unmount();
  render(inShell(<ChatWidget widget={widget('page')} />).element);
  await import('../widget-frame/mount-widget.ts');
  await Promise.resolve();
  expect(document.querySelectorAll('script#chat-widget')).toHaveLength(1);
});

test('its Trusted Types policy allows only the configured script', async () => {
  const createPolicy = jest.fn((_name: string, rules: { createScriptURL: (url: string) => string }) => {
    expect(() => rules.createScriptURL('https://evil.example/w.js')).toThrow(TypeError);
    return { createScriptURL: rules.createScriptURL };
  });
  Object.defineProperty(window, 'trustedTypes', { configurable: true, value: { createPolicy } });
  render(inShell(<ChatWidget widget={widget('page')} />).element);
  await waitFor(() => expect(mounted()).not.toBeNull());
  expect(createPolicy.mock.calls[0]?.[0]).toBe('chat-widget');
  expect((mounted() as HTMLScriptElement).src).toBe('https://help.example/w.js');
  Reflect.deleteProperty(window, 'trustedTypes');
});
