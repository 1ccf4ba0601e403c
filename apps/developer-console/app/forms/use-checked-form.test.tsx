import { beforeEach, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { yankSchema } from '@yunduo/validation/schemas';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ISchema } from 'yup';
import { useCheckedForm } from './use-checked-form.ts';

const schema = jest.fn<() => Promise<ISchema<object>>>();
const onSubmit = jest.fn<(values: { reason: string }) => Promise<void>>();

function Form() {
  const { form, values, change, busy } = useCheckedForm({ initialValues: { reason: '' }, schema, onSubmit });
  return (
    <form {...form}>
      <input
        aria-label="reason"
        value={values.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <button>{busy ? 'busy' : 'send'}</button>
    </form>
  );
}

beforeEach(() => {
  clearMessages();
  jest.resetAllMocks();
  onSubmit.mockResolvedValue();
});

test('[R8.04] rules that do not come are told, stop the form, and are asked for again', async () => {
  render(inShell(<Form />, { locale: 'en', frame: <Toasts /> }).element);
  schema.mockRejectedValue(new TypeError('Failed to fetch'));
  const reason = screen.getByLabelText<HTMLInputElement>('reason');
  await userEvent.type(reason, 'Loses dat');
  await waitFor(() => expect(schema).toHaveBeenCalled());
  await userEvent.click(screen.getByText('send'));
  expect(await screen.findByText('The server is busy, please try again later')).toBeTruthy();
  await userEvent.type(reason, 'a');
  expect(onSubmit).not.toHaveBeenCalled();
  schema.mockResolvedValue(yankSchema);
  await userEvent.click(screen.getByText('send'));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ reason: 'Loses data' }));
});

test('a press is answered before anything is checked, and a second one sends nothing', async () => {
  render(inShell(<Form />, { locale: 'en' }).element);
  schema.mockResolvedValue(yankSchema);
  fireEvent.change(screen.getByLabelText('reason'), { target: { value: 'Loses data' } });
  fireEvent.click(screen.getByText('send'));
  fireEvent.click(screen.getByText('busy'));
  expect(schema).not.toHaveBeenCalled();
  await screen.findByText('send');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
