import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ApiError } from '@yunduo/api-client';
import type { ErrorCode, ErrorData } from '@yunduo/api-contract';
import { rejection, silence } from '@yunduo/data-access/testing';
import { AutosavedDraft, type AutosavePorts, type SavedState } from './autosaved-draft.ts';

interface Listing {
  name: string;
  intro: string;
  tags: string[];
}
type Saved = SavedState<Listing, string>;
type Ports = AutosavePorts<Listing, string>;

const KEY = 'typed:listing';
const values: Listing = { name: 'Tidewatch', intro: 'Old', tags: ['sea'] };
const failure = (error: ApiError) => error.toFailure();
const refuse = (code: ErrorCode, data?: ErrorData) => failure(rejection(code, data));

let server: Saved;
let drafts: AutosavedDraft<Listing, string>[] = [];

/** The server stores what it is sent. */
const store = (part: Partial<Listing>): Promise<Saved> => {
  server = { values: { ...server.values, ...part }, revision: server.revision + 1, extra: 'saved' };
  return Promise.resolve(server);
};

/** A draft of this listing with ports that a test replaces. */
function edit(own: Partial<Ports> = {}) {
  const ports = {
    save: jest.fn<Ports['save']>(own.save ?? store),
    reload: jest.fn<Ports['reload']>(own.reload ?? (() => Promise.resolve(server))),
    check: jest.fn<Ports['check']>(own.check ?? (() => Promise.resolve({}))),
    ...(own.fixedBy && { fixedBy: own.fixedBy }),
    ...(own.pause !== undefined && { pause: own.pause }),
  };
  const draft = new AutosavedDraft<Listing, string>(KEY, server, ports);
  drafts.push(draft);
  return { draft, ...ports };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown;

/** A promise that the test settles. */
function later<V>() {
  let resolve: (value: V) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<V>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  server = { values, revision: 1, extra: 'first' };
});
afterEach(() => {
  for (const draft of drafts) draft.stop();
  drafts = [];
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test('changes are stored at once and saved together a pause after the last one', async () => {
  const { draft, save, check } = edit();
  const heard = jest.fn();
  const unsubscribe = draft.subscribe(heard);
  draft.change({ intro: 'New' });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(stored()).toEqual({ revision: 1, base: { intro: 'Old' }, mine: { intro: 'New' } });
  await pass(999);
  draft.change({ tags: ['sea', 'tide'] });
  expect(draft.get().status).toBe('waiting');
  await pass(999);
  expect(check).not.toHaveBeenCalled();
  await pass(1);
  expect(check.mock.calls).toEqual([[{ intro: 'New', tags: ['sea', 'tide'] }]]);
  expect(save.mock.calls).toEqual([[{ intro: 'New', tags: ['sea', 'tide'] }, 1]]);
  expect(draft.get()).toMatchObject({
    status: 'saved',
    dirty: [],
    revision: 2,
    extra: 'saved',
    failure: null,
  });
  expect(stored()).toBeNull();
  const before = heard.mock.calls.length;
  unsubscribe();
  draft.change({ intro: 'Newer' });
  expect(heard).toHaveBeenCalledTimes(before);
});

test('a page’s own pause applies', async () => {
  const { draft, save } = edit({ pause: 300 });
  draft.change({ intro: 'New' });
  await pass(299);
  expect(save).not.toHaveBeenCalled();
  await pass(1);
  expect(save).toHaveBeenCalledTimes(1);
});

test('a change reverted before the pause is over is neither sent nor stored', async () => {
  const { draft, check } = edit();
  draft.change({ intro: 'New' });
  draft.change({ intro: 'Old' });
  expect(stored()).toBeNull();
  expect(draft.get().status).toBe('waiting');
  await pass(1_000);
  expect(draft.get().status).toBe('saved');
  expect(check).not.toHaveBeenCalled();
});

test('flush saves at once, and the pause then sends nothing more', async () => {
  const { draft, save } = edit();
  draft.change({ intro: 'New' });
  await draft.flush();
  expect(save).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
  await draft.flush();
  expect(save).toHaveBeenCalledTimes(1);
});

test('input during a save is sent after it, on the new revision, one save at a time', async () => {
  const first = later<Saved>();
  const { draft, save } = edit({ save: (part) => (part.intro === 'One' ? first.promise : store(part)) });
  draft.change({ intro: 'One' });
  await pass(1_000);
  expect(draft.get().status).toBe('saving');
  draft.change({ intro: 'Two' });
  expect(draft.get().status).toBe('waiting');
  const flushed = draft.flush();
  await pass(5_000);
  expect(save).toHaveBeenCalledTimes(1);
  first.resolve(await store({ intro: 'One' }));
  await flushed;
  expect(save.mock.calls[1]).toEqual([{ intro: 'Two' }, 2]);
  expect(draft.get()).toMatchObject({ status: 'saved', dirty: [], revision: 3 });
  expect(draft.get().content.intro).toBe('Two');
});

describe('validation', () => {
  const check: Ports['check'] = ({ name }) => {
    const errors: Record<string, string> = name === '' ? { name: 'missing' } : {};
    return Promise.resolve(errors);
  };

  test('an invalid field stays local until it changes; valid ones are saved', async () => {
    const { draft, save, ...ports } = edit({ check });
    draft.change({ name: '', intro: 'New' });
    await pass(1_000);
    expect(save.mock.calls).toEqual([[{ intro: 'New' }, 1]]);
    expect(draft.get()).toMatchObject({ errors: { name: 'missing' }, dirty: ['name'], status: 'saved' });
    await draft.flush();
    expect(ports.check).toHaveBeenCalledTimes(1);
    draft.change({ tags: [] });
    expect(draft.get().errors).toEqual({ name: 'missing' });
    await pass(1_000);
    expect(ports.check).toHaveBeenLastCalledWith({ tags: [] });
    draft.change({ name: 'Tides' });
    expect(draft.get().errors).toEqual({});
    await pass(1_000);
    expect(save).toHaveBeenLastCalledWith({ name: 'Tides' }, 3);
  });

  test('with invalid fields only, nothing is sent and nothing waits', async () => {
    const { draft, save } = edit({ check });
    draft.change({ name: '' });
    await pass(1_000);
    expect(save).not.toHaveBeenCalled();
    expect(draft.get().status).toBe('saved');
    expect(stored()).toMatchObject({ mine: { name: '' } });
  });

  test('an error of a nested path belongs to its field', async () => {
    const { draft, save } = edit({ check: () => Promise.resolve({ 'tags[0]': 'too_long' }) });
    draft.change({ tags: ['x'], intro: 'New' });
    await pass(1_000);
    expect(save.mock.calls).toEqual([[{ intro: 'New' }, 1]]);
    draft.change({ tags: ['y'] });
    expect(draft.get().errors).toEqual({});
  });

  test('rules that do not load are requested again', async () => {
    let fails = true;
    const { draft, save } = edit({
      check: () => (fails ? Promise.reject(new Error('chunk')) : Promise.resolve({})),
    });
    draft.change({ intro: 'New' });
    await pass(1_000);
    expect(draft.get()).toMatchObject({ status: 'failed', failure: null, rejection: null });
    fails = false;
    await pass(1_999);
    expect(save).not.toHaveBeenCalled();
    await pass(1);
    expect(save).toHaveBeenCalledTimes(1);
  });
});

describe('retries', () => {
  test.each([
    ['no response', failure(silence())],
    ['a server error', refuse('INTERNAL')],
    ['a rate limit', refuse('TOO_MANY_REQUESTS')],
  ])('after %s the pauses double up to a minute, and start over after a success', async (_what, error) => {
    let down = true;
    const { draft, save } = edit({ save: (part) => (down ? Promise.reject(error) : store(part)) });
    draft.change({ intro: 'New' });
    await pass(1_000);
    expect(draft.get()).toMatchObject({ status: 'failed', failure: error, rejection: null });
    expect(stored()).toMatchObject({ mine: { intro: 'New' } });
    let tries = 1;
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      await pass(seconds * 1_000 - 1);
      expect(save).toHaveBeenCalledTimes(tries);
      await pass(1);
      expect(save).toHaveBeenCalledTimes((tries += 1));
    }
    down = false;
    await pass(60_000);
    expect(draft.get()).toMatchObject({ status: 'saved', failure: null });
    down = true;
    draft.change({ intro: 'Newer' });
    expect(draft.get().status).toBe('waiting');
    await pass(1_000);
    tries = save.mock.calls.length;
    await pass(1_999);
    expect(save).toHaveBeenCalledTimes(tries);
    await pass(1);
    expect(save).toHaveBeenCalledTimes(tries + 1);
  });

  test('the server’s own pause applies, to later input too', async () => {
    const { draft, save } = edit({
      save: () => Promise.reject(refuse('TOO_MANY_REQUESTS', { retry_after: 30 })),
    });
    draft.change({ intro: 'New' });
    await pass(1_000);
    draft.change({ intro: 'Newer' });
    expect(draft.get().status).toBe('failed');
    await pass(29_999);
    expect(save).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(save).toHaveBeenCalledTimes(2);
  });

  test('a rejection is not repeated until the user changes something', async () => {
    const error = refuse('FORBIDDEN');
    const { draft, save } = edit({ save: () => Promise.reject(error) });
    draft.change({ intro: 'New' });
    await pass(1_000);
    expect(draft.get()).toMatchObject({ status: 'failed', failure: error, rejection: error });
    expect(jest.getTimerCount()).toBe(0);
    draft.change({ intro: 'Newer' });
    expect(draft.get().status).toBe('waiting');
    await pass(1_000);
    expect(save).toHaveBeenCalledTimes(2);
  });

  test('a defect is reported to the caller and retried', async () => {
    const { draft, save } = edit({ save: () => Promise.reject(new TypeError('broken')) });
    draft.change({ intro: 'New' });
    await expect(draft.flush()).rejects.toThrow('broken');
    expect(draft.get()).toMatchObject({ status: 'failed', failure: null, rejection: null });
    save.mockImplementation(store);
    await pass(2_000);
    expect(draft.get().status).toBe('saved');
  });
});

test('a field that the server rejects is not sent again unchanged, and the others are', async () => {
  const error = refuse('VALIDATION_FAILED', { fields: { 'name.en': 'taken' } });
  const { draft, save } = edit({
    save: (part) => (part.name === 'Taken' ? Promise.reject(error) : store(part)),
  });
  draft.change({ name: 'Taken', intro: 'New' });
  await pass(1_000);
  expect(draft.get()).toMatchObject({ errors: { 'name.en': 'taken' }, status: 'waiting', failure: error });
  await pass(1_000);
  expect(save.mock.calls.map(([part]) => part)).toEqual([{ name: 'Taken', intro: 'New' }, { intro: 'New' }]);
  expect(draft.get()).toMatchObject({ status: 'saved', dirty: ['name'], failure: null });
  expect(jest.getTimerCount()).toBe(0);
});

test('a field that the server holds fixed takes its value, and the others are saved', async () => {
  const error = refuse('FORBIDDEN');
  const { draft, save } = edit({
    save: (part) => ('name' in part ? Promise.reject(error) : store(part)),
    fixedBy: ({ code }) => (code === 'FORBIDDEN' ? 'name' : undefined),
  });
  draft.change({ name: 'Mine', intro: 'New' });
  await pass(1_000);
  expect(draft.get()).toMatchObject({ status: 'waiting', rejection: null, dirty: ['intro'] });
  expect(draft.get().content.name).toBe('Tidewatch');
  await pass(1_000);
  expect(save).toHaveBeenLastCalledWith({ intro: 'New' }, 1);
  expect(draft.get().status).toBe('saved');
});

describe('changes saved elsewhere', () => {
  /** Another tab saves; the next save of this one is refused once. */
  const elsewhere = (part: Partial<Listing>) => {
    server = { values: { ...server.values, ...part }, revision: 7, extra: 'theirs' };
  };
  const save: Ports['save'] = (part, revision) =>
    revision === server.revision ? store(part) : Promise.reject(refuse('EDIT_CONFLICT'));

  test('other fields merge, and the save is repeated on the new revision', async () => {
    const { draft, ...ports } = edit({ save });
    draft.change({ intro: 'New' });
    elsewhere({ name: 'Tides' });
    await pass(1_000);
    expect(ports.reload).toHaveBeenCalledTimes(1);
    expect(draft.get()).toMatchObject({ status: 'waiting', revision: 7, extra: 'theirs', conflicts: [] });
    await pass(1_000);
    expect(ports.save).toHaveBeenLastCalledWith({ intro: 'New' }, 7);
    expect(draft.get()).toMatchObject({
      status: 'saved',
      content: { name: 'Tides', intro: 'New' },
      failure: null,
    });
  });

  test.each(['mine', 'theirs'] as const)(
    'the user resolves the same field’s conflict with %s',
    async (whose) => {
      const { draft, ...ports } = edit({ save });
      draft.change({ intro: 'New' });
      elsewhere({ intro: 'Theirs' });
      await pass(2_000);
      expect(draft.get()).toMatchObject({ status: 'saved', conflicts: ['intro'], dirty: ['intro'] });
      expect(stored()).toMatchObject({ base: {}, mine: { intro: 'New' } });
      await draft.flush();
      expect(ports.save).toHaveBeenCalledTimes(1);
      draft.choose('intro', whose);
      expect(stored()).toEqual(
        whose === 'mine' ? { revision: 7, base: { intro: 'Theirs' }, mine: { intro: 'New' } } : null,
      );
      await pass(0);
      expect(ports.save).toHaveBeenCalledTimes(whose === 'mine' ? 2 : 1);
      expect(draft.get()).toMatchObject({ dirty: [], conflicts: [] });
      expect(draft.get().content.intro).toBe(whose === 'mine' ? 'New' : 'Theirs');
    },
  );

  test.each([
    ['no response', failure(silence()), 'transient'],
    ['a defect', new TypeError('broken'), 'transient'],
    ['a rejection', refuse('FORBIDDEN'), 'final'],
  ])('the state cannot be fetched (%s)', async (_what, error, kind) => {
    const { draft, reload } = edit({ save });
    reload.mockRejectedValueOnce(error);
    draft.change({ intro: 'New' });
    elsewhere({ name: 'Tides' });
    await pass(1_000);
    expect(draft.get()).toMatchObject({ status: 'failed', rejection: kind === 'final' ? error : null });
    expect(draft.get().failure?.code).toBe(
      error instanceof TypeError ? 'EDIT_CONFLICT' : (error as { code: string }).code,
    );
    await pass(2_000);
    expect(reload).toHaveBeenCalledTimes(kind === 'final' ? 1 : 2);
  });
});

describe('a fresh response', () => {
  const at = (revision: number, part: Partial<Listing> = {}): Saved => ({
    values: { ...values, ...part },
    revision,
    extra: `of ${revision}`,
  });

  test('an older one changes nothing; one of the same revision brings what the page shows beside it', () => {
    server.revision = 5;
    const { draft } = edit();
    draft.receive(at(4, { name: 'Older' }));
    expect(draft.get()).toMatchObject({ revision: 5, extra: 'first', content: values });
    draft.receive(at(5, { name: 'Same' }));
    expect(draft.get()).toMatchObject({ revision: 5, extra: 'of 5', content: values });
  });

  test('a newer one merges with unsaved input, which stays stored', () => {
    const { draft } = edit();
    draft.change({ intro: 'New' });
    draft.receive(at(2, { name: 'Tides' }));
    expect(draft.get()).toMatchObject({
      revision: 2,
      extra: 'of 2',
      status: 'waiting',
      content: { name: 'Tides', intro: 'New' },
    });
    expect(stored()).toMatchObject({ mine: { intro: 'New' } });
  });

  test('while a save is running its values are left: they may contain that save', async () => {
    const answer = later<Saved>();
    const { draft } = edit({ save: () => answer.promise });
    draft.change({ intro: 'New' });
    await pass(1_000);
    draft.receive(at(2, { intro: 'New', name: 'Tides' }));
    expect(draft.get()).toMatchObject({ revision: 1, extra: 'of 2', dirty: ['intro'] });
    answer.resolve(at(2, { intro: 'New', name: 'Tides' }));
    await pass(0);
    expect(draft.get()).toMatchObject({ revision: 2, content: { name: 'Tides' }, dirty: [] });
  });

  test('one that contains the save whose answer was lost ends the failure', async () => {
    const error = refuse('FORBIDDEN');
    const { draft } = edit({ save: () => Promise.reject(error) });
    draft.change({ intro: 'New' });
    await pass(1_000);
    draft.receive(at(2));
    expect(draft.get()).toMatchObject({ status: 'failed', rejection: error });
    draft.receive(at(3, { intro: 'New' }));
    expect(draft.get()).toMatchObject({ status: 'saved', failure: null, rejection: null });
    expect(stored()).toBeNull();
  });
});

describe('leaving the page', () => {
  test('the unsaved rest is sent, including input of other fields after a partial rejection', async () => {
    const error = refuse('VALIDATION_FAILED', { fields: { name: 'taken' } });
    const { draft, save } = edit({
      save: (part) => ('name' in part ? Promise.reject(error) : store(part)),
    });
    draft.change({ name: 'Taken', intro: 'New' });
    await draft.leave();
    expect(save.mock.calls.map(([part]) => part)).toEqual([
      { name: 'Taken', intro: 'New' },
      { intro: 'New' },
    ]);
    expect(draft.get().status).toBe('saved');
  });

  test('an error is not retried, until the page is opened again', async () => {
    const { draft, save } = edit({ save: () => Promise.reject(failure(silence())) });
    draft.change({ intro: 'New' });
    await draft.leave();
    expect(save).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
    draft.stay();
    await pass(2_000);
    expect(save).toHaveBeenCalledTimes(2);
    await pass(4_000);
    expect(save).toHaveBeenCalledTimes(3);
  });

  test('a rejected draft is not sent again', async () => {
    const { draft, save } = edit({ save: () => Promise.reject(refuse('FORBIDDEN')) });
    draft.change({ intro: 'New' });
    await pass(1_000);
    await draft.leave();
    expect(save).toHaveBeenCalledTimes(1);
    // Typed after the rejection: sent once on leaving, not by a timer that a page opened again would meet.
    draft.change({ intro: 'Newer' });
    await draft.leave();
    expect(jest.getTimerCount()).toBe(0);
    expect(save.mock.calls.map(([part]) => part)).toEqual([{ intro: 'New' }, { intro: 'Newer' }]);
  });

  test('a page opened again during the last save takes over the rest', async () => {
    const answer = later<Saved>();
    const { draft, save } = edit({
      save: (part) => (save.mock.calls.length === 1 ? answer.promise : store(part)),
    });
    draft.change({ name: 'Taken', intro: 'New' });
    const left = draft.leave();
    await pass(0);
    draft.stay();
    answer.reject(refuse('VALIDATION_FAILED', { fields: { name: 'taken' } }));
    await left;
    expect(save).toHaveBeenCalledTimes(1);
    await pass(1_000);
    expect(save).toHaveBeenCalledTimes(2);
  });

  test('stop ends the pause', async () => {
    const { draft, save } = edit();
    draft.change({ intro: 'New' });
    draft.stop();
    await pass(60_000);
    expect(save).not.toHaveBeenCalled();
  });
});

test('unsaved changes of an earlier visit are restored and saved', async () => {
  edit().draft.change({ intro: 'New' });
  const { draft, save } = edit();
  drafts[0]?.stop();
  expect(draft.get()).toMatchObject({ restored: true, status: 'waiting', dirty: ['intro'], extra: 'first' });
  await pass(1_000);
  // React may drop a rendering, and the draft that it made: only an open page sends.
  expect(save).not.toHaveBeenCalled();
  draft.stay();
  await pass(1_000);
  expect(save.mock.calls).toEqual([[{ intro: 'New' }, 1]]);
  const { draft: fresh } = edit();
  expect(fresh.get()).toMatchObject({ restored: false, status: 'saved', errors: {}, failure: null });
  expect(jest.getTimerCount()).toBe(0);
});
