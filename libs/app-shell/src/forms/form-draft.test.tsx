import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejection, silence } from '@yunduo/data-access/testing';
import type { ApiError } from '@yunduo/api-client';
import { forgetWritten, sessionEnded, sessionRestored, sessionStarted, userLoaded } from '@yunduo/session';
import { userFixture } from '@yunduo/session/testing';
import { object, string } from 'yup';
import { followDraftOwner, localDraft, removeDrafts } from '../drafts/local-draft.ts';
import { inShell, shellStore } from '../testing.tsx';
import { readDraft } from './read-draft.ts';
import { useForm } from './use-form.ts';

jest.setTimeout(60_000);

const schema = () => Promise.resolve(object({ reason: string(), password: string() }));

interface Requested {
  name?: string;
  base?: string;
  send?: () => Promise<void>;
}

/** An open dialog: its fields, and the actions on it. */
function open({ name = 'refund:1', base = '', send = () => Promise.resolve() }: Requested = {}) {
  function Ask() {
    const form = useForm({
      id: 'ask',
      initialValues: { reason: base, password: '' },
      schema,
      draft: { key: name, fields: ['reason'] },
      onSubmit: send,
    });
    return (
      <form {...form.form}>
        <input aria-label="reason" {...form.field('reason')} />
        <input aria-label="password" {...form.field('password')} />
        <button>send</button>
        <output>{form.busy ? 'busy' : form.failure ? 'failed' : ''}</output>
      </form>
    );
  }
  return render(inShell(<Ask />).element);
}
const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'reason' });
const type = async (text: string) => {
  await userEvent.clear(reason());
  await userEvent.type(reason(), text);
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'send' }));

beforeEach(() => sessionStorage.clear());

test('restores the draft per form name and never stores passwords', async () => {
  const first = open();
  await type('broken');
  await userEvent.type(screen.getByRole('textbox', { name: 'password' }), 'Hafen2027');
  first.unmount();
  const other = open({ name: 'refund:2' });
  expect(reason().value).toBe('');
  other.unmount();
  open();
  expect(reason().value).toBe('broken');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'password' }).value).toBe('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Hafen2027');
});

test('removes the draft after a successful submit', async () => {
  const send = jest.fn(() => Promise.resolve());
  const first = open({ send });
  await type('broken');
  await press();
  await waitFor(() => expect(send).toHaveBeenCalled());
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  first.unmount();
  open();
  expect(reason().value).toBe('');
});

test.each([
  ['a rejection', rejection('ORDER_STATE')],
  ['an expired session', rejection('UNAUTHENTICATED')],
  ['no response', silence()],
])('keeps the draft after %s', async (_what, error) => {
  const first = open({ send: () => Promise.reject((error as ApiError).toFailure()) });
  await type('broken');
  await press();
  await screen.findByText('failed');
  expect(reason().value).toBe('broken');
  first.unmount();
  open();
  expect(reason().value).toBe('broken');
});

test('keeps no draft for a field changed back to its base value', async () => {
  const first = open({ base: 'old' });
  await type('new');
  await type('old');
  first.unmount();
  open({ base: 'newer' });
  expect(reason().value).toBe('newer');
});

test('removeDrafts on sign-out removes drafts and no other storage', async () => {
  open();
  await type('broken');
  sessionStorage.setItem('scroll-positions', '{}');
  forgetWritten();
  expect(Object.keys(sessionStorage)).toEqual(['scroll-positions']);
});

