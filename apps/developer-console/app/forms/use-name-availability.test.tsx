import { expect, test } from '@jest/globals';
import { devApp } from '@yunduo/api-contract';
import { Toasts } from '@yunduo/app-shell';
import { inShell } from '@yunduo/app-shell/testing';
import { fakeClient, rejection, silence } from '@yunduo/data-access/testing';
import { developerTerms } from '@yunduo/i18n/en/developer-terms';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useNameAvailability } from './use-name-availability.ts';

function Name() {
  const [name, setName] = useState('');
  const availability = useNameAvailability(name, { id: 7, own: 'Keel DNS' });
  return (
    <>
      <input aria-label="name" value={name} onChange={({ target }) => setName(target.value)} />
      <p role="status">{availability ? `${availability.state}: ${availability.text}` : 'nobody knows'}</p>
    </>
  );
}

test('[R5.08] checks once after a pause and names the similar app, beside that name alone', async () => {
  const client = fakeClient([devApp.checkName, { state: 'look_alike', like: ['Fathom Backup'] }]);
  render(inShell(<Name />, { locale: 'en', words: { developerTerms }, client }).element);
  await userEvent.type(screen.getByLabelText('name'), 'Fathom Backups');
  expect(await screen.findByText(/^look_alike: Similar to the name.* · Fathom Backup$/)).toBeTruthy();
  expect(client.calls.map(({ input }) => input)).toEqual([{ name: 'Fathom Backups', id: 7 }]);
  await userEvent.type(screen.getByLabelText('name'), '!');
  expect(screen.getByRole('status').textContent).toBe('nobody knows');
});

test('[R5.08] does not check a name that is too short or unchanged', async () => {
  const client = fakeClient();
  render(inShell(<Name />, { locale: 'en', words: { developerTerms }, client }).element);
  await userEvent.type(screen.getByLabelText('name'), 'abc');
  await userEvent.clear(screen.getByLabelText('name'));
  await userEvent.type(screen.getByLabelText('name'), 'Keel DNS');
  expect(screen.getByRole('status').textContent).toBe('nobody knows');
  expect(client.calls).toEqual([]);
});

test.each([
  ['a throttled check', () => rejection('TOO_MANY_REQUESTS', {}, 'Too many requests')],
  ['a check without a response', silence],
])('%s shows no toast, and the next name is checked', async (_, failure) => {
  const client = fakeClient([
    devApp.checkName,
    () => {
      throw failure();
    },
  ]);
  const view = inShell(<Name />, { locale: 'en', words: { developerTerms }, client, frame: <Toasts /> });
  render(view.element);
  const name = screen.getByLabelText('name');
  await userEvent.type(name, 'Fathom');
  await waitFor(() => expect(client.calls).toHaveLength(1));
  client.answer(devApp.checkName, { state: 'free', like: [] });
  await userEvent.type(name, ' Backup');
  expect(await screen.findByText(/^free: /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
});
