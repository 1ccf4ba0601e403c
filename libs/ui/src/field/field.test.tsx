import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { expectAccessible } from '../testing.ts';
import { TextInput } from '../text-input/text-input.tsx';
import { ControlRow, Field } from './field.tsx';

test('associates label and hint with the control', async () => {
  const { container } = render(
    <Field label="Nickname" hint="2 to 20 characters" aside={<span>0/20</span>}>
      {(control) => <TextInput {...control} />}
    </Field>,
  );
  const input = screen.getByLabelText('Nickname');
  const described = document.getElementById(String(input.getAttribute('aria-describedby')));
  expect(described?.textContent).toBe('2 to 20 characters');
  expect(input.hasAttribute('aria-invalid')).toBe(false);
  await expectAccessible(container);
});

test('describes the control with error and hint and marks it invalid', async () => {
  const { container } = render(
    <Field id="mail" label="E-mail" hint="We write once a month" error="Please enter a valid e-mail address">
      {(control) => (
        <ControlRow>
          <TextInput {...control} />
          <button type="button">Send</button>
        </ControlRow>
      )}
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'E-mail' });
  expect(input.id).toBe('mail');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = String(input.getAttribute('aria-describedby')).split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Please enter a valid e-mail address',
    'We write once a month',
  ]);
  await expectAccessible(container);
});

test('sets no aria-describedby without hint or error', () => {
  render(<Field label="Code">{(control) => <TextInput {...control} />}</Field>);
  expect(screen.getByLabelText('Code').hasAttribute('aria-describedby')).toBe(false);
});

test('marks a required field', () => {
  render(
    <>
      <Field label="Code" required>
        {(control) => <TextInput {...control} />}
      </Field>
      <Field label="Note">{(control) => <TextInput {...control} />}</Field>
    </>,
  );
  const required = (label: string) => screen.getByLabelText(label).getAttribute('aria-required');
  expect([required('Code'), required('Note')]).toEqual(['true', null]);
});
