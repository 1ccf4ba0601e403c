import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Button, buttonClass } from './button.tsx';

test('defaults to type="button"', () => {
  render(<Button>Install</Button>);
  const button = screen.getByRole('button', { name: 'Install' });
  expect(button.getAttribute('type')).toBe('button');
  expect(button.className).toBe(buttonClass);
});

test('ignores clicks while busy and keeps focus and name', async () => {
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

test('does not submit the form while busy, by click or by Enter', async () => {
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

test('exposes kind and size as data attributes; an icon-only button is accessible by its label', async () => {
  const { container } = render(
    <Button kind="bare" size="sm" iconOnly aria-label="Copy">
      <svg aria-hidden="true" />
    </Button>,
  );
  const { dataset } = screen.getByRole('button', { name: 'Copy' });
  expect([dataset.kind, dataset.size, dataset.iconOnly]).toEqual(['bare', 'sm', 'true']);
  await expectAccessible(container);
});
