import { afterEach, expect, jest, test } from '@jest/globals';
import { webcrypto } from 'node:crypto';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PackageFile } from './package-file.tsx';

const onRead = jest.fn();
const input = () => {
  const found = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!found) throw new Error('There is no input.');
  return found;
};
const open = (locale: 'zh' | 'en' = 'en') =>
  render(
    inShell(<PackageFile onRead={onRead} />, {
      locale,
      words: { ...(locale === 'zh' ? zh : en) },
      frame: <Toasts />,
    }).element,
  );
/** jsdom has no `crypto.subtle`, and its files have no `arrayBuffer`. */
const give = (crypto: boolean) =>
  Object.defineProperty(globalThis.crypto, 'subtle', {
    configurable: true,
    value: crypto ? webcrypto.subtle : undefined,
  });
const fileOf = (text: string) => {
  const file = new File([text], 'app.tar.gz');
  file.arrayBuffer = async () => new TextEncoder().encode(text).buffer;
  return file;
};

/** The button can be pressed again. */
const rested = () => waitFor(() => expect(document.querySelector('button[aria-busy]')).toBeNull());

afterEach(() => {
  onRead.mockClear();
  act(clearMessages);
});

test.each(['zh', 'en'] as const)('reads size and SHA-256 from the file, in %s', async (locale) => {
  give(true);
  open(locale);
  const file = fileOf('abc');
  const { promise, resolve } = Promise.withResolvers<void>();
  file.arrayBuffer = () => promise.then(() => new TextEncoder().encode('abc').buffer);
  await userEvent.upload(input(), file);
  await waitFor(() => expect(document.querySelector('button[aria-busy]')).toBeTruthy());
  resolve();
  await waitFor(() =>
    expect(onRead.mock.calls).toEqual([
      [{ size: 3, package_sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }],
    ]),
  );
  const { done } = (locale === 'zh' ? zh : en).versions.package;
  expect(await screen.findByText(done.replace('{{name}}', 'app.tar.gz'))).toBeTruthy();
  await rested();
  // The same file can be chosen again.
  expect(input().value).toBe('');
});

test.each([
  ['an empty file', '', true],
  ['a browser without crypto.subtle', 'abc', false],
])('%s shows a hint and fills in nothing', async (_, text, crypto) => {
  give(crypto);
  open();
  await userEvent.upload(input(), fileOf(text));
  expect(await screen.findByText(en.versions.package.failed)).toBeTruthy();
  expect(onRead).not.toHaveBeenCalled();
  await rested();
});

test.each(['read', 'failed'])(
  'a file that is %s after the form was left fills in and says nothing',
  async (how) => {
    give(true);
    let leave = (): void => undefined;
    function Page() {
      const [here, setHere] = useState(true);
      leave = () => setHere(false);
      return here && <PackageFile onRead={onRead} />;
    }
    render(inShell(<Page />, { locale: 'en', words: { ...en }, frame: <Toasts /> }).element);
    const file = fileOf('abc');
    const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
    file.arrayBuffer = () => promise;
    const digest = jest.spyOn(webcrypto.subtle, 'digest');
    await userEvent.upload(input(), file);
    act(leave);
    await act(async () => {
      if (how === 'read') resolve(new TextEncoder().encode('abc').buffer);
      else reject(new DOMException('away', 'NotReadableError'));
      await promise.catch(() => undefined);
      await digest.mock.results[0]?.value;
    });
    digest.mockRestore();
    expect(onRead).not.toHaveBeenCalled();
    expect(screen.queryByText(en.versions.package.failed)).toBeNull();
    expect(screen.queryByText(/app\.tar\.gz/)).toBeNull();
  },
);
