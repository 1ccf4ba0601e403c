import { useState } from 'react';
import { describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { DialogView } from './dialog.tsx';

function Asking({ field = false, onClose }: { field?: boolean; onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose?.();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Withdraw
      </button>
      {open && (
        <DialogView
          title="Withdraw 1.4.1?"
          onClose={close}
          closeLabel="Close"
          zIndex={2001}
          footer={
            <>
              <button type="button" onClick={close}>
                Keep
              </button>
              <button type="button">Withdraw it</button>
            </>
          }
        >
          {field ? <input aria-label="Reason" /> : <p>The review stops.</p>}
        </DialogView>
      )}
    </>
  );
}

async function openDialog(element = <Asking />) {
  const user = userEvent.setup();
  render(element);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  return user;
}

test('is a named modal dialog in the layer it was given, outside the browser’s top layer', async () => {
  await openDialog();
  const dialog = screen.getByRole('dialog', { name: 'Withdraw 1.4.1?' });
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  expect(dialog.tagName).toBe('DIV');
  expect(dialog.closest<HTMLElement>('.layer')?.style.zIndex).toBe('2001');
  await expectAccessible(document.body);
});

test('comes after the picture that answers the press, not in its event', async () => {
  render(<Asking />);
  await asInBrowser(async () => {
    screen.getByRole('button', { name: 'Withdraw' }).click();
    // React answers a press when its event is over.
    await Promise.resolve();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

/** Without the hold on React's work that tests have. */
async function asInBrowser(work: () => Promise<void>): Promise<void> {
  const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  world.IS_REACT_ACT_ENVIRONMENT = false;
  await work().finally(() => {
    world.IS_REACT_ACT_ENVIRONMENT = true;
  });
}

describe('focus', () => {
  test('enters on the harmless button of the foot, or on the first field', async () => {
    await openDialog();
    expect(document.activeElement?.textContent).toBe('Keep');
  });

  test('enters on the first field', async () => {
    await openDialog(<Asking field />);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }));
  });

  test('goes round inside, both ways', async () => {
    const user = await openDialog();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Withdraw it');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Withdraw it');
  });

  test('comes back in when it was taken outside', async () => {
    const user = await openDialog();
    screen.getByRole('button', { name: 'Withdraw' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  });

  test('returns to the button that opened it', async () => {
    const user = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Withdraw' }));
  });
});

describe('leaving', () => {
  test('by Escape, by the cross, by a press beside it', async () => {
    const close = jest.fn();
    const user = await openDialog(<Asking onClose={close} />);
    const again = () => user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await user.keyboard('{Escape}');
    await again();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await again();
    await user.click(document.querySelector('.scrim') as HTMLElement);
    expect(close).toHaveBeenCalledTimes(3);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('Escape closes the upper of two only', async () => {
    const outer = jest.fn();
    const inner = jest.fn();
    const user = userEvent.setup();
    render(
      <>
        <DialogView title="Outer" onClose={outer} closeLabel="Close" />
        <DialogView title="Inner" onClose={inner} closeLabel="Close" />
      </>,
    );
    await user.keyboard('{Escape}');
    expect(inner).toHaveBeenCalledTimes(1);
    expect(outer).not.toHaveBeenCalled();
  });
});

test('holds the page still while it is open', async () => {
  const user = await openDialog();
  expect(document.documentElement.style.overflow).toBe('hidden');
  await user.keyboard('{Escape}');
  expect(document.documentElement.style.overflow).toBe('');
});
