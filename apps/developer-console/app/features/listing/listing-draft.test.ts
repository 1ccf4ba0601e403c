import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { DevAppDetail } from '@yunduo/api-contract';
import { rejection, silence } from '@yunduo/data-access/testing';
import { contentFixture, detailFixture } from '../../app-pages/detail.fixture.ts';
import { listingDraft, listingState, type DraftPorts, type ListingDraft } from './listing-draft.ts';

/** Never automatically: the tests trigger it. */
const NEVER = 2_000_000_000;
const failure = (error: ReturnType<typeof rejection>) => error.toFailure();

function server(detail: DevAppDetail = detailFixture()) {
  let now = detail;
  const save = jest.fn<DraftPorts['save']>(async (input) => {
    if (input.revision !== now.revision)
      throw failure(rejection('EDIT_CONFLICT', { revision: now.revision }));
    // The tests change fields with the same format in the call and in the draft.
    const draft = { ...now.draft, ...(input as Partial<DevAppDetail['draft']>) };
    now = { ...now, revision: now.revision + 1, draft };
    return { ...now, updated_at: '2026-11-21T02:00:00.000Z' };
  });
  const ports: DraftPorts = {
    save,
    reload: async () => now,
    check: async () => ({}),
    pause: NEVER,
  };
  return {
    save,
    ports,
    draft: (changes: Partial<DraftPorts> = {}) => {
      const draft = listingDraft(now, { ...ports, ...changes });
      drafts.push(draft);
      return draft;
    },
    /** A save from another client. */
    elsewhere: (part: Partial<DevAppDetail['draft']>) => {
      now = { ...now, revision: now.revision + 1, draft: { ...now.draft, ...part } };
    },
    now: () => now,
  };
}

const drafts: ListingDraft[] = [];
beforeEach(() => localStorage.clear());
afterEach(() => drafts.splice(0).forEach((draft) => draft.stop()));

describe('[R2.19] saving', () => {
  test('sends only changed fields, with the edited revision', async () => {
    const { draft, save } = server();
    const mine = draft();
    mine.change({ licence: 'Apache-2.0' });
    expect(mine.get().status).toBe('waiting');
    await mine.flush();
    expect(save.mock.calls).toEqual([[{ id: 7, revision: 5, licence: 'Apache-2.0' }]]);
    expect(mine.get()).toMatchObject({ status: 'saved', revision: 6, dirty: [] });
    mine.change({ licence: 'MIT' });
    mine.change({ licence: 'Apache-2.0' });
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
  });

  test('keeps input typed during a save as dirty', async () => {
    const { draft, ports } = server();
    const mine: ListingDraft = draft({
      save: async (input) => {
        mine.change({ licence: 'MIT or later' });
        return ports.save(input);
      },
    });
    mine.change({ licence: 'Apache-2.0' });
    await mine.flush();
    expect(mine.get().content.licence).toBe('MIT or later');
    expect(mine.get().dirty).toEqual(['licence']);
  });

  test('queued saves run one after the other without a conflict', async () => {
    const { draft, ports, save } = server();
    const slow: (() => void)[] = [];
    const mine = draft({
      save: async (input) => {
        const saved = await ports.save(input);
        await new Promise<void>((resolve) => slow.push(resolve));
        return saved;
      },
    });
    const rests = ['ISC', 'Apache-2.0', 'BSD-3-Clause'].map((licence) => {
      mine.change({ licence });
      return mine.flush();
    });
    for (let answer = 0; answer < 2; answer += 1) {
      await waitFor(() => expect(slow).toHaveLength(1));
      mine.change({ licence: `GPL-${answer}` });
      slow.pop()?.();
    }
    await Promise.all([rests[0], rests[1]]);
    await waitFor(() => expect(slow).toHaveLength(1));
    slow.pop()?.();
    await Promise.all(rests);
    expect(save.mock.calls.map(([{ revision, licence }]) => [revision, licence])).toEqual([
      [5, 'ISC'],
      [6, 'GPL-0'],
      [7, 'GPL-1'],
    ]);
    expect(mine.get()).toMatchObject({ status: 'saved', conflicts: [], dirty: [] });
  });

  test('[R5.09] holds an invalid field back with its error and saves the rest', async () => {
    const { draft, save } = server();
    const mine = draft({
      check: async (input): Promise<Record<string, string>> =>
        input.intro ? { 'intro.en': 'intro_length' } : {},
    });
    mine.change({ intro: { zh: '', en: 'x'.repeat(101) }, licence: 'BSD-3-Clause' });
    await mine.flush();
    expect(save.mock.calls[0]?.[0]).toEqual({ id: 7, revision: 5, licence: 'BSD-3-Clause' });
    expect(mine.get()).toMatchObject({ dirty: ['intro'], errors: { 'intro.en': 'intro_length' } });
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
  });

  test('[R5.08] a taken name is rejected at its field and not sent again unchanged', async () => {
    const { draft } = server();
    const save = jest.fn<DraftPorts['save']>(async () => {
      throw failure(rejection('APP_NAME_TAKEN', { fields: { 'name.en': 'app_name_taken' } }));
    });
    const mine = draft({ save });
    mine.change({ name: { zh: '龙骨域名', en: 'Fathom Backup' } });
    await mine.flush();
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
    expect(mine.get().errors).toEqual({ 'name.en': 'app_name_taken' });
    mine.change({ name: { zh: '龙骨域名', en: 'Fathom Backups' } });
    expect(mine.get().errors).toEqual({});
  });
});

