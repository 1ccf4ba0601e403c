import { Fragment, useState, type ReactNode } from 'react';
import { describe, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
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
          <p>The review stops.</p>
          {field && <input aria-label="Reason" />}
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

test('is a named modal dialog with the given z-index, outside the browser’s top layer', async () => {
  await openDialog();
  const dialog = screen.getByRole('dialog', { name: 'Withdraw 1.4.1?' });
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  expect(dialog.tagName).toBe('DIV');
  expect(dialog.closest<HTMLElement>('.layer')?.style.zIndex).toBe('2001');
  await expectAccessible(document.body);
});

test('opens after the next paint, not in the click event', async () => {
  render(<Asking />);
  await asInBrowser(async () => {
    screen.getByRole('button', { name: 'Withdraw' }).click();
    // React updates after the press event has ended.
    await Promise.resolve();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

/** Outside of `act`, which defers React's work in tests. */
async function asInBrowser(work: () => Promise<void>): Promise<void> {
  const world = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  world.IS_REACT_ACT_ENVIRONMENT = false;
  await work().finally(() => {
    world.IS_REACT_ACT_ENVIRONMENT = true;
  });
}

describe('focus', () => {
  test('starts on the safe footer button', async () => {
    await openDialog();
    expect(document.activeElement?.textContent).toBe('Keep');
  });

  test('starts on the first field', async () => {
    await openDialog(<Asking field />);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }));
  });

  test('wraps in both directions', async () => {
    const user = await openDialog();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Withdraw it');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    const behind = document.body.appendChild(document.createElement('button'));
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Withdraw it');
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Keep');
    behind.remove();
  });

  test('returns to the dialog on Tab and Shift+Tab after leaving it', async () => {
    const user = await openDialog();
    const behind = document.body.appendChild(document.createElement('button'));
    for (const outside of [screen.getByRole('button', { name: 'Withdraw' }), behind]) {
      outside.focus();
      await user.tab();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
      outside.focus();
      await user.tab({ shift: true });
      expect(document.activeElement?.textContent).toBe('Withdraw it');
    }
    behind.remove();
  });

  test.each([
    ...['<a href="/store">', '<button>', '<input>', '<select>', '<textarea>', '<p tabindex="0">'],
    '<details><summary>',
  ])('Tab leads from %s at the end to the beginning, and Shift+Tab back', async (html) => {
    const user = await openDialog();
    const dialog = screen.getByRole('dialog');
    dialog.insertAdjacentHTML('beforeend', html);
    const last = dialog.querySelector<HTMLElement>('summary') ?? (dialog.lastElementChild as HTMLElement);
    last.focus();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(last);
  });

  test.each([
    ...['<a>', '<button disabled>', '<input type="hidden">', '<input disabled>', '<select disabled>'],
    ...['<textarea disabled>', '<p tabindex="-1">'],
  ])('Tab does not wait for %s at the end', async (html) => {
    const user = await openDialog();
    screen.getByRole('dialog').insertAdjacentHTML('beforeend', html);
    screen.getByRole('button', { name: 'Withdraw it' }).focus();
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

describe('closing', () => {
  test('by Escape, the close button and the backdrop', async () => {
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

  test('Escape closes only the topmost dialog', async () => {
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

test('ignores an Escape that was answered, or that ends an IME composition, in Chromium’s form and in Safari’s', async () => {
  const close = jest.fn();
  await openDialog(<Asking field onClose={close} />);
  const field = screen.getByRole('textbox', { name: 'Reason' });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  // One that a part of the dialog has answered.
  field.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
  expect(close).not.toHaveBeenCalled();
  // The browser's own answer, such as leaving the full screen, is prevented.
  expect(fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 })).toBe(false);
  expect(close).toHaveBeenCalledTimes(1);
});

describe('description', () => {
  const description = () =>
    (screen.getByRole('dialog').getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  const show = (children: ReactNode) =>
    render(
      <DialogView title="Unbind?" onClose={() => undefined} closeLabel="Close">
        {children}
      </DialogView>,
    );

  test('is the text before the first control', () => {
    show(
      <>
        <p>The server loses its licence.</p>
        <p> </p>
        <ul>
          <li>It goes on for 7 days.</li>
        </ul>
        <form>
          <input aria-label="Reason" />
          <p>Only you see it.</p>
        </form>
      </>,
    );
    expect(description()).toBe('The server loses its licence. It goes on for 7 days.');
  });

  test('is the whole body if the body is plain text, and none for a control alone', () => {
    const { rerender } = show('The server loses its licence.');
    expect(description()).toBe('The server loses its licence.');
    rerender(
      <DialogView title="Unbind?" onClose={() => undefined} closeLabel="Close">
        <input aria-label="Note" />
      </DialogView>,
    );
    expect(screen.getByRole('dialog').hasAttribute('aria-describedby')).toBe(false);
    // The same page whether a part was shown before it or not.
    expect(screen.getByRole('dialog').querySelector('div[id]')).toBeNull();
    rerender(
      <DialogView title="Unbind?" onClose={() => undefined} closeLabel="Close">
        It goes on for 7 days.
      </DialogView>,
    );
    expect(description()).toBe('It goes on for 7 days.');
  });

  test('falls back to the first field’s hint and follows changes of the body', () => {
    const body = (intro: string) => (
      <>
        {intro && <p>{intro}</p>}
        <input aria-label="Note" aria-describedby="hint" />
        <p id="hint">Only you see it.</p>
      </>
    );
    const { rerender } = show(body(''));
    expect(description()).toBe('Only you see it.');
    rerender(
      <DialogView title="Unbind?" onClose={() => undefined} closeLabel="Close">
        {body('For your own order.')}
      </DialogView>,
    );
    expect(description()).toBe('For your own order.');
  });
});

describe('page behind a dialog', () => {
  const isInert = (text: string) => screen.getByText(text).closest('[inert]') !== null;
  const dialog = (title: string) => (
    <DialogView title={title} onClose={() => undefined} closeLabel="Close">
      <p>{`${title} words`}</p>
    </DialogView>
  );

  test('is inert except for toasts, together with the lower dialog, until the last dialog closes', () => {
    const page = (...titles: string[]) => (
      <div>
        <p>page</p>
        <div data-above-dialogs="">message</div>
        {titles.map((title) => (
          <Fragment key={title}>{dialog(title)}</Fragment>
        ))}
      </div>
    );
    const { rerender, unmount } = render(page('one'));
    expect([isInert('page'), isInert('message'), isInert('one words')]).toEqual([true, false, false]);
    rerender(page('one', 'two'));
    expect([isInert('one words'), isInert('two words'), isInert('message')]).toEqual([true, false, false]);
    // The lower dialog closes first.
    rerender(page('two'));
    expect([isInert('page'), isInert('two words')]).toEqual([true, false]);
    rerender(page());
    expect([isInert('page'), isInert('message')]).toEqual([false, false]);
    // What the page itself made inert stays so after the next dialog.
    screen.getByText('page').setAttribute('inert', '');
    rerender(page('three'));
    rerender(page());
    expect(isInert('page')).toBe(true);
    unmount();
    expect(document.querySelectorAll('[inert]')).toHaveLength(0);
  });

  test('does not scroll until the last of two dialogs closes, in either order', () => {
    const page = (...titles: string[]) => (
      <>
        {titles.map((title) => (
          <Fragment key={title}>{dialog(title)}</Fragment>
        ))}
      </>
    );
    const { rerender } = render(page('one', 'two'));
    for (const left of ['one', 'two']) {
      rerender(page('one', 'two'));
      rerender(page(left));
      expect(document.documentElement.style.overflow).toBe('hidden');
    }
    rerender(page());
    expect(document.documentElement.style.overflow).toBe('');
  });
});

test('scrolls the element with the initial focus into view', () => {
  const scroll = jest.fn();
  Element.prototype.scrollIntoView = scroll;
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  try {
    render(
      <DialogView title="Done" onClose={() => undefined} closeLabel="Close">
        <p>Saved.</p>
      </DialogView>,
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    expect(scroll.mock.contexts).toEqual([document.activeElement]);
    expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
    expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  } finally {
    focus.mockRestore();
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  }
});

test('locks page scrolling while open', async () => {
  const user = await openDialog();
  const { style } = document.documentElement;
  const locked = () => [style.getPropertyValue('overflow'), style.getPropertyValue('scrollbar-gutter')];
  expect(locked()).toEqual(['hidden', 'stable']);
  await user.keyboard('{Escape}');
  expect(locked()).toEqual(['', '']);
});
