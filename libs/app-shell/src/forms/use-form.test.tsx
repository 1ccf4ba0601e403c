import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError, type ApiFailure } from '@yunduo/api-client';
import { Field, TextInput } from '@yunduo/ui';
import { emailSchema } from '@yunduo/validation/schemas';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { boolean, number, object, string, type ISchema } from 'yup';
import { clearMessages, inShell, messageOrToast } from '../testing.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { Toasts } from '../toasts/toasts.tsx';
import { FormError } from './form-error.tsx';
import { useForm } from './use-form.ts';

const schema = Object.assign(jest.fn<() => Promise<ISchema<object>>>(), { required: ['email'] });
const onSubmit = jest.fn<(values: { email: string }) => Promise<void>>();
const onSend = jest.fn();

function Form() {
  const form = useForm({ id: 'form', initialValues: { email: '' }, schema, draft: null, onSubmit });
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

test('[R8.04] a failed schema load shows an error, blocks the submit and is retried', async () => {
  schema.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(screen.getByLabelText('email'), 'new@example.com');
  await waitFor(() => expect(schema).toHaveBeenCalled());
  await press('submit');
  await busy();
  expect(onSubmit).not.toHaveBeenCalled();
  schema.mockResolvedValue(emailSchema);
  await press('submit');
  // The next try does not stand beside the message of the one before.
  expect(messageOrToast('alert')).toBe('');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(screen.getByLabelText<HTMLInputElement>('email').value).toBe('new@example.com');
});

test('a success that is still shown, such as a code that was sent, stays beside the submit', async () => {
  schema.mockResolvedValue(emailSchema);
  act(() => showToast('Code sent'));
  await press('submit');
  expect(screen.getByText('Code sent')).toBeTruthy();
});

test('[R8.04] sends no code while the schema cannot be loaded', async () => {
  schema.mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.type(screen.getByLabelText('email'), 'new@example.com');
  await press('send');
  await busy();
  expect(onSend).not.toHaveBeenCalled();
  schema.mockResolvedValue(emailSchema);
  await press('send');
  await waitFor(() => expect(onSend).toHaveBeenCalledTimes(1));
});

test('focuses an invalid control after a failed submit but not on mount', async () => {
  cleanup();
  const Opened = () => {
    const form = useForm({ id: 'opened', initialValues: { email: '' }, schema, draft: null, onSubmit });
    return (
      <form {...form.form}>
        <input aria-label="kept" aria-invalid="true" />
        <button>go</button>
      </form>
    );
  };
  schema.mockResolvedValue(emailSchema);
  render(inShell(<Opened />, { locale: 'en' }).element);
  expect(document.activeElement).toBe(document.body);
  await press('go');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('kept')));
});

