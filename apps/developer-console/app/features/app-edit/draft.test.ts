import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DevAppDetail } from '@yunduo/api-contract';
import { refusal, silence } from '@yunduo/data-access/testing';
import { contentFixture, detailFixture } from '../../own-app/detail.fixture.ts';
import { Draft, type DraftPorts } from './draft.ts';

/** Never by itself: the tests say when. */
const NEVER = 2_000_000_000;
const failure = (error: ReturnType<typeof refusal>) => error.toFailure();

function server(detail: DevAppDetail = detailFixture()) {
  let now = detail;
  const save = jest.fn<DraftPorts['save']>(async (input) => {
    if (input.revision !== now.revision) throw failure(refusal('EDIT_CONFLICT', { revision: now.revision }));
    // The tests change fields that the wire and the draft write alike.
    const draft = { ...now.draft, ...(input as Partial<DevAppDetail['draft']>) };
    now = { ...now, revision: now.revision + 1, draft };
    return { ...now, updated_at: '2026-11-21T02:00:00.000Z' };
  });
  const ports: DraftPorts = {
    save,
    reload: async () => now,
    check: async () => ({}),
    storage: localStorage,
    pause: NEVER,
  };
  return {
    save,
    ports,
    draft: (changes: Partial<DraftPorts> = {}) => new Draft(now, { ...ports, ...changes }),
    /** Somebody else saves. */
    elsewhere: (part: Partial<DevAppDetail['draft']>) => {
      now = { ...now, revision: now.revision + 1, draft: { ...now.draft, ...part } };
    },
    now: () => now,
  };
}

beforeEach(() => localStorage.clear());

describe('[R2.19] saving', () => {
  test('only what changed is sent, with the revision that was edited', async () => {
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

  test('what is typed while it is being saved stays, and is saved next', async () => {
    const { draft, ports } = server();
    const mine: Draft = draft({
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

  test('[R5.09] what breaks a limit is held back with its fault, and the rest is saved', async () => {
    const { draft, save } = server();
    const mine = draft({
      check: async (input): Promise<Record<string, string>> =>
        input.intro ? { 'intro.en': 'intro_length' } : {},
    });
    mine.change({ intro: { zh: '', en: 'x'.repeat(101) }, licence: 'BSD-3-Clause' });
    await mine.flush();
    expect(save.mock.calls[0]?.[0]).toEqual({ id: 7, revision: 5, licence: 'BSD-3-Clause' });
    expect(mine.get()).toMatchObject({ dirty: ['intro'], faults: { 'intro.en': 'intro_length' } });
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
  });

  test('[R5.08] a name that is taken is refused at its field and not sent again as it is', async () => {
    const { draft } = server();
    const save = jest.fn<DraftPorts['save']>(async () => {
      throw failure(refusal('APP_NAME_TAKEN', { fields: { 'name.en': 'app_name_taken' } }));
    });
    const mine = draft({ save });
    mine.change({ name: { zh: '龙骨域名', en: 'Fathom Backup' } });
    await mine.flush();
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
    expect(mine.get().faults).toEqual({ 'name.en': 'app_name_taken' });
    mine.change({ name: { zh: '龙骨域名', en: 'Fathom Backups' } });
    expect(mine.get().faults).toEqual({});
  });
});

describe('[R2.19] nothing is lost', () => {
  test('what a crashed tab or a dead session left behind is there again', async () => {
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
    expect(second.get()).toMatchObject({ restored: true, dirty: ['licence'], clashes: [] });
    await second.flush();
    expect(save).toHaveBeenCalledTimes(1);
    expect(draft().get().restored).toBe(false);
  });

  test('two tabs that wrote different fields go together by themselves', async () => {
    const { draft, elsewhere, now } = server();
    const mine = draft();
    mine.change({ licence: 'Apache-2.0' });
    elsewhere({ homepage: 'https://example.com' });
    await mine.flush();
    expect(mine.get().clashes).toEqual([]);
    await mine.flush();
    expect(now().draft).toMatchObject({ licence: 'Apache-2.0', homepage: 'https://example.com' });
    expect(mine.get().content.homepage).toBe('https://example.com');
  });

  test.each(['mine', 'theirs'] as const)(
    'of two texts of one field the chosen one stays: %s',
    async (whose) => {
      const { draft, elsewhere, now } = server();
      const mine = draft();
      mine.change({ licence: 'Apache-2.0' });
      elsewhere({ licence: 'GPL-3.0' });
      await mine.flush();
      expect(mine.get()).toMatchObject({ clashes: ['licence'], content: { licence: 'Apache-2.0' } });
      expect(mine.get().base.licence).toBe('GPL-3.0');
      // The next visit asks again.
      expect(draft().get().clashes).toEqual(['licence']);
      mine.choose('licence', whose);
      await mine.flush();
      expect(now().draft.licence).toBe(whose === 'mine' ? 'Apache-2.0' : 'GPL-3.0');
      expect(mine.get()).toMatchObject({ clashes: [], dirty: [], content: { licence: now().draft.licence } });
    },
  );

  test('a full or forbidden storage does not stop it', async () => {
    const { draft, save } = server();
    const forbidden = () => {
      throw new DOMException('no', 'SecurityError');
    };
    const mine = draft({ storage: { getItem: forbidden, setItem: forbidden, removeItem: forbidden } });
    mine.change({ os: ['debian', 'ubuntu'] });
    await mine.flush();
    expect(save).toHaveBeenCalledTimes(1);
    expect(contentFixture().os).toEqual(['debian']);
  });
});

test('a key that was handed in meanwhile is taken as it is', async () => {
  const { draft, save } = server();
  const mine = draft();
  save.mockImplementationOnce(async () => {
    throw failure(refusal('APP_KEY_FIXED'));
  });
  mine.change({ app_key: 'another' });
  await mine.flush();
  expect(mine.get()).toMatchObject({ content: { app_key: 'keel-dns' }, dirty: [] });
  await mine.flush();
  expect(mine.get().status).toBe('saved');
});
