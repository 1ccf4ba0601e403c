import { afterEach, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onRecoverableError, rememberControls, unwrapTexts } from '@yunduo/app-shell';
import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterComposition, rememberTyped } from './typed-values.ts';

const heard = jest.fn<(state: object) => void>();

function Form() {
  const [state, setState] = useState({ name: '', agree: false, os: 'linux' });
  useEffect(() => {
    heard(state);
  }, [state]);
  return (
    <form>
      <input
        aria-label="name"
        value={state.name}
        onChange={(e) => setState({ ...state, name: e.target.value })}
      />
      <input
        type="checkbox"
        aria-label="agree"
        checked={state.agree}
        onChange={(e) => setState((before) => ({ ...before, agree: e.target.checked }))}
      />
      <select
        aria-label="os"
        value={state.os}
        onChange={(e) => setState((before) => ({ ...before, os: e.target.value }))}
      >
        <option value="linux">Linux</option>
        <option value="mac">macOS</option>
      </select>
    </form>
  );
}

// As the server renders it.
const MARKUP =
  '<form><input aria-label="name" value=""><input type="checkbox" aria-label="agree"><select aria-label="os"><option value="linux" selected="">Linux</option><option value="mac">macOS</option></select></form>';

const host = document.createElement('div');
document.body.append(host);
const field = <T extends HTMLElement>(name: string) => host.querySelector<T>(`[aria-label=${name}]`) as T;

afterEach(() => {
  host.innerHTML = '';
  heard.mockClear();
});

test('restores input made before hydration and notifies React', async () => {
  host.innerHTML = MARKUP;
  field<HTMLInputElement>('name').value = '云舵';
  field<HTMLInputElement>('agree').checked = true;
  field<HTMLSelectElement>('os').value = 'mac';
  const restore = rememberTyped(document);
  const root = await act(async () => hydrateRoot(host, <Form />));
  await act(async () => restore());
  expect(heard).toHaveBeenLastCalledWith({ name: '云舵', agree: true, os: 'mac' });
  expect(field<HTMLInputElement>('name').value).toBe('云舵');
  act(() => root.unmount());
});

test('restores input made during hydration, with its selection', async () => {
  host.innerHTML = MARKUP;
  const restore = rememberTyped(document);
  const name = field<HTMLInputElement>('name');
  name.focus();
  name.value = 'web-01';
  name.setSelectionRange(2, 4);
  name.dispatchEvent(new Event('input', { bubbles: true }));
  const root = await act(async () => hydrateRoot(host, <Form />));
  await act(async () => restore());
  expect(heard).toHaveBeenLastCalledWith({ name: 'web-01', agree: false, os: 'linux' });
  expect([name.selectionStart, name.selectionEnd]).toEqual([2, 4]);
  act(() => root.unmount());
});

test('restores the last choice among radio buttons, and texts of several lines', async () => {
  const sent = jest.fn<(name: string) => void>();
  const Answers = () => (
    <>
      {['m1', 'm3'].map((plan) => (
        <input
          key={plan}
          type="radio"
          name="plan"
          aria-label={plan}
          onChange={({ target }) => sent(target.value)}
          value={plan}
        />
      ))}
      <textarea aria-label="note" defaultValue="" onChange={({ target }) => sent(target.value)} />
      <textarea aria-label="emptied" defaultValue="old" onChange={({ target }) => sent(target.value)} />
    </>
  );
  host.innerHTML =
    '<input type="radio" name="plan" aria-label="m1" value="m1"><input type="radio" name="plan" aria-label="m3" value="m3">' +
    '<textarea aria-label="note"></textarea><textarea aria-label="emptied">old</textarea>';
  const restore = rememberTyped(document);
  for (const plan of ['m1', 'm3', 'm1']) await userEvent.click(field(plan));
  await userEvent.type(field('note'), 'two');
  await userEvent.clear(field('emptied'));
  const root = await act(async () => hydrateRoot(host, <Answers />));
  sent.mockClear();
  await act(async () => restore());
  expect(sent.mock.calls.flat()).toEqual(['m3', 'm1', 'two', '']);
  expect(field<HTMLInputElement>('m1').checked).toBe(true);
  expect(field<HTMLTextAreaElement>('note').value).toBe('two');
  act(() => root.unmount());
});

test('a visitor who chose a file before hydration sees it taken, once', async () => {
  const taken = jest.fn<(names: string[]) => void>();
  const Picker = () => (
    <input
      type="file"
      aria-label="file"
      onChange={({ target }) => taken([...(target.files ?? [])].map(({ name }) => name))}
    />
  );
  host.innerHTML = '<input type="file" aria-label="file">';
  const file = field<HTMLInputElement>('file');
  await userEvent.upload(file, new File(['x'], 'cursor.png', { type: 'image/png' }));
  const restore = rememberTyped(document);
  const root = await act(async () => hydrateRoot(host, <Picker />));
  expect(taken).not.toHaveBeenCalled();
  await act(async () => restore());
  expect(taken.mock.calls).toEqual([[['cursor.png']]]);
  act(() => root.unmount());
});

test('restores input and focus on a translated page, which React renders again', async () => {
  host.innerHTML = MARKUP.replace('<form>', '<form><font>Formular</font>');
  field<HTMLInputElement>('agree').checked = true;
  const restore = rememberTyped(document);
  const name = field<HTMLInputElement>('name');
  name.focus();
  name.value = 'web-01';
  name.setSelectionRange(2, 4);
  name.dispatchEvent(new Event('input', { bubbles: true }));
  unwrapTexts();
  const controlNow = rememberControls();
  const root = await act(async () => hydrateRoot(host, <Form />, { onRecoverableError }));
  expect(name.isConnected).toBe(false);
  await act(async () => restore(controlNow));
  expect(heard).toHaveBeenLastCalledWith({ name: 'web-01', agree: true, os: 'linux' });
  const now = field<HTMLInputElement>('name');
  expect([document.activeElement, now.selectionStart, now.selectionEnd]).toEqual([now, 2, 4]);
  act(() => root.unmount());
});

test('sends no input events for untouched fields', async () => {
  host.innerHTML = MARKUP;
  const restore = rememberTyped(document);
  const inputs = jest.fn();
  host.addEventListener('input', inputs);
  restore();
  host.removeEventListener('input', inputs);
  expect(inputs).not.toHaveBeenCalled();
});

test('afterComposition waits for the end of an IME composition', async () => {
  await afterComposition();
  globalThis.__composing = true;
  let hydrated = false;
  const waiting = afterComposition().then(() => (hydrated = true));
  await Promise.resolve();
  expect(hydrated).toBe(false);
  window.dispatchEvent(new Event('compositionend'));
  await waiting;
  expect(hydrated).toBe(true);
  globalThis.__composing = undefined;
});
