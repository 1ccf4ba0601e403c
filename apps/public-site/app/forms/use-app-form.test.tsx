import { beforeEach, expect, jest, test } from '@jest/globals';
import { Toasts } from '@yunduo/app-shell';
import { clearMessages, inShell } from '@yunduo/app-shell/testing';
import { emailSchema } from '@yunduo/validation/schemas';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ISchema } from 'yup';
import { useAppForm } from './use-app-form.ts';

const schema = Object.assign(jest.fn<() => Promise<ISchema<object>>>(), { required: ['email'] });
const onSubmit = jest.fn<(values: { email: string }) => Promise<void>>();
const onSend = jest.fn();

function Form() {
  const form = useAppForm({ id: 'form', initialValues: { email: '' }, schema, onSubmit });
  return (
    <form {...form.form}>
      <input aria-label="email" {...form.field('email')} />
      <button type="button" onClick={() => void form.check('email').then((stands) => stands && onSend())}>
        send
      </button>
      <p>{form.errorOf('email')}</p>
      <button>{form.busy ? 'busy' : 'submit'}</button>
    </form>
  );
}

beforeEach(() => {
  clearMessages();
  jest.resetAllMocks();
  onSubmit.mockResolvedValue();
  render(inShell(<Form />, { locale: 'en', frame: <Toasts /> }).element);
});
const busy = () => screen.findByText('The server is busy, please try again later');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('[R8.04] rules that do not come are told, stop the form, and are asked for again', async () => {
  schema.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(screen.getByLabelText('email'), 'new@example.com');
  await waitFor(() => expect(schema).toHaveBeenCalled());
  await press('submit');
  await busy();
  expect(onSubmit).not.toHaveBeenCalled();
  schema.mockResolvedValue(emailSchema);
  await press('submit');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(screen.getByLabelText<HTMLInputElement>('email').value).toBe('new@example.com');
});

test('[R8.04] no code goes to an address that could not be checked', async () => {
  schema.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(screen.getByLabelText('email'), 'new@example.com');
  await press('send');
  await busy();
  expect(onSend).not.toHaveBeenCalled();
  schema.mockResolvedValue(emailSchema);
  await press('send');
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1));
});

test('a press is answered before anything is checked, and a second one sends nothing', async () => {
  schema.mockResolvedValue(emailSchema);
  fireEvent.change(screen.getByLabelText('email'), { target: { value: 'new@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'submit' }));
  fireEvent.click(screen.getByRole('button', { name: 'busy' }));
  expect(schema).not.toHaveBeenCalled();
  await screen.findByRole('button', { name: 'submit' });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a field that has to be filled in says so before the rules are loaded', () => {
  expect(screen.getByLabelText('email').getAttribute('aria-required')).toBe('true');
  expect(schema).not.toHaveBeenCalled();
});