test.each([
  ['date', '2026-12-01'],
  ['datetime-local', '2026-12-01T09:00'],
])(
  'a half-typed %s, which reads as empty, is reported at its field and nothing is sent',
  async (type, whole) => {
    schema.mockResolvedValue(object({ email: string() }));
    const input = screen.getByLabelText<HTMLInputElement>('email');
    input.type = type;
    const validity = jest.spyOn(input, 'validity', 'get');
    validity.mockReturnValue({ badInput: true } as ValidityState);
    await press('submit');
    expect(await screen.findByText('This field is invalid')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
    validity.mockRestore();
    fireEvent.change(input, { target: { value: whole } });
    expect(screen.queryByText('This field is invalid')).toBeNull();
    await press('submit');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  },
);

test('shows the busy state before validating and ignores a second click', async () => {
  schema.mockResolvedValue(emailSchema);
  fireEvent.change(screen.getByLabelText('email'), { target: { value: 'new@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'submit' }));
  fireEvent.click(screen.getByRole('button', { name: 'busy' }));
  expect(schema).not.toHaveBeenCalled();
  await screen.findByRole('button', { name: 'submit' });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('marks required fields before the schema has loaded', () => {
  expect(screen.getByLabelText('email').getAttribute('aria-required')).toBe('true');
  expect(schema).not.toHaveBeenCalled();
});

describe('nested values', () => {
  const bothSchema = () =>
    Promise.resolve(object({ name: object({ en: string().required('app_name_required'), zh: string() }) }));
  const send = jest.fn<(values: object) => Promise<void>>();
  const onConflict = jest.fn<(failure: ApiFailure) => boolean>();

  /** Nested in another form, as an answer to a reviewer is: a button submits it. */
  function Both() {
    const form = useForm({
      initialValues: { name: { en: '', zh: '' } },
      schema: bothSchema,
      onSubmit: send,
      onConflict,
      draft: { key: 'both' },
    });
    return (
      <div id={form.form.id}>
        {(['en', 'zh'] as const).map((locale) => (
          <Field key={locale} label={locale} error={form.errorOf(`name.${locale}`)}>
            {(control) => <TextInput {...control} {...form.field(`name.${locale}`)} />}
          </Field>
        ))}
        <FormError error={form.error} />
        <button onClick={form.submit}>{form.busy ? 'sending' : 'send both'}</button>
        <button onClick={form.removeDraft}>discard</button>
      </div>
    );
  }
  const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

  beforeEach(() => {
    cleanup();
    sessionStorage.clear();
    render(inShell(<Both />, { locale: 'en', frame: <Toasts /> }).element);
  });

  test('shows an error at its path, focuses the first and clears it on change', async () => {
    await press('send both');
    await waitFor(() => expect(box('en').getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(box('en')));
    expect(box('zh').getAttribute('aria-invalid')).toBeNull();
    expect(send).not.toHaveBeenCalled();
    await userEvent.type(box('en'), 'Keel');
    await waitFor(() => expect(box('en').getAttribute('aria-invalid')).toBeNull());
  });

  test('shows a server error at the named path until the field changes', async () => {
    const rejected = new ApiError({
      status: 400,
      code: 'VALIDATION_FAILED',
      msg: 'Invalid',
      data: { fields: { 'name.zh': 'app_name_taken' } },
    });
    send.mockRejectedValue(rejected.toFailure());
    await userEvent.type(box('en'), 'Keel');
    await press('send both');
    await waitFor(() => expect(box('zh').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByText('Invalid')).toBeNull();
    expect(box('en').value).toBe('Keel');
    await userEvent.type(box('zh'), '龙骨');
    expect(box('zh').getAttribute('aria-invalid')).toBeNull();
  });

  test.each([
    ['does not show a rejection that onConflict has handled', true, 0],
    ['shows every other rejection', false, 1],
  ])('%s', async (_what, elsewhere, shown) => {
    onConflict.mockReturnValue(elsewhere);
    send.mockRejectedValue(new ApiError({ status: 404, code: 'NOT_FOUND', msg: 'It is gone' }).toFailure());
    await userEvent.type(box('en'), 'Keel');
    await press('send both');
    await waitFor(() => expect(onConflict).toHaveBeenCalledTimes(1));
    await screen.findByRole('button', { name: 'send both' });
    expect(screen.queryAllByText('It is gone')).toHaveLength(shown);
  });

  test('stores, restores and discards its draft', async () => {
    await userEvent.type(box('zh'), '龙骨');
    cleanup();
    render(inShell(<Both />, { locale: 'en' }).element);
    expect([box('en').value, box('zh').value]).toEqual(['', '龙骨']);
    await press('discard');
    cleanup();
    render(inShell(<Both />, { locale: 'en' }).element);
    expect(box('zh').value).toBe('');
  });
});

describe('one form, several calls', () => {
  interface Days {
    days: string;
    note: string;
    agree: boolean;
  }
  const daysSchema = jest.fn<() => Promise<ISchema<object>>>();
  const send = jest.fn<(values: Days) => Promise<void | false>>();
  const initialValues: Days = { days: '30', note: '', agree: false };

  function Token() {
    const form = useForm<Days>({
      id: 'token',
      initialValues,
      schema: daysSchema,
      onSubmit: send,
      serverNames: { expires_at: 'days' },
      draft: { key: 'token', fields: ['note', 'days'] },
    });
    return (
      <form {...form.form}>
        {(['days', 'note'] as const).map((name) => (
          <Field key={name} label={name} error={form.errorOf(name)}>
            {(control) => (
              <TextInput {...control} {...form.field(name)} type={name === 'days' ? 'number' : 'text'} />
            )}
          </Field>
        ))}
        <input type="checkbox" aria-label="agree" {...form.checkbox('agree')} />
        <FormError error={form.error} />
        <output>{form.failure?.code}</output>
        <button>{form.busy ? 'sending' : 'create'}</button>
        <button type="button" onClick={() => form.reset({ ...initialValues, note: 'next' })}>
          again
        </button>
        <button type="button" onClick={() => form.reject('note', 'field_invalid')}>
          refuse
        </button>
        <button type="button" onClick={() => form.setValue('note', 'set')}>
          set
        </button>
      </form>
    );
  }
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const invalid = (name: string) => box(name).getAttribute('aria-invalid');
  const refuse = (
    fields: Record<string, string> | undefined,
    code: 'VALIDATION_FAILED' | 'NOT_FOUND',
    msg: string,
  ) =>
    send.mockRejectedValueOnce(
      new ApiError({ status: 400, code, msg, data: fields && { fields } }).toFailure(),
    );
  const open = () => render(inShell(<Token />, { locale: 'en', frame: <Toasts /> }).element);
  const create = async () => {
    const before = send.mock.calls.length;
    await press('create');
    await waitFor(() => expect(send).toHaveBeenCalledTimes(before + 1));
    await screen.findByRole('button', { name: 'create' });
  };

  beforeEach(() => {
    cleanup();
    sessionStorage.clear();
    daysSchema.mockResolvedValue(
      object({ days: number(), note: string().trim().required('app_name_required'), agree: boolean() }),
    );
    send.mockResolvedValue();
    open();
  });

  test('sends the values as the schema casts them, with the ticked box', async () => {
    await userEvent.type(box('note'), ' for CI ');
    await userEvent.click(screen.getByRole('checkbox'));
    await create();
    expect(send.mock.calls).toEqual([[{ days: 30, note: 'for CI', agree: true }]]);
  });

  test('does not validate input before the first submit, and on every change after it', async () => {
    fireEvent.change(box('note'), { target: { value: 'x' } });
    fireEvent.change(box('note'), { target: { value: '' } });
    expect(daysSchema).not.toHaveBeenCalled();
    await press('create');
    await waitFor(() => expect(invalid('note')).toBe('true'));
    expect(send).not.toHaveBeenCalled();
    fireEvent.change(box('note'), { target: { value: 'x' } });
    await waitFor(() => expect(invalid('note')).toBeNull());
    fireEvent.change(box('note'), { target: { value: '' } });
    await waitFor(() => expect(invalid('note')).toBe('true'));
    await press('again');
    expect([box('note').value, invalid('note')]).toEqual(['next', null]);
  });

  test('shows an error of the call’s own name at the form’s field, with the server’s sentence', async () => {
    refuse({ expires_at: 'field_invalid' }, 'NOT_FOUND', 'At most 90 days');
    await userEvent.type(box('note'), 'CI');
    await create();
    expect(invalid('days')).toBe('true');
    expect(screen.getByText('At most 90 days')).toBeTruthy();
    expect(messageOrToast('alert')).toBe('');
  });

  test('an error at a field that the form does not show belongs to the whole form, until the next submit', async () => {
    refuse({ owner: 'field_invalid' }, 'VALIDATION_FAILED', 'Wrong owner');
    await userEvent.type(box('note'), 'CI');
    await create();
    expect(screen.getByText('Wrong owner')).toBeTruthy();
    expect(screen.getByText('VALIDATION_FAILED')).toBeTruthy();
    await create();
    expect(screen.queryByText('Wrong owner')).toBeNull();
    expect(screen.queryByText('VALIDATION_FAILED')).toBeNull();
  });

  test('the next submit and a reset remove a rejection from its field', async () => {
    await userEvent.type(box('note'), 'CI');
    refuse({ note: 'field_invalid' }, 'VALIDATION_FAILED', 'Invalid');
    await create();
    expect(invalid('note')).toBe('true');
    await create();
    expect(invalid('note')).toBeNull();
    refuse({ note: 'field_invalid' }, 'VALIDATION_FAILED', 'Invalid');
    await create();
    expect(invalid('note')).toBe('true');
    await press('again');
    await userEvent.clear(box('note'));
    await userEvent.type(box('note'), 'CI');
    expect(invalid('note')).toBeNull();
  });

  test('another call’s rejection is shown at its field, which gets the focus', async () => {
    await press('set');
    expect(box('note').value).toBe('set');
    await press('refuse');
    expect(invalid('note')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(box('note')));
  });

  test('keeps the draft if nothing was sent, numbers as text and the other fields not at all', async () => {
    send.mockResolvedValueOnce(false);
    await userEvent.type(box('note'), 'CI');
    await userEvent.click(screen.getByRole('checkbox'));
    fireEvent.change(box('days'), { target: { value: '7' } });
    await create();
    cleanup();
    open();
    expect([box('note').value, box('days').value]).toEqual(['CI', '7']);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await create();
    cleanup();
    open();
    expect([box('note').value, box('days').value]).toEqual(['', '30']);
  });
});
