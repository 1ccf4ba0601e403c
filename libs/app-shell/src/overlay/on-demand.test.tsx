import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { clearMessages, inShell } from '../testing.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { onDemand } from './on-demand.tsx';

type Loaded = { default: ComponentType<{ onClose: () => void }> };

const load = jest.fn<() => Promise<Loaded>>();
const loaded: Loaded = {
  default: ({ onClose }) => (
    <div role="dialog">
      <button onClick={onClose}>close</button>
    </div>
  ),
};

function open() {
  const Part = onDemand(load);
  function Page() {
    const [asked, setAsked] = useState(false);
    return (
      <>
        <input aria-label="note" />
        <button onClick={() => setAsked(true)}>open</button>
        {asked && <Part onClose={() => setAsked(false)} />}
      </>
    );
  }
  render(inShell(<Page />, { locale: 'en', frame: <Toasts /> }).element);
  return userEvent.setup();
}

afterEach(() => {
  act(clearMessages);
  load.mockReset();
});

test('a dialog whose file does not come says so, closes, and is asked for anew; the page keeps what is typed', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(loaded);
  const user = open();
  await user.type(screen.getByLabelText('note'), 'typed');
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(await screen.findByText('The server is busy, please try again later')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('typed');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a dialog that came once opens again without being loaded', async () => {
  load.mockResolvedValue(loaded);
  const user = open();
  const openAndClose = async () => {
    await user.click(screen.getByRole('button', { name: 'open' }));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  };
  await openAndClose();
  await openAndClose();
  expect(load).toHaveBeenCalledTimes(1);
});
