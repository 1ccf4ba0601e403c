import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { Icon } from '../icon/icon.tsx';
import { ToastView } from './toast.tsx';

const drawingOf = (name: 'alert' | 'done') => {
  const { container, unmount } = render(<Icon name={name} />);
  const drawing = container.querySelector('path')?.getAttribute('d');
  unmount();
  return drawing;
};

test('error and success have their own icons and no live region of their own', async () => {
  const [alert, done] = [drawingOf('alert'), drawingOf('done')];
  const { container, rerender } = render(
    <ToastView kind="error" onClose={jest.fn()} closeLabel="Close">
      服务器繁忙，请稍后重试
    </ToastView>,
  );
  expect(screen.getByText('服务器繁忙，请稍后重试')).toBeTruthy();
  expect(container.querySelector('path')?.getAttribute('d')).toBe(alert);
  rerender(
    <ToastView kind="success" onClose={jest.fn()} closeLabel="Close">
      登录成功
    </ToastView>,
  );
  expect(screen.getByText('登录成功')).toBeTruthy();
  expect([screen.queryByRole('status'), screen.queryByRole('alert')]).toEqual([null, null]);
  expect(container.querySelector('path')?.getAttribute('d')).toBe(done);
  expect(done).not.toBe(alert);
  await expectAccessible(container);
});

test('calls onClose and uses the given z-index', async () => {
  const user = userEvent.setup();
  const close = jest.fn();
  const { container } = render(
    <ToastView kind="error" onClose={close} closeLabel="Close" zIndex={2042}>
      Verification failed
    </ToastView>,
  );
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(1);
  expect(container.querySelector<HTMLElement>('.layer')?.style.zIndex).toBe('2042');
});