describe('draft ownership', () => {
  const store = shellStore();
  const arrive = (id: number) =>
    act(() => void store.dispatch(sessionStarted({ token: `yd_${id}`, user: userFixture({ id }) })));
  const leave = () => act(() => void store.dispatch(sessionEnded()));
  let stop = () => {};
  beforeEach(() => {
    stop = followDraftOwner(store);
  });
  afterEach(() => {
    leave();
    stop();
  });

  test('removes the previous user’s drafts when another user signs in', async () => {
    arrive(1);
    const mine = open();
    await type('YD-SECRET-CODE');
    mine.unmount();
    sessionStorage.setItem('scroll-positions', '{}');
    leave();
    arrive(2);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('SECRET');
    open();
    expect(reason().value).toBe('');
    expect(sessionStorage.getItem('scroll-positions')).toBe('{}');
  });

  test('removes them also if the profile loads only after a reload', async () => {
    arrive(1);
    const mine = open();
    await type('YD-SECRET-CODE');
    mine.unmount();
    leave();
    act(() => void store.dispatch(sessionRestored({ token: 'yd_2', ytToken: '' })));
    act(() => void store.dispatch(userLoaded(userFixture({ id: 2 }))));
    open();
    expect(reason().value).toBe('');
  });

  test('resets a form that stayed open', async () => {
    arrive(1);
    open({ base: 'as it stands' });
    await type('YD-SECRET-CODE');
    leave();
    expect(reason().value).toBe('YD-SECRET-CODE');
    arrive(2);
    expect(reason().value).toBe('as it stands');
  });

  test('restores a user’s own draft after their session expired, including edits after expiry', async () => {
    arrive(1);
    const first = open();
    await type('broken');
    leave();
    await type('broken again');
    first.unmount();
    arrive(1);
    const second = open();
    expect(reason().value).toBe('broken again');
    second.unmount();
    // The draft belongs to this user all the same.
    leave();
    arrive(2);
    open();
    expect(reason().value).toBe('');
  });

  test('removes edits made after expiry from storage and from the open form', async () => {
    arrive(1);
    open({ base: 'as it stands' });
    leave();
    await type('YD-SECRET-CODE');
    arrive(2);
    expect(reason().value).toBe('as it stands');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('SECRET');
  });

  test('removes a draft continued after expiry', async () => {
    arrive(1);
    const first = open();
    await type('YD-SECRET');
    leave();
    await type('YD-SECRET-CODE');
    first.unmount();
    arrive(2);
    open();
    expect(reason().value).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('SECRET');
  });

  test('removes a draft continued after expiry and a reload', async () => {
    arrive(1);
    const first = open();
    await type('YD-SECRET');
    first.unmount();
    leave();
    stop();
    stop = followDraftOwner(store);
    const second = open();
    await type('YD-SECRET-CODE');
    second.unmount();
    arrive(2);
    open();
    expect(reason().value).toBe('');
  });

  test('passes a draft typed after sign-out on to the next user', async () => {
    arrive(1);
    open().unmount();
    leave();
    removeDrafts();
    const between = open();
    await type('broken');
    between.unmount();
    arrive(2);
    open();
    expect(reason().value).toBe('broken');
  });

  test('passes a draft typed before sign-in on to that user only', async () => {
    const before = open();
    await type('broken');
    before.unmount();
    arrive(2);
    const after = open();
    expect(reason().value).toBe('broken');
    after.unmount();
    leave();
    arrive(1);
    open();
    expect(reason().value).toBe('');
  });
});

test('ignores an unreadable stored draft', async () => {
  sessionStorage.setItem('typed:refund:1', '{"reason":4}');
  const first = open({ base: 'old' });
  expect(reason().value).toBe('old');
  first.unmount();
  sessionStorage.setItem('typed:refund:1', 'nonsense');
  open({ base: 'old' });
  expect(reason().value).toBe('old');
});

const initial = {
  text: 'a',
  ticked: false,
  list: [] as string[],
  both: { zh: '', en: '' },
  picture: null as { id: number } | null,
};
test.each<[what: string, field: keyof typeof initial, stored: unknown, restored: boolean]>([
  ['a text', 'text', 'b', true],
  ['a number for a text', 'text', 7, false],
  ['nothing for a text', 'text', null, false],
  ['a tick', 'ticked', true, true],
  ['a list', 'list', ['x'], true],
  ['an object for a list', 'list', { 0: 'x' }, false],
  ['nothing for a list', 'list', null, false],
  ['both languages', 'both', { zh: '甲', en: '' }, true],
  ['one language of two', 'both', { zh: '甲' }, false],
  ['nothing for one language', 'both', { zh: null, en: '' }, false],
  ['a list for both languages', 'both', ['甲'], false],
  ['nothing for both languages', 'both', null, false],
  ['a picture where there was none', 'picture', { id: 1 }, true],
])('%s, stored by this or another release, in a form', (_what, field, value, restored) => {
  localDraft('any').save({ [field]: value });
  expect(readDraft('any', initial)).toEqual(restored ? { ...initial, [field]: value } : initial);
});

test.each(['7', '"text"', '[]', 'null', '{'])('a damaged draft leaves the form as it was: %s', (stored) => {
  localDraft('any').save({});
  const key = Object.keys(sessionStorage).find((name) => name.endsWith('any')) ?? '';
  sessionStorage.setItem(key, stored);
  expect(readDraft('any', initial)).toEqual(initial);
});
