import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CARD_PAGES, LINK_CARD, pageCardPath } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { apps } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { drawCard } from './draw.ts';
import { balance, typesetterFor, wrap } from './font.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) => api.app.inject({ url: path, headers });
const idOf = async (key: string): Promise<number> => {
  const [row] = await api.db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, key));
  return row?.id ?? 0;
};
/** Share of pixels in which two pictures differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()));
  if (!a || a.length !== b?.length) return 1;
  return a.reduce((count, value, index) => count + (value === b[index] ? 0 : 1), 0) / a.length;
}

describe('page card', () => {
  test.each(CARD_PAGES.flatMap((page) => [[page, 'zh'] as const, [page, 'en'] as const]))(
    '%s (%s) is a cacheable cross-origin PNG of 1200 × 630',
    async (page, locale) => {
      const answer = await get(pageCardPath(page, locale));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const { width, height, format } = await sharp(answer.rawPayload).metadata();
      expect({ width, height, format }).toEqual({ ...LINK_CARD, format: 'png' });
      expect(answer.rawPayload.length).toBeLessThan(60_000);
    },
  );

  test('differs between languages', async () => {
    const [zh, en] = await Promise.all([get(pageCardPath('store', 'zh')), get(pageCardPath('store', 'en'))]);
    expect(await difference(zh.rawPayload, en.rawPayload)).toBeGreaterThan(0.005);
  });
});

describe('app card', () => {
  test('shows the app’s logo, or a letter tile if it has none', async () => {
    const nginx = await get(`/uploads/card/app-${await idOf('nginx')}-zh.png`);
    const fail2ban = await get(`/uploads/card/app-${await idOf('fail2ban')}-zh.png`);
    const dominant = async (png: Buffer) =>
      (
        await sharp(
          await sharp(png).extract({ left: 100, top: 196, width: 30, height: 120 }).toBuffer(),
        ).stats()
      ).dominant;
    // The green of its logo, the teal of the tile.
    const logo = await dominant(nginx.rawPayload);
    expect(logo.g).toBeGreaterThan(logo.r + 50);
    expect(logo.g).toBeGreaterThan(logo.b + 50);
    const tile = await dominant(fail2ban.rawPayload);
    expect(Math.abs(tile.g - tile.b)).toBeLessThan(20);
  });

  test('has a tape with a long tick every 40 px, the last at its right end', async () => {
    const card = await drawCard({ brand: 'Yunduo', title: 'nginx', text: 'Serves.', logo: { letter: 'N' } });
    const { data, info } = await sharp(card).greyscale().raw().toBuffer({ resolveWithObject: true });
    // Above the short ticks, and right of the spoke at the left end.
    const row = (LINK_CARD.height - 72 - 12) * info.width;
    const marked = (x: number) => Math.min(...data.subarray(row + x - 2, row + x + 2)) < 255;
    const inked = Array.from({ length: 28 }, (_, tick) => 100 + tick * 40).map((between) => [
      marked(between),
      marked(between + 20),
    ]);
    expect(inked).toEqual([...Array<boolean[]>(26).fill([false, true]), [false, false], [false, false]]);
  });

  test('returns 304 until the app changes', async () => {
    const id = await idOf('redis');
    const path = `/uploads/card/app-${id}-en.png`;
    const first = await get(path);
    const again = await get(path, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    await api.db
      .update(apps)
      .set({ name: { zh: '瑞迪斯', en: 'Redis of another name' } })
      .where(eq(apps.id, id));
    const changed = await get(path, { 'if-none-match': String(first.headers.etag) });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  test('returns 404 for an unpublished app', async () => {
    const id = await idOf('mysql');
    await api.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, id));
    expect((await get(`/uploads/card/app-${id}-zh.png`)).statusCode).toBe(404);
  });
});

test.each([
  'app-0-zh.png',
  'app-99999999999-zh.png',
  'app-2147483648-zh.png',
  'app-1-fr.png',
  'app-1-zh.svg',
  'page-user-zh.png',
  'page-constructor-zh.png',
  'page-home.png',
  '..%2Fa.png',
])('%s returns 404', async (name) => {
  expect((await get(`/uploads/card/${name}`)).statusCode).toBe(404);
});

describe('card text', () => {
  test('renders every character as an outline and skips those missing from the font', async () => {
    const text = '云舵 Yunduo 1.29.3，（测试）～';
    const set = await typesetterFor([text, '🚀']);
    for (const character of text.replaceAll(' ', '')) {
      expect(set.path(character, 0, 0, 30)).toMatch(/^M[-\d.]+ [-\d.]+/);
      expect(set.path(character, 0, 0, 30)).not.toMatch(/NaN|undefined/);
    }
    expect([set.path('🚀', 0, 0, 30), set.width('🚀', 30)]).toEqual(['', 0]);
    expect(set.width('云舵', 30)).toBe(60);
  });

  test('wraps between words and Chinese characters, never before punctuation, and ends in an ellipsis', async () => {
    const set = await typesetterFor(['一二三四五六七八九十，。Hello world and more…']);
    expect(wrap(set, '一二三四五，六七', { size: 10, max: 50, lines: 2 })).toEqual(['一二三四五，', '六七']);
    expect(wrap(set, 'Hello world and more', { size: 10, max: 60, lines: 2 })).toEqual([
      'Hello world',
      'and more',
    ]);
    const rows = wrap(set, '一二三四五六七八九十一二三四五', { size: 10, max: 60, lines: 2 });
    expect(rows).toEqual(['一二三四五六', '七八九十一…']);
    // A single word that is too long is cut, with room for closing punctuation.
    expect(wrap(set, '一二三，。，。', { size: 10, max: 50, lines: 1 })).toEqual(['一二三，。…']);
    expect(wrap(set, '一二\n三四', { size: 10, max: 60, lines: 2 })).toEqual(['一二', '三四']);
  });

  test('breaks a Chinese text after a clause, otherwise after an item of a list', async () => {
    const set = await typesetterFor(['一二三四五六七八九十，、。']);
    const room = { size: 10, max: 90, lines: 2 };
    expect(balance(set, '一二三，四五、六七八九十。', room)).toEqual(['一二三，', '四五、六七八九十。']);
    expect(balance(set, '一二三、四五六七八九十。', room)).toEqual(['一二三、', '四五六七八九十。']);
    expect(balance(set, '一，二三四五六七八九十一二', room)[0]).not.toBe('一，');
    // As wide as the card is still fits; of two places the one that leaves the shorter lines.
    const full = ['一二三四五六七八，', '九十一二三'];
    expect(balance(set, full.join(''), room)).toEqual(full);
    expect(balance(set, '一二，三四五，六七八九', room)).toEqual(['一二，三四五，', '六七八九']);
  });

  test('balances lines: the last one is not a single character or word', async () => {
    const set = await typesetterFor(['一二三四五六七八九十Hello world and more…']);
    const room = { size: 10, max: 60, lines: 2 };
    expect(wrap(set, '一二三四五六七', room)).toEqual(['一二三四五六', '七']);
    expect(balance(set, '一二三四五六七', room)).toEqual(['一二三四', '五六七']);
    expect(balance(set, '一二三四五', room)).toEqual(['一二三四五']);
    expect(balance(set, '一二三四五六七八九十一二三', room)).toEqual(
      wrap(set, '一二三四五六七八九十一二三', room),
    );
  });
});
