import { afterEach, expect, jest, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { inShell } from '../testing.tsx';
import { ChatWidget } from './chat-widget.tsx';

const widget = (mode: 'frame' | 'page') => ({ src: 'https://help.example/w.js', app_id: 'app-7', mode });
const mounted = () => document.getElementById('chat-widget');
afterEach(() => mounted()?.remove());

test.each([[null], [undefined]])('without configuration (%p) nothing is requested', (none) => {
  render(inShell(<ChatWidget widget={none} />).element);
  expect(mounted()).toBeNull();
});

test.each([
  ['zh', '/widget?locale=zh', '在线客服'],
  ['en', '/widget?locale=en', 'Chat with us'],
] as const)('it stands in a sandboxed frame, in %s', (locale, src, title) => {
  render(inShell(<ChatWidget widget={widget('frame')} />, { locale }).element);
  const frame = mounted() as HTMLIFrameElement;
  expect(frame.tagName).toBe('IFRAME');
  expect(frame.getAttribute('src')).toBe(src);
  expect(frame.title).toBe(title);
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups');
});

test('a frame that stands already stays', () => {
  const frame = document.createElement('iframe');
  frame.id = 'chat-widget';
  document.body.append(frame);
  render(inShell(<ChatWidget widget={widget('frame')} />).element);
  expect(document.querySelectorAll('#chat-widget')).toHaveLength(1);
  expect(mounted()).toBe(frame);
});

test('it runs in the page only where that is set', () => {
  render(inShell(<ChatWidget widget={widget('page')} />, { locale: 'en' }).element);
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

test('under Trusted Types the policy lets exactly the configured script in', () => {
  const createPolicy = jest.fn((_name: string, rules: { createScriptURL: (url: string) => string }) => {
    expect(() => rules.createScriptURL('https://evil.example/w.js')).toThrow(TypeError);
    return { createScriptURL: rules.createScriptURL };
  });
  Object.defineProperty(window, 'trustedTypes', { configurable: true, value: { createPolicy } });
  render(inShell(<ChatWidget widget={widget('page')} />).element);
  expect(createPolicy.mock.calls[0]?.[0]).toBe('chat-widget');
  expect((mounted() as HTMLScriptElement).src).toBe('https://help.example/w.js');
  Reflect.deleteProperty(window, 'trustedTypes');
});
