import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { browserStorage, tabStorage, tokenStorage } from '@yunduo/session';
import { breakCookies, breakStorage, storageFailures } from '@yunduo/session/testing';
import { LanguageSwitch } from './i18n/language-switch.tsx';
import { takeOverScrolling } from './navigation/scroll-memory.ts';
import { inShell } from './testing.tsx';
import { ThemeSwitch } from './theme/theme-switch.tsx';
import { useResend } from './time/use-resend.ts';
import { reloadGuard } from './updates/reload-guard.ts';

// The shell's stored state in a browser that refuses storage: the page continues in memory.

let restores: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset.theme;
});
afterEach(() => {
  for (const restore of restores.reverse()) restore();
  restores = [];
  for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys()) storage.remove(key);
});

describe.each(storageFailures)('with failing storage: %s (%j)', (how, areas) => {
  beforeEach(() => void restores.push(breakStorage(how, areas)));

  test('applies a chosen theme and keeps it across mounts', () => {
    const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: '外观' });
    const { unmount } = render(inShell(<ThemeSwitch />).element);
    fireEvent.change(choice(), { target: { value: 'dark' } });
    expect([document.documentElement.dataset.theme, choice().value]).toEqual(['dark', 'dark']);
    unmount();
    render(inShell(<ThemeSwitch />).element);
    expect(choice().value).toBe('dark');
    fireEvent.change(choice(), { target: { value: 'system' } });
    expect([document.documentElement.dataset.theme, choice().value]).toEqual([undefined, 'system']);
  });

  test('keeps the resend countdown across mounts of the form', () => {
    const first = renderHook(() => useResend('AUTH_REGISTER_EMAIL', 'a@b.c'));
    act(() => first.result.current.wait(60));
    first.unmount();
    const { result } = renderHook(() => useResend('AUTH_REGISTER_EMAIL', 'a@b.c'));
    expect(result.current.remaining).toBeGreaterThan(55);
  });

  test('[R9.04] reloads for a chunk at most once, and only if sessionStorage works', () => {
    const reload = jest.fn();
    const remembers = !areas.includes('sessionStorage');
    expect(reloadGuard.reload(reload)).toBe(remembers);
    expect(reloadGuard.reload(reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(remembers ? 1 : 0);
  });

  test('takeOverScrolling does not throw', () => {
    history.replaceState({ key: 'k1' }, '');
    expect(takeOverScrolling).not.toThrow();
    expect((history.state as { key: string }).key).toBe('k1');
  });
});

test('the language switch navigates in the document only if the session is not stored', async () => {
  const followed = () => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    let prevented = true;
    addEventListener('click', (event) => ((prevented = event.defaultPrevented), event.preventDefault()), {
      once: true,
    });
    act(() => void screen.getByRole('link', { name: 'English' }).dispatchEvent(press));
    return !prevented;
  };
  const { element, router } = inShell(<LanguageSwitch />, { path: '/store?q=mysql' });
  render(element);
  tokenStorage.saveToken('yd_1');
  expect(followed()).toBe(true);
  restores.push(breakStorage('every method throws', ['localStorage', 'sessionStorage']));
  tokenStorage.saveToken('yd_2');
  expect(followed()).toBe(false);
  await act(async () => undefined);
  expect(router.state.location).toMatchObject({ pathname: '/en/store', search: '?q=mysql' });
});

test.each(['they are off', 'they throw'] as const)(
  'theme and language can be chosen with failing cookies: %s',
  (how) => {
    restores.push(breakCookies(how));
    render(
      inShell(
        <>
          <ThemeSwitch />
          <LanguageSwitch />
        </>,
      ).element,
    );
    fireEvent.change(screen.getByRole('combobox', { name: '外观' }), { target: { value: 'dark' } });
    expect(document.documentElement.dataset.theme).toBe('dark');
    const link = screen.getByRole('link', { name: 'English' });
    link.addEventListener('click', (event) => event.preventDefault());
    expect(() => fireEvent.click(link)).not.toThrow();
  },
);
