import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Button, buttonClass } from './button.tsx';

test('is a button that does not send a form unless told to', () => {
  render(<Button>Install</Button>);
  const button = screen.getByRole('button', { name: 'Install' });
  expect(button.getAttribute('type')).toBe('button');
  expect(button.className).toBe(buttonClass);
});

test('takes no second press while busy, and keeps focus and name', async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  const { rerender } = render(<Button onClick={press}>Install</Button>);
  const button = screen.getByRole('button', { name: 'Install' });
  await user.click(button);
  rerender(
    <Button onClick={press} busy>
      Install
    </Button>,
  );
  await user.click(button);
  expect(press).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(button);
});

test('keeps a form from being sent twice, by press and by Enter', async () => {
  const user = userEvent.setup();
  const send = jest.fn();
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await user.click(screen.getByRole('button'));
  await user.type(screen.getByRole('textbox'), 'a{Enter}');
  expect(send).not.toHaveBeenCalled();
});

test('carries its kind and size for the style, and is accessible as a picture with a name', async () => {
  const { container } = render(
    <Button kind="bare" size="sm" iconOnly aria-label="Copy">
      <svg aria-hidden="true" />
    </Button>,
  );
  const { dataset } = screen.getByRole('button', { name: 'Copy' });
  expect([dataset.kind, dataset.size, dataset.iconOnly]).toEqual(['bare', 'sm', 'true']);
  await expectAccessible(container);
});