describe('[R2.19] recovery', () => {
  test('restores changes after a crash or an expired session', async () => {
    const { draft, save } = server();
    const first = draft({
      save: async () => {
        throw failure(silence());
      },
    });
    first.change({ licence: 'Apache-2.0' });
    await first.flush();
    expect(first.get().status).toBe('failed');
    const second = draft();
    expect(second.get()).toMatchObject({ restored: true, dirty: ['licence'], conflicts: [] });
    await second.flush();
    expect(save).toHaveBeenCalledTimes(1);
    expect(draft().get().restored).toBe(false);
  });

  test('merges changes of different fields from two tabs', async () => {
    const { draft, elsewhere, now } = server();
    const mine = draft();
    mine.change({ licence: 'Apache-2.0' });
    elsewhere({ homepage: 'https://example.com' });
    await mine.flush();
    expect(mine.get().conflicts).toEqual([]);
    await mine.flush();
    expect(now().draft).toMatchObject({ licence: 'Apache-2.0', homepage: 'https://example.com' });
    expect(mine.get().content.homepage).toBe('https://example.com');
  });

  test.each(['mine', 'theirs'] as const)('on a conflict keeps the chosen text: %s', async (whose) => {
    const { draft, elsewhere, now } = server();
    const mine = draft();
    mine.change({ licence: 'Apache-2.0' });
    elsewhere({ licence: 'GPL-3.0' });
    await mine.flush();
    expect(mine.get()).toMatchObject({ conflicts: ['licence'], content: { licence: 'Apache-2.0' } });
    expect(mine.get().base.licence).toBe('GPL-3.0');
    // The next visit asks again.
    expect(draft().get().conflicts).toEqual(['licence']);
    mine.choose('licence', whose);
    await mine.flush();
    expect(now().draft.licence).toBe(whose === 'mine' ? 'Apache-2.0' : 'GPL-3.0');
    expect(mine.get()).toMatchObject({
      conflicts: [],
      dirty: [],
      content: { licence: now().draft.licence },
    });
  });

  test('a conflict stays while other fields are saved elsewhere', async () => {
    const { draft, elsewhere, now, save } = server();
    const mine = draft();
    mine.change({ licence: 'Apache-2.0' });
    elsewhere({ licence: 'GPL-3.0' });
    await mine.flush();
    elsewhere({ homepage: 'https://example.com' });
    mine.change({ keywords: ['dns'] });
    await mine.leave();
    expect(save.mock.lastCall?.[0]).toEqual({ id: 7, revision: 7, keywords: ['dns'] });
    expect(mine.get()).toMatchObject({ conflicts: ['licence'], dirty: ['licence'] });
    expect(now().draft).toMatchObject({ licence: 'GPL-3.0', homepage: 'https://example.com' });
    mine.change({ licence: 'GPL-3.0' });
    expect(mine.get()).toMatchObject({ conflicts: [], dirty: [] });
  });

  test('simultaneous saves of different fields in two tabs are merged', async () => {
    const { draft, now, save } = server();
    const [one, other] = [draft(), draft()];
    one.change({ licence: 'Apache-2.0' });
    other.change({ homepage: 'https://example.com' });
    await Promise.all([one.flush(), other.flush()]);
    // The second save met a newer revision: the first one's change is now part of its base.
    expect(other.get()).toMatchObject({ status: 'waiting', conflicts: [], dirty: ['homepage'] });
    await other.leave();
    expect(save.mock.calls.map(([{ revision }]) => revision)).toEqual([5, 5, 6]);
    expect(now().draft).toMatchObject({ licence: 'Apache-2.0', homepage: 'https://example.com' });
    one.receive(listingState(now()));
    expect(one.get()).toMatchObject({
      status: 'saved',
      dirty: [],
      content: { licence: 'Apache-2.0', homepage: 'https://example.com' },
    });
    expect(localStorage.length).toBe(0);
  });

  test('a tab left with a conflict keeps its text for a later choice', async () => {
    const { draft, now } = server();
    const [one, other] = [draft(), draft()];
    one.change({ licence: 'Apache-2.0' });
    other.change({ licence: 'GPL-3.0', keywords: ['dns'] });
    await one.leave();
    one.stop();
    await other.leave();
    expect(other.get()).toMatchObject({
      conflicts: ['licence'],
      dirty: ['licence'],
      base: { licence: 'Apache-2.0' },
    });
    expect(now().draft).toMatchObject({ licence: 'Apache-2.0', keywords: ['dns'] });
    // The next visit has the text of the tab that stayed open, and reports the conflict.
    expect(draft().get()).toMatchObject({ conflicts: ['licence'], content: { licence: 'GPL-3.0' } });
    other.stay();
    other.choose('licence', 'mine');
    await other.leave();
    expect(now().draft.licence).toBe('GPL-3.0');
    expect(localStorage.length).toBe(0);
  });

  test('a stopped draft sends nothing later', async () => {
    jest.useFakeTimers();
    try {
      const { draft, save } = server();
      const mine = draft({ pause: 1_000 });
      mine.change({ licence: 'Apache-2.0' });
      mine.stop();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(save).not.toHaveBeenCalled();
    } finally {
      jest.useRealTimers();
    }
  });

  test('two tabs keep each other’s unsaved changes', async () => {
    const { draft } = server();
    const away = async () => {
      throw failure(silence());
    };
    const [one, other] = [draft({ save: away }), draft({ save: away })];
    one.change({ licence: 'Apache-2.0' });
    await one.flush();
    other.change({ homepage: 'https://example.com' });
    await other.flush();
    expect(draft().get()).toMatchObject({
      dirty: ['licence', 'homepage'],
      conflicts: [],
      content: { licence: 'Apache-2.0', homepage: 'https://example.com' },
    });
  });

  test('a save removes only its own fields from the stored draft', async () => {
    const { draft, elsewhere } = server();
    const one = draft();
    one.change({ licence: 'Apache-2.0' });
    const other = draft();
    expect(other.get().dirty).toEqual(['licence']);
    other.change({ licence: 'Apache-2.0 or later', homepage: 'https://example.com' });
    await one.flush();
    expect(draft().get()).toMatchObject({
      dirty: ['licence', 'homepage'],
      // It was begun before that save: the conflict is not resolved yet.
      conflicts: ['licence'],
      content: { licence: 'Apache-2.0 or later', homepage: 'https://example.com' },
    });
    elsewhere({ licence: 'Apache-2.0 or later' });
    await other.leave();
    expect(other.get()).toMatchObject({ status: 'saved', dirty: [], conflicts: [] });
    expect(localStorage.length).toBe(0);
  });

  test('a draft removed at sign-out in another tab is not stored again', async () => {
    const { draft } = server();
    const mine = draft({
      save: async () => {
        throw failure(rejection('UNAUTHENTICATED'));
      },
    });
    mine.change({ licence: 'Apache-2.0' });
    localStorage.clear();
    await mine.leave();
    expect(localStorage.length).toBe(0);
  });

  test('changed picture URLs are no conflict', () => {
    const shot = { id: 1, srcset: '', width: 1280, height: 800, alt: { zh: '图', en: 'Plan' } };
    const at = (src: string) => detailFixture({ draft: contentFixture({ screenshots: [{ ...shot, src }] }) });
    const { draft } = server(at('/uploads/zh.png'));
    draft().change({ screenshots: [{ ...shot, src: '/uploads/zh.png', alt: { zh: '图', en: 'The plan' } }] });
    expect(server(at('/uploads/en.png')).draft().get()).toMatchObject({
      dirty: ['screenshots'],
      conflicts: [],
    });
  });

  test('works with full or forbidden storage', async () => {
    const forbidden = () => {
      throw new DOMException('no', 'SecurityError');
    };
    const refusals = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(forbidden),
    );
    const { draft, save } = server();
    const mine = draft();
    mine.change({ os: ['debian', 'ubuntu'] });
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
    expect(contentFixture().os).toEqual(['debian']);
    for (const rejected of refusals) rejected.mockRestore();
  });
});

