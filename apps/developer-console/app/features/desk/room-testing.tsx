import { userInfo, type Endpoint } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient } from '@yunduo/data-access/testing';
import { en } from '@yunduo/i18n-developer-console/en';
import { sessionStarted } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import type { Role } from '@yunduo/validation';
import { expect } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';

// What the tests of the desk's rooms share: a signed-in operator, a room in English, and its controls.

export const AT = '2026-11-20T02:00:00.000Z';

/** The only page of a list. */
export const page = <T,>(list: T[]) => ({ list, total: list.length, page: 1, page_size: 20 });

export type Answer = [Endpoint, object | ((input: never) => unknown)];

/** Opens a room for account 7. `address`: path below the desk, and query; later answers replace earlier ones. */
export function openRoom(room: ReactNode, address: string, answers: Answer[], role: Role = 'operator') {
  const user = userFixture({ id: 7, email: 'operator@yunduo.test', roles: ['user', role] });
  const client = fakeClient([userInfo.index, user]);
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  const path = `/en/developer-center/desk/${address}`;
  const view = inShell(room, { locale: 'en', words: en, client, path, frame: <Toasts /> });
  view.store.dispatch(sessionStarted({ token: 'yd_token', user }));
  render(view.element);
  const sent = (endpoint: Endpoint) =>
    client.calls.filter((call) => call.endpoint.url === endpoint.url).map(({ input }) => input);
  return { ...view, client, sent, hand: userEvent.setup({ delay: null }) };
}

export const rows = async () => (await screen.findAllByRole('row')).slice(1);
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const toast = () => document.querySelector('[data-above-dialogs]')?.textContent;
export const dialog = async () => within(await screen.findByRole('dialog'));
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Types into a dialog and leaves, as when the session ends: the dialog of the next visit has the text. */
export async function expectKeptInput(visit: () => ReturnType<typeof openRoom>, action: string) {
  const fields = async () => {
    await visit().hand.click(await screen.findByRole('button', { name: action }));
    return (await dialog()).findAllByRole<HTMLInputElement>('textbox');
  };
  const typed = (await fields()).map((field, at) => (fill(field, `Typed ${at}`), field.value));
  cleanup();
  expect((await fields()).map(({ value }) => value)).toEqual(typed);
}
export const failing = (error: unknown) => () => {
  throw error;
};
