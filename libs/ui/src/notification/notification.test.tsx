import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { NotificationLayer, NotificationView } from './notification.tsx';

test('calls its action and its close handler', async () => {
  const user = userEvent.setup();
  const close = jest.fn();
  const reload = jest.fn();
  const { container } = render(
    <NotificationLayer zIndex={2007}>
      <NotificationView
        title="Yunduo 6.2.1 is out"
        actions={
          <button type="button" onClick={reload}>
            Reload
          </button>
        }
        onClose={close}
        closeLabel="Close"
      >
        What you have typed is kept.
      </NotificationView>
    </NotificationLayer>,
  );
  const notification = screen.getByRole('region', { name: 'Yunduo 6.2.1 is out' });
  await user.click(within(notification).getByRole('button', { name: 'Reload' }));
  await user.click(within(notification).getByRole('button', { name: 'Close' }));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(close).toHaveBeenCalledTimes(1);
  expect(container.querySelector<HTMLElement>('.layer')?.style.zIndex).toBe('2007');
  await expectAccessible(container);
});