describe('failing server', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test.each([
    ['is unreachable', silence()],
    ['returns INTERNAL', rejection('INTERNAL')],
    ['returns TOO_MANY_REQUESTS', rejection('TOO_MANY_REQUESTS')],
  ])('that %s is retried with growing delays', async (_, error) => {
    const { draft, ports } = server();
    const save = jest.fn<DraftPorts['save']>(async () => {
      throw failure(error);
    });
    const mine = draft({ save, pause: 1_000 });
    mine.change({ licence: 'Apache-2.0' });
    const tries: number[] = [];
    for (let second = 1; second <= 8; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      tries.push(save.mock.calls.length);
    }
    expect(tries).toEqual([1, 1, 2, 2, 2, 2, 3, 3]);
    expect(mine.get()).toMatchObject({ status: 'failed', rejection: null });
    // Further typing does not shorten the wait, and the status stays.
    mine.change({ homepage: 'https://example.com' });
    expect(mine.get().status).toBe('failed');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(save).toHaveBeenCalledTimes(3);
    save.mockImplementation(ports.save);
    await jest.advanceTimersByTimeAsync(8_000);
    expect(mine.get()).toMatchObject({ status: 'saved', dirty: [] });
  });

  test('the delay stays at one minute and is reset after a success', async () => {
    const { draft, ports } = server();
    const at: number[] = [];
    const save = jest.fn<DraftPorts['save']>(async () => {
      at.push(Date.now());
      throw failure(silence());
    });
    const mine = draft({ save, pause: 1_000 });
    mine.change({ licence: 'Apache-2.0' });
    await jest.advanceTimersByTimeAsync(20 * 60_000);
    const pauses = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(new Set(pauses.slice(5))).toEqual(new Set([60_000]));
    save.mockImplementationOnce(ports.save);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(mine.get().status).toBe('saved');
    at.length = 0;
    mine.change({ licence: 'MIT or later' });
    await jest.advanceTimersByTimeAsync(4_000);
    expect(at.slice(1).map((moment, index) => moment - (at[index] ?? 0))).toEqual([2_000]);
  });

  test('waits for retry_after', async () => {
    const { draft } = server();
    const save = jest.fn<DraftPorts['save']>(async () => {
      throw failure(rejection('TOO_MANY_REQUESTS', { retry_after: 30 }));
    });
    const mine = draft({ save, pause: 0 });
    mine.change({ licence: 'Apache-2.0' });
    await jest.advanceTimersByTimeAsync(29_000);
    expect(save).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(save).toHaveBeenCalledTimes(2);
  });

  test.each([403, 404] as const)('is not retried after %d', async (status) => {
    const { draft } = server();
    const save = jest.fn<DraftPorts['save']>(async () => {
      throw failure(rejection(status === 403 ? 'FORBIDDEN' : 'APP_NOT_FOUND'));
    });
    const mine = draft({ save, pause: 0 });
    mine.change({ licence: 'Apache-2.0' });
    await jest.advanceTimersByTimeAsync(200_000);
    expect(save).toHaveBeenCalledTimes(1);
    expect(mine.get()).toMatchObject({ status: 'failed', rejection: { status } });
    expect(draft().get().content.licence).toBe('Apache-2.0');
  });

  test('a failed schema load is retried like a failed save', async () => {
    const { draft, ports, save } = server();
    const check = jest.fn<DraftPorts['check']>(async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const mine = draft({ check });
    mine.change({ licence: 'Apache-2.0' });
    await mine.flush();
    expect(mine.get()).toMatchObject({ status: 'failed', rejection: null, dirty: ['licence'] });
    expect(save).not.toHaveBeenCalled();
    check.mockImplementation(ports.check);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(mine.get()).toMatchObject({ status: 'saved', dirty: [] });
  });

  test('is not retried after the page has been left', async () => {
    const { draft } = server();
    const save = jest.fn<DraftPorts['save']>(async () => {
      throw failure(silence());
    });
    const mine = draft({ save });
    mine.change({ licence: 'Apache-2.0' });
    await mine.leave();
    await jest.advanceTimersByTimeAsync(200_000);
    expect(save).toHaveBeenCalledTimes(1);
  });
});

