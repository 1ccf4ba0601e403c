import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { DialogView } from '../dialog/dialog.tsx';
import { keepFocus } from './keep-focus.ts';
import { useFocusInside } from './use-focus-inside.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

/** Devices that sign out at once, after a question, or together with their section. */
function Devices({ onGone }: { onGone?: () => void }) {
  const [devices, setDevices] = useState(['Phone', 'Tablet']);
  const [asking, setAsking] = useState('');
  const remove = (name: string) => setDevices((all) => all.filter((one) => one !== name));
  return (
    <main id="main" tabIndex={-1}>
      <section>
        <h2>Devices</h2>
        <ul>
          {devices.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => remove(name)}>
                Sign out {name}
              </button>
              <button type="button" onClick={() => setAsking(name)}>
                Ask about {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <button type="button" onClick={onGone}>
        Elsewhere
      </button>
      {asking && (
        <DialogView
          title="Sure?"
          onClose={() => setAsking('')}
          closeLabel="Close"
          footer={
            <button
              type="button"
              onClick={() => {
                remove(asking);
                setAsking('');
              }}
            >
              Yes
            </button>
          }
        />
      )}
    </main>
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const focused = () => document.activeElement;

test('moves to the section heading when a button removes itself, until the next Tab', async () => {
  render(<Devices />);
  const heading = screen.getByRole('heading', { name: 'Devices' });
  const focus = jest.spyOn(heading, 'focus');
  await userEvent.click(button('Elsewhere'));
  await userEvent.click(button('Sign out Phone'));
  await waitFor(() => expect(focused()).toBe(heading));
  // The page stays where it is.
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  await userEvent.tab();
  expect(heading.hasAttribute('tabindex')).toBe(false);
  // A later focus of the page's own leaves the heading as it is.
  heading.tabIndex = -1;
  heading.focus();
  heading.blur();
  expect(heading.hasAttribute('tabindex')).toBe(true);
});

test('moves to the nearest heading when a dialog’s opener has been removed', async () => {
  render(<Devices />);
  await userEvent.click(button('Ask about Phone'));
  await userEvent.click(button('Yes'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Devices' })));
});

test('moves to the heading although the browser reports the removed button as blurred', async () => {
  const section = document.createElement('section');
  section.innerHTML = '<h2>Devices</h2><button type="button">Sign out</button>';
  document.body.append(section);
  const pressed = button('Sign out');
  pressed.focus();
  pressed.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  pressed.remove();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Devices' })));
  section.remove();
});

function Code() {
  const [bound, setBound] = useState(true);
  return (
    <table>
      <tbody>
        <tr>
          <td>
            <div>
              <button key={String(bound)} type="button" onClick={() => setBound(!bound)}>
                {bound ? 'Unbind' : 'Bind'}
              </button>
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

test('moves to the button that replaces the one clicked', async () => {
  render(<Code />);
  await userEvent.click(button('Unbind'));
  await waitFor(() => expect(focused()).toBe(button('Bind')));
});

test('moves to main when the whole section is removed', async () => {
  const view = render(<Devices />);
  button('Elsewhere').focus();
  view.unmount();
  render(
    <main id="main" tabIndex={-1}>
      Another page
    </main>,
  );
  await waitFor(() => expect(focused()).toBe(screen.getByRole('main')));
});

test('is not restored after the user has blurred the element', async () => {
  const view = render(<Devices />);
  button('Elsewhere').focus();
  await act(async () => button('Elsewhere').blur());
  view.rerender(<main id="main" tabIndex={-1} />);
  await act(() => new Promise((resolve) => void setTimeout(resolve, 5)));
  expect(focused()).toBe(document.body);
});

function Stages() {
  const [stage, setStage] = useState(0);
  const part = useRef<HTMLDivElement>(null);
  useFocusInside(part, stage);
  return (
    <div ref={part} role="group" aria-label="Stage" tabIndex={-1}>
      {stage === 1 && <input aria-label="Code" />}
      <button key={stage} type="button" onClick={() => setStage(stage + 1)}>
        On
      </button>
    </div>
  );
}

test('moves to the next step’s first field, or to the step itself', async () => {
  render(<Stages />);
  expect(focused()).toBe(document.body);
  await userEvent.click(button('On'));
  expect(focused()).toBe(screen.getByLabelText('Code'));
  await userEvent.click(button('On'));
  expect(focused()).toBe(screen.getByRole('group', { name: 'Stage' }));
});

test('moves to the first button of a step without a field, each time that the step changes', async () => {
  function Steps() {
    const [step, setStep] = useState(0);
    const part = useRef<HTMLDivElement>(null);
    useFocusInside(part, step);
    return (
      <>
        <div ref={part}>
          <button type="button">First</button>
          <button type="button">Second</button>
        </div>
        {[0, 1].map((to) => (
          <button key={to} type="button" onClick={() => setStep(to)}>
            Step {to}
          </button>
        ))}
      </>
    );
  }
  render(<Steps />);
  for (const to of [1, 0]) {
    await userEvent.click(button(`Step ${to}`));
    expect(focused()).toBe(button('First'));
  }
});