test('receive takes newer details and ignores older ones', () => {
  const mine = server().draft();
  mine.receive(listingState(detailFixture({ revision: 5, ready: true })));
  expect(mine.get().extra.ready).toBe(true);
  mine.receive(listingState(detailFixture({ revision: 4, ready: false })));
  expect(mine.get().extra.ready).toBe(true);
});

describe('change from elsewhere', () => {
  test('is merged with local changes', async () => {
    const { draft, elsewhere, now, save } = server();
    const mine = draft();
    mine.change({ homepage: 'https://keel.example' });
    elsewhere({ licence: 'ISC' });
    mine.receive(listingState(now()));
    expect(mine.get()).toMatchObject({ content: { licence: 'ISC' }, dirty: ['homepage'], conflicts: [] });
    await mine.flush();
    expect(save.mock.calls).toEqual([[{ id: 7, revision: 6, homepage: 'https://keel.example' }]]);
  });

  test('in the same field is a conflict', () => {
    const { draft, elsewhere, now } = server();
    const mine = draft();
    mine.change({ licence: 'Apache-2.0' });
    elsewhere({ licence: 'ISC' });
    mine.receive(listingState(now()));
    expect(mine.get()).toMatchObject({ content: { licence: 'Apache-2.0' }, conflicts: ['licence'] });
  });

  test('equal to a local change whose response was lost marks it as saved', async () => {
    const { draft, elsewhere, now } = server();
    const mine = draft({
      save: async (input) => {
        elsewhere(input as Partial<DevAppDetail['draft']>);
        throw failure(silence());
      },
    });
    mine.change({ licence: 'ISC' });
    await mine.flush();
    expect(mine.get().status).toBe('failed');
    mine.receive(listingState(now()));
    expect(mine.get()).toMatchObject({ status: 'saved', dirty: [] });
  });

  test('equal to the save in progress is no conflict', async () => {
    const { draft, ports, now } = server();
    const mine: ListingDraft = draft({
      save: async (input) => {
        const saved = await ports.save(input);
        mine.change({ licence: 'ISC or later' });
        mine.receive(listingState(now()));
        return saved;
      },
    });
    mine.change({ licence: 'ISC' });
    await mine.flush();
    expect(mine.get()).toMatchObject({ conflicts: [], dirty: ['licence'] });
  });
});

test('APP_KEY_FIXED restores the stored app key', async () => {
  const { draft, save } = server();
  const mine = draft();
  save.mockImplementationOnce(async () => {
    throw failure(rejection('APP_KEY_FIXED'));
  });
  mine.change({ app_key: 'another' });
  await mine.flush();
  expect(mine.get()).toMatchObject({ content: { app_key: 'keel-dns' }, dirty: [] });
  await mine.flush();
  expect(mine.get().status).toBe('saved');
});
