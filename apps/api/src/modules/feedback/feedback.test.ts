import { globSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminAudit, adminFeedback, feedback, userInfo, type FeedbackAttachment } from '@yunduo/api-contract';
import { FEEDBACK, FEEDBACK_TITLE_MAX } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import {
  auditLog,
  captchaTickets,
  discardedFiles,
  feedbackAttachments,
  feedbackTickets,
} from '../../db/schema/index.ts';
import { heifHead, moving, sparseGif } from '../../testing/pictures.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { newcomer, signedInAs, ticketFor, type SignedIn } from '../../testing/people.ts';
import { hugePng } from '../../testing/pictures.ts';
import {
  NOTES,
  picturesOf,
  someVideo,
  videoNaming,
  videoOfSize,
  videoPrefixing,
} from '../../testing/video.ts';
import { hashToken } from '../codes/tokens.ts';
import { setDisabled, setRole } from '../desk/accounts.ts';
import { storeUpload } from './uploads.ts';

const COMMAND = { userId: null, name: 'root', via: 'command' } as const;

let api: TestApp;
let user: SignedIn;
let operator: SignedIn;
let png: Buffer;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  user = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  const paper = { width: 900, height: 600, channels: 3 as const, background: '#27b2bc' };
  png = await sharp({ create: paper })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '31/1 0/1 0/1' } })
    .png()
    .toBuffer();
});
afterAll(() => api.close());

/** The first boxes of an MP4, without playable content. */
const brokenMp4 = (empty = 5_000): Buffer => {
  const head = Buffer.from('000000206674797069736f6d0000020069736f6d69736f326d703431000000086d646174', 'hex');
  return Buffer.concat([head, Buffer.alloc(empty)]);
};

async function storedFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of api.app.files.list('private/feedback')) names.push(name);
  return names.sort();
}

interface Sending {
  token?: string;
  name?: string;
  field?: string;
  lang?: Caller['lang'];
}
const upload = (
  bytes: Buffer,
  { token = user.token, name = 'shot.png', field = 'file', lang = 'zh' }: Sending = {},
) => {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)], { type: 'application/x-msdownload' }), name);
  return api.call(feedback.upload, body, { token, lang });
};
const uploaded = async (who?: SignedIn): Promise<FeedbackAttachment> =>
  (await upload(await someVideo('mp4'), who && { token: who.token })).data;
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });

const form = {
  type: 'defect',
  title: 'The cursor jumps',
  description: 'After saving a large file.\nEvery time.',
  contact: { kind: 'wechat', value: 'chen-xiaohang' },
};
type Form = Parameters<typeof api.call<typeof feedback.submit>>[1];
const submit = async (change: Partial<Form> = {}, who: SignedIn = user) => {
  const captcha_ticket = change.captcha_ticket ?? (await ticketFor(api, 'feedback'));
  return api.call(feedback.submit, { ...form, ...change, captcha_ticket }, { token: who.token });
};
const detail = (no: string, who: SignedIn = user) => api.call(feedback.detail, { no }, { token: who.token });
const ticketIsUnused = async (ticket: string) =>
  (
    await api.db
      .select()
      .from(captchaTickets)
      .where(eq(captchaTickets.ticketHash, hashToken(ticket)))
  )[0]?.usedAt === null;

describe('uploads', () => {
  test('[R5.06] a picture is re-encoded as WebP without EXIF, with a preview of 320 pixels', async () => {
    const { data } = await upload(png, { name: 'C:\\shots\\my "shot"\u202e.png' });
    expect(data).toMatchObject({ kind: 'picture', name: 'my "shot".png', width: 900, height: 600 });
    const full = await get(data.url);
    expect(full.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=600',
      'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{32}\.webp"$/),
    });
    expect(full.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    const meta = await sharp(full.rawPayload).metadata();
    expect([meta.format, meta.width, meta.exif]).toEqual(['webp', 900, undefined]);
    const small = await get(data.preview_url ?? '');
    expect((await sharp(small.rawPayload).metadata()).width).toBe(320);
  });

  test('[R5.06] an animation keeps its frames, its preview has one; too many frames are rejected', async () => {
    for (const kind of ['gif', 'webp'] as const) {
      const { data } = await upload(await moving(kind, { width: 400, height: 300 }), { name: 'cursor.gif' });
      expect(data).toMatchObject({ kind: 'picture', width: 400, height: 300 });
      const full = await sharp((await get(data.url)).rawPayload).metadata();
      expect([full.format, full.pages, full.width, full.height]).toEqual(['webp', 3, 400, 300]);
      const small = await sharp((await get(data.preview_url ?? '')).rawPayload).metadata();
      expect([small.pages ?? 1, small.width]).toEqual([1, 320]);
    }
    const bomb = await upload(sparseGif(8_000, 4_000, 2_000));
    expect(bomb).toMatchObject({ status: 400, code: 'PICTURE_ANIMATION' });
    expect(bomb.msg).toContain('300');
  });

  test.each([
    ['zh', '设置 > 相机 > 格式', '兼容性最佳'],
    ['en', 'Settings > Camera > Formats', 'Most Compatible'],
  ] as const)('a HEIC photo is rejected with advice on the camera setting: %s', async (lang, way, choice) => {
    const rejected = await upload(heifHead('heic'), { lang });
    expect(rejected).toMatchObject({ status: 400, code: 'PICTURE_HEIC' });
    expect(rejected.msg).toContain(way);
    expect(rejected.msg).toContain(choice);
  });

  test.each([
    ['MP4', 'mp4', 'video/mp4'],
    ['WebM', 'webm', 'video/webm'],
    ['QuickTime', 'mov', 'video/quicktime'],
  ] as const)('[R5.06] a video keeps its frames and loses its metadata: %s', async (_, kind, mime) => {
    const sent = await someVideo(kind);
    expect(NOTES.some((note) => sent.includes(note))).toBe(true);
    const { data } = await upload(sent, { name: 'screen.exe' });
    expect(data).toMatchObject({ kind: 'video', preview_url: null, width: null });
    const whole = await get(data.url);
    expect(whole.headers).toMatchObject({ 'content-type': mime, 'accept-ranges': 'bytes' });
    const stored = whole.rawPayload;
    expect(stored.length).toBe(data.size);
    expect(NOTES.filter((note) => stored.includes(note))).toEqual([]);
    const pictures = await picturesOf(sent);
    expect(pictures.length).toBeGreaterThan(1);
    expect(await picturesOf(stored)).toEqual(pictures);
    const part = await get(data.url, { range: 'bytes=4-7' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.length]).toEqual([
      206,
      `bytes 4-7/${stored.length}`,
      4,
    ]);
  });

  test('a phone’s M4V is an MP4, and no video, kept or refused, leaves a file in the temporary folder', async () => {
    const sent = videoOfSize(40_000 + (process.pid % 10_000));
    sent.write('M4V ', 8, 'latin1');
    const { data } = await upload(sent, { name: 'phone.m4v' });
    expect((await get(data.url)).headers['content-type']).toBe('video/mp4');
    const broken = brokenMp4(5_000 + (process.pid % 10_000));
    expect((await upload(broken)).code).toBe('VIDEO_UNREADABLE');
    // Other tests of this machine use the folder, too: ours are told by their size.
    const sizes = new Set([sent.length, broken.length]);
    const left = globSync(join(tmpdir(), 'yunduo-video-*', 'sent.*')).filter((path) =>
      sizes.has(statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    );
    expect(left).toEqual([]);
  });

  test('[R5.06] a broken or truncated video returns VIDEO_UNREADABLE and stores nothing', async () => {
    const before = await storedFiles();
    expect(await upload(brokenMp4())).toMatchObject({ status: 400, code: 'VIDEO_UNREADABLE' });
    const cut = await someVideo('webm');
    expect(await upload(cut.subarray(0, 200))).toMatchObject({ status: 400, code: 'VIDEO_UNREADABLE' });
    expect(await storedFiles()).toEqual(before);
  });

  test('a video with a forged sample count returns VIDEO_UNREADABLE; the next upload works', async () => {
    const video = await someVideo('mp4');
    const table = video.indexOf('stts');
    video.writeUInt32BE(0xffff_ffff, table + 12);
    expect(await upload(video)).toMatchObject({ status: 400, code: 'VIDEO_UNREADABLE' });
    expect((await upload(await someVideo('mp4'))).data).toMatchObject({ kind: 'video' });
  });

  test.each([
    ['an index that references the same bytes sixty times', () => videoNaming(1_000_000, 60)],
    ['a header that is repeated for a thousand frames', () => videoPrefixing(1_000_000, 1_000)],
  ])('a small video cannot expand into a large one: %s', async (_, video) => {
    const before = await storedFiles();
    const sent = video();
    expect(sent.length).toBeLessThan(1_500_000);
    expect(await upload(sent)).toMatchObject({ status: 400, code: 'VIDEO_UNREADABLE' });
    expect(await storedFiles()).toEqual(before);
  });

  test('a video whose index references each byte once is accepted', async () => {
    expect((await upload(videoNaming(1_000_000, 1))).data).toMatchObject({ kind: 'video' });
  });

  test.each([
    ['before its first byte', 0],
    ['within its header', 900],
    ['within its content', 250_000],
  ])('a body truncated %s returns BAD_REQUEST', async (_, length) => {
    const head = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    const { statusCode, json } = await api.app.inject({
      method: 'POST',
      url: '/api/feedback/upload',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'multipart/form-data; boundary=cut',
        lang: 'us',
      },
      payload: Buffer.concat([Buffer.from(head), videoOfSize(300_000).subarray(0, length)]),
    });
    expect([statusCode, json()]).toEqual([
      400,
      { code: 'BAD_REQUEST', msg: expect.any(String), data: null, request_id: expect.any(String) },
    ]);
  });

  test.each(['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(300)}`])(
    'a body without a usable boundary returns BAD_REQUEST: %s',
    async (type) => {
      const { statusCode, json } = await api.app.inject({
        method: 'POST',
        url: '/api/feedback/upload',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
        payload: '--x--\r\n',
      });
      expect([statusCode, json<{ code: string }>().code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  const page = Buffer.from('<html><script>alert(1)</script></html>'.padEnd(6_000));
  test.each([
    ['HTML named as a picture', page, 'MEDIA_TYPE'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'MEDIA_TYPE'],
    ['a broken GIF', Buffer.from('GIF89a'.padEnd(5_000)), 'PICTURE_UNREADABLE'],
    ['a HEIC photo', heifHead('heic'), 'PICTURE_HEIC'],
    ['Matroska other than WebM', Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex'), 'MEDIA_TYPE'],
    ['an empty file', Buffer.alloc(0), 'FILE_REQUIRED'],
    [
      'a PNG header alone',
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
      'PICTURE_UNREADABLE',
    ],
  ])('[R5.06] other content is rejected, whatever its name: %s', async (_, bytes, code) => {
    const before = await api.db.$count(feedbackAttachments);
    expect(await upload(bytes)).toMatchObject({ status: 400, code });
    expect(await api.db.$count(feedbackAttachments)).toBe(before);
  });

  test('a picture that breaks off in the middle returns PICTURE_UNREADABLE', async () => {
    expect((await upload(png.subarray(0, Math.floor(png.length / 2)))).code).toBe('PICTURE_UNREADABLE');
  });

  test('are limited to 50 MB for videos and 10 MB for pictures, exactly', async () => {
    const who = await newcomer(api);
    const largest = await upload(videoOfSize(FEEDBACK.videoBytesMax), { token: who.token });
    expect(largest.data).toMatchObject({ kind: 'video' });
    const over = await upload(videoOfSize(FEEDBACK.videoBytesMax + 1), { token: who.token });
    expect(over).toMatchObject({
      status: 400,
      code: 'FILE_TOO_LARGE',
      msg: expect.stringContaining('50 MB'),
    });
    // Bytes after the picture are ignored by decoders, but count.
    const picture = (bytes: number) =>
      upload(Buffer.concat([png, Buffer.alloc(bytes - png.length)]), { token: who.token });
    expect((await picture(FEEDBACK.pictureBytesMax)).data).toMatchObject({ kind: 'picture' });
    expect(await picture(FEEDBACK.pictureBytesMax + 1)).toMatchObject({
      code: 'FILE_TOO_LARGE',
      msg: expect.stringContaining('10 MB'),
    });
    const names = await storedFiles();
    const known = (await api.db.select().from(feedbackAttachments)).flatMap((row) => [row.file, row.preview]);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('a picture that decodes to gigabytes returns PICTURE_PIXELS', async () => {
    const huge = hugePng();
    expect(huge.length).toBeLessThan(FEEDBACK.pictureBytesMax);
    expect(await upload(huge)).toMatchObject({ status: 400, code: 'PICTURE_PIXELS' });
  });

  test('a tall picture is limited to 16,383 pixels; an oversized body returns FILE_TOO_LARGE', async () => {
    const long = await sharp({ create: { width: 400, height: 20_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await upload(long)).data).toMatchObject({ height: 16_383 });
    expect(await upload(videoOfSize(60 * 1024 * 1024))).toMatchObject({
      status: 400,
      code: 'FILE_TOO_LARGE',
      msg: expect.stringContaining('50 MB'),
    });
  });

  test('are limited per hour, and have names of limited length', async () => {
    const { token } = await newcomer(api);
    const { data } = await upload(png, { token, name: `${'x'.repeat(FEEDBACK.fileNameMax)}.png` });
    expect(data.name).toBe('x'.repeat(FEEDBACK.fileNameMax));
    for (let sent = 1; sent < FEEDBACK.uploadsPerHour; sent += 1)
      expect((await upload(Buffer.alloc(0), { token })).code).toBe('FILE_REQUIRED');
    expect((await upload(Buffer.alloc(0), { token })).code).toBe('TOO_MANY_REQUESTS');
  });

  test('require a session and a part named `file`', async () => {
    expect((await upload(png, { token: '' })).status).toBe(401);
    expect(await upload(png, { field: 'picture' })).toMatchObject({ code: 'FILE_REQUIRED' });
    const none = await api.app.inject({
      method: 'POST',
      url: '/api/feedback/upload',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { file: 'text' },
    });
    expect(none.json()).toMatchObject({ code: 'FILE_REQUIRED' });
  });

  test('beyond the limit of pending attachments the oldest is dropped, with its files', async () => {
    const who = await newcomer(api);
    const others = await api.db.$count(feedbackAttachments);
    const first = await uploaded(who);
    const [oldest] = await api.db
      .select()
      .from(feedbackAttachments)
      .where(eq(feedbackAttachments.id, first.id));
    for (let more = 0; more < FEEDBACK.waiting.count; more += 1) await uploaded(who);
    expect(await submit({ attachment_ids: [first.id] }, who)).toMatchObject({ code: 'ATTACHMENT_INVALID' });
    const waiting = eq(feedbackAttachments.userId, who.user.id);
    expect(await api.db.$count(feedbackAttachments, waiting)).toBe(FEEDBACK.waiting.count);
    expect(await api.db.$count(feedbackAttachments)).toBe(others + FEEDBACK.waiting.count);
    const ofOldest = eq(discardedFiles.name, oldest?.file ?? '');
    expect(await api.db.$count(discardedFiles, ofOldest)).toBe(1);
  });

  test('a discarded one is deleted with its link; another user’s and a submitted one return 404', async () => {
    const who = await newcomer(api);
    const discard = (id: number, by = who) => api.call(feedback.discard, { id }, { token: by.token });
    const [wrong, sent] = [await uploaded(who), await uploaded(who)];
    await submit({ attachment_ids: [sent.id] }, who);
    const missing = { status: 404, code: 'FEEDBACK_FILE_NOT_FOUND' };
    expect(await discard(wrong.id, user)).toMatchObject(missing);
    expect(await discard(sent.id)).toMatchObject(missing);
    expect((await get(wrong.url)).statusCode).toBe(200);
    const [row] = await api.db.select().from(feedbackAttachments).where(eq(feedbackAttachments.id, wrong.id));
    expect((await discard(wrong.id)).code).toBe('OK');
    expect((await get(wrong.url)).statusCode).toBe(404);
    expect(await discard(wrong.id)).toMatchObject(missing);
    expect(await submit({ attachment_ids: [wrong.id] }, who)).toMatchObject({ code: 'ATTACHMENT_INVALID' });
    await api.app.jobs.runDue();
    expect(await api.app.files.size(row?.file ?? '')).toBeNull();
    expect((await get(sent.url)).statusCode).toBe(200);
  });

  test('one whose account is gone meanwhile leaves neither file nor preview', async () => {
    const stem = `private/feedback/${'0'.repeat(32)}`;
    const [file, preview] = [`${stem}.webp`, `${stem}-preview.webp`];
    for (const name of [file, preview]) await api.app.files.put(name, Buffer.from('a picture'));
    const media = {
      kind: 'picture' as const,
      name: 'a.png',
      file,
      preview,
      mime: 'image/webp',
      size: 9,
      width: 1,
      height: 1,
    };
    await expect(storeUpload(api.app, 2_147_483_647, media)).rejects.toThrow();
    expect([await api.app.files.size(file), await api.app.files.size(preview)]).toEqual([null, null]);
  });

  test('pending ones are deleted after a day with their files; submitted ones remain', async () => {
    const who = await newcomer(api);
    const stored = await uploaded(who);
    const left = await uploaded(who);
    await submit({ attachment_ids: [stored.id] }, who);
    const [row] = await api.db.select().from(feedbackAttachments).where(eq(feedbackAttachments.id, left.id));
    const run = (name: string) => api.app.jobs.run(name, COMMAND);
    const kept = async () => (await api.db.select().from(feedbackAttachments)).map(({ id }) => id);
    api.clock.advance(FEEDBACK.waiting.ttl);
    await run('feedback_uploads');
    expect(await kept()).toEqual(expect.arrayContaining([stored.id, left.id]));
    api.clock.advance(1);
    await run('feedback_uploads');
    await api.app.jobs.runDue();
    await run('discarded_files');
    expect(await api.app.files.size(row?.file ?? '')).toBeNull();
    expect(await api.db.$count(discardedFiles)).toBe(0);
    const ids = await kept();
    expect([ids.includes(stored.id), ids.includes(left.id)]).toEqual([true, false]);
    api.clock.set(SEED_NOW);
  });
});

describe('attachment links', () => {
  test('expire, are bound to one file, and do not exist under /uploads', async () => {
    const one = await uploaded();
    const other = await uploaded();
    const [row] = await api.db.select().from(feedbackAttachments).where(eq(feedbackAttachments.id, one.id));
    expect((await get(`/uploads/${row?.file}`)).statusCode).toBe(404);
    expect((await get(`/uploads/.${row?.file}`)).statusCode).toBe(404);
    const link = new URL(one.url, 'http://x').searchParams.get('link') ?? '';
    const asOther = link.replace(/^\d+/, String(other.id));
    const rejected = [asOther, `${link}x`, link.replace('.file.', '.preview.'), '', 'x'];
    for (const wrong of rejected) {
      const answer = await get(`/api/feedback/file?${new URLSearchParams({ link: wrong })}`);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        404,
        'FEEDBACK_FILE_NOT_FOUND',
      ]);
    }
    api.clock.advance(FEEDBACK.link - 1_000);
    expect((await get(one.url)).statusCode).toBe(200);
    api.clock.advance(1_000);
    expect((await get(one.url)).statusCode).toBe(404);
    api.clock.set(SEED_NOW);
  });

  test.each([
    ['zh-cn', '链接已失效', '/feedback?view=mine'],
    ['us', 'This link has expired', '/en/feedback?view=mine'],
  ])(
    'show an HTML error page in the site’s language when opened in a tab after expiry: %s',
    async (lang, words, way) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(await someVideo('mp4'))]), 'jump.mp4');
      const { data } = await api.call(feedback.upload, body, { token: user.token, headers: { lang } });
      api.clock.advance(FEEDBACK.link);
      // A tab sends no `Lang` header.
      const page = await get(data.url, { 'sec-fetch-dest': 'document' });
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body).toContain(`<h1>${words}</h1>`);
      expect(page.body).toContain(`href="${api.app.config.origin}${way}"`);
      const picture = await get(data.url, { 'sec-fetch-dest': 'image' });
      expect(picture.json<{ code: string }>().code).toBe('FEEDBACK_FILE_NOT_FOUND');
      api.clock.set(SEED_NOW);
    },
  );
});

describe('submitting feedback', () => {
  test('[R3.13] stores all fields and attachments and returns them to the author', async () => {
    const picture = await upload(png);
    const video = await uploaded();
    const { data } = await submit({ attachment_ids: [video.id, picture.data.id] });
    expect(data.no).toMatch(/^FB\d{8}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const thread = await detail(data.no);
    expect(thread.data).toMatchObject({
      ...form,
      no: data.no,
      state: 'open',
      answered_at: null,
      answers: [],
    });
    // In the order of the form.
    expect(thread.data.attachments.map(({ kind }) => kind)).toEqual(['video', 'picture']);
    expect((await get(thread.data.attachments[0]?.url ?? '')).statusCode).toBe(200);
    const mine = await api.call(feedback.my, {}, { token: user.token });
    expect(mine.data.list[0]).toMatchObject({ no: data.no, attachments: 2, answers: 0 });
  });

  test(`[R5.06] accepts a title of up to ${FEEDBACK_TITLE_MAX} characters, counting an emoji as one`, async () => {
    const who = await newcomer(api);
    expect((await submit({ title: '舵'.repeat(63) + '😀' }, who)).code).toBe('OK');
    const answer = await submit({ title: '舵'.repeat(64) + '😀' }, who);
    expect([answer.code, answer.error.fields]).toEqual([
      'VALIDATION_FAILED',
      { title: 'feedback_title_length' },
    ]);
  });

  test.each([
    ['no type', { type: '' }, 'type'],
    ['no title', { title: '  ' }, 'title'],
    ['a title of two lines', { title: 'a\nBcc: x@example.com' }, 'title'],
    ['no description', { description: '' }, 'description'],
    ['a description of 5,001', { description: 'x'.repeat(5_001) }, 'description'],
    ['six attachments', { attachment_ids: [1, 2, 3, 4, 5, 6] }, 'attachment_ids'],
    ['a QQ number with letters', { contact: { kind: 'qq', value: 'abc' } }, 'contact.value'],
    ['an invalid phone number', { contact: { kind: 'phone', value: '=1+1' } }, 'contact.value'],
    ['an unknown kind of contact', { contact: { kind: 'telegram', value: 'x' } }, 'contact.kind'],
    ['a contact without a value', { contact: { kind: 'wechat', value: '' } }, 'contact.value'],
  ])('is rejected at its field: %s', async (_, change, field) => {
    const answer = await submit(change);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.error.fields ?? {})).toContain(field);
  });

  test('[R7.16] reads list and detail from the database row', async () => {
    const who = await newcomer(api);
    const { data } = await submit({}, who);
    const mineIs = eq(feedbackTickets.no, data.no);
    expect(await api.db.select().from(feedbackTickets).where(mineIs)).toMatchObject([
      { userId: who.user.id, type: form.type, title: form.title, description: form.description },
    ]);
    await api.db.update(feedbackTickets).set({ title: 'The mast leans', state: 'closed' }).where(mineIs);
    const says = { no: data.no, title: 'The mast leans', state: 'closed' };
    expect((await api.call(feedback.my, {}, { token: who.token })).data.list).toMatchObject([says]);
    expect((await detail(data.no, who)).data).toMatchObject(says);
  });

  test('[R3.13] accepts each of the four types and rejects another', async () => {
    const who = await newcomer(api);
    for (const type of ['suggestion', 'defect', 'document', 'other']) {
      const { data } = await submit({ type }, who);
      expect((await detail(data.no, who)).data.type).toBe(type);
    }
    expect((await submit({ type: 'praise' }, who)).error.fields).toEqual({ type: 'feedback_type_required' });
  });

  test.each([
    ['qq', '10001'],
    ['phone', '+86 138-0013-8000'],
    ['phone', '13800138000'],
    ['phone', '（010）8888 8888'],
    ['phone', '+86 (21) 5555—1234'],
    ['phone', '138.0013.8000'],
    ['wechat', 'wxid_7k3m9p'],
  ])('accepts a contact: %s %s', async (kind, value) => {
    const who = await newcomer(api);
    expect((await submit({ contact: { kind, value } }, who)).code).toBe('OK');
  });

  test('accepts no contact', async () => {
    const who = await newcomer(api);
    const { data } = await submit({ contact: null }, who);
    expect((await detail(data.no, who)).data.contact).toBeNull();
  });

  test('[R5.07] rejects a missing, foreign-scene or used captcha ticket', async () => {
    const who = await newcomer(api);
    const used = await ticketFor(api, 'feedback');
    expect((await submit({ captcha_ticket: used }, who)).code).toBe('OK');
    for (const ticket of [used, await ticketFor(api, 'subscribe'), 'none']) {
      expect(await submit({ captcha_ticket: ticket }, who)).toMatchObject({
        status: 400,
        code: 'CAPTCHA_TICKET_INVALID',
      });
    }
    // A missing or empty ticket: neither passes validation.
    for (const body of [form, { ...form, captcha_ticket: '' }]) {
      const bare = await api.call(feedback.submit, body as Form, { token: who.token });
      expect([bare.status, bare.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(Object.keys(bare.error.fields ?? {})).toEqual(['captcha_ticket']);
    }
    expect(await api.db.$count(feedbackTickets, eq(feedbackTickets.userId, who.user.id))).toBe(1);
  });

  test('does not consume captcha ticket, attachments or rate limit if rejected', async () => {
    const who = await newcomer(api);
    const mine = await uploaded(who);
    const ticket = await ticketFor(api, 'feedback');
    for (let tries = 0; tries < FEEDBACK.perHour + 1; tries += 1) {
      const answer = await submit({ captcha_ticket: ticket, attachment_ids: [mine.id, 999_999] }, who);
      expect(answer).toMatchObject({ code: 'ATTACHMENT_INVALID' });
      expect(answer.error.fields).toEqual({ attachment_ids: 'attachment_unknown' });
    }
    expect(await ticketIsUnused(ticket)).toBe(true);
    expect((await submit({ captcha_ticket: ticket, attachment_ids: [mine.id] }, who)).code).toBe('OK');
  });

  test('replays the response to a retry with the same key, without using another captcha ticket', async () => {
    const who = await newcomer(api);
    const mine = await uploaded(who);
    const send = async (key: string, change: Partial<Form> = {}) => {
      const captcha_ticket = await ticketFor(api, 'feedback');
      const input = { ...form, attachment_ids: [mine.id], ...change, captcha_ticket };
      const headers = { 'idempotency-key': key };
      return { ...(await api.call(feedback.submit, input, { token: who.token, headers })), captcha_ticket };
    };
    const first = await send('one-filled-form');
    expect(first.code).toBe('OK');
    for (let tries = 0; tries < FEEDBACK.perHour; tries += 1) {
      const again = await send('one-filled-form');
      expect(again.data).toEqual(first.data);
      expect(await ticketIsUnused(again.captcha_ticket)).toBe(true);
    }
    expect(await api.db.$count(feedbackTickets, eq(feedbackTickets.userId, who.user.id))).toBe(1);
    expect((await detail(first.data.no, who)).data.attachments).toHaveLength(1);
    expect((await send('one-filled-form', { title: 'Another' })).code).toBe('IDEMPOTENCY_CONFLICT');
    expect((await send('another-form', { attachment_ids: [] })).code).toBe('OK');
  });

  test('rejects another user’s attachment and one already submitted', async () => {
    const stranger = await newcomer(api);
    const theirs = await uploaded(stranger);
    expect(await submit({ attachment_ids: [theirs.id] })).toMatchObject({ code: 'ATTACHMENT_INVALID' });
    expect((await submit({ attachment_ids: [theirs.id] }, stranger)).code).toBe('OK');
    expect(await submit({ attachment_ids: [theirs.id] }, stranger)).toMatchObject({
      code: 'ATTACHMENT_INVALID',
    });
  });

  test('is rate-limited per hour, with retry_after', async () => {
    const who = await newcomer(api);
    for (let sent = 0; sent < FEEDBACK.perHour; sent += 1) expect((await submit({}, who)).code).toBe('OK');
    const ticket = await ticketFor(api, 'feedback');
    const rejected = await submit({ captcha_ticket: ticket }, who);
    expect(rejected).toMatchObject({ status: 400, code: 'TOO_MANY_REQUESTS', error: { retry_after: 3600 } });
    expect(await ticketIsUnused(ticket)).toBe(true);
  });

  test('is rate-limited per day', async () => {
    const who = await newcomer(api);
    for (let sent = 0; sent < FEEDBACK.perDay; sent += 1) {
      if (sent % FEEDBACK.perHour === 0) api.clock.advance(3_600_001);
      expect((await submit({}, who)).code).toBe('OK');
    }
    api.clock.advance(3_600_001);
    expect((await submit({}, who)).code).toBe('TOO_MANY_REQUESTS');
    api.clock.set(SEED_NOW);
  });

  test('rejects unknown fields', async () => {
    for (const extra of ['id', 'user_id', 'state', 'no', 'created_at']) {
      const ticket = await ticketFor(api, 'feedback');
      const input = { ...form, captcha_ticket: ticket, [extra]: 1 };
      expect((await api.call(feedback.submit, input, { token: user.token })).status).toBe(400);
    }
  });

  (onPostgres ? test : test.skip)(
    'accepts one of ten concurrent requests with the same captcha ticket and attachment',
    async () => {
      for (let round = 0; round < 20; round += 1) {
        const who = await newcomer(api);
        const { id } = await uploaded(who);
        const ticket = await ticketFor(api, 'feedback');
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => submit({ captcha_ticket: ticket, attachment_ids: [id] }, who)),
        );
        expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1);
        expect(answers.every(({ status }) => status < 500)).toBe(true);
      }
    },
  );
});

describe('reading feedback', () => {
  test('[R6.01] returns 404 for another user’s ticket as for an unknown one', async () => {
    const { data } = await submit();
    const stranger = await newcomer(api);
    for (const no of [data.no, 'FB20261120-00000', 'x']) {
      expect(await detail(no, stranger)).toMatchObject({ status: 404, code: 'FEEDBACK_NOT_FOUND' });
    }
    expect((await api.call(feedback.my, {}, { token: stranger.token })).data).toMatchObject({
      list: [],
      total: 0,
    });
  });

  test('requires a session', async () => {
    const statuses = await Promise.all([
      api.call(feedback.my, {}),
      api.call(feedback.detail, { no: 'x' }),
      api.call(feedback.submit, { ...form, captcha_ticket: 'x' }),
    ]);
    expect(statuses.map(({ status, msg }) => [status, msg])).toEqual(
      Array.from({ length: 3 }, () => [401, '请先登录']),
    );
  });

  test('seeded tickets cover every state and have pictures', async () => {
    const { data } = await api.call(feedback.my, { page_size: 100 }, { token: user.token });
    expect(new Set(data.list.map(({ state }) => state))).toEqual(new Set(['open', 'answered', 'closed']));
    const answered = await api.call(feedback.my, { state: 'answered' }, { token: user.token });
    const thread = await detail(answered.data.list[0]?.no ?? '');
    expect(thread.data.answers).toHaveLength(2);
    const picture = await get(thread.data.attachments[0]?.preview_url ?? '');
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(320);
  });
});

describe('operators', () => {
  const list = (input: Parameters<typeof api.call<typeof adminFeedback.list>>[1] = {}) =>
    api.call(adminFeedback.list, input, { token: operator.token });
  type Answer = Parameters<typeof api.call<typeof adminFeedback.answer>>[1];
  const answer = (input: Answer, token = operator.token) => api.call(adminFeedback.answer, input, { token });

  test('find a ticket by number, title part or address, with all details', async () => {
    const { data } = await submit({ title: '100%_sure' });
    for (const q of [data.no.toLowerCase(), '00%_su']) {
      const found = await list({ q });
      expect(found.data.list.map(({ no }) => no)).toEqual([data.no]);
      expect(found.data.list[0]).toMatchObject({
        description: form.description,
        contact: form.contact,
        revision: 1,
        user: { email: 'user@yunduo.test' },
      });
    }
    // Each attachment is listed with its own ticket only.
    const shown = (await list({ page_size: 100 })).data.list.flatMap(({ attachments }) => attachments);
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
    expect((await list({ q: '%' })).data.total).toBe(1);
    expect((await list({ q: 'user@yunduo', state: 'closed' })).data.list).toHaveLength(1);
    const total = await api.db.$count(feedbackTickets, eq(feedbackTickets.type, 'document'));
    expect(total).toBeGreaterThan(1);
    const first = await list({ type: 'document', page_size: 1 });
    expect(first.data).toMatchObject({ total, page_size: 1, list: [{ type: 'document' }] });
  });

  test('answer a ticket: the author sees it and gets an escaped mail', async () => {
    const who = await newcomer(api);
    const { data } = await submit({ title: '<b>&</b>' }, who);
    const message = await answer({ no: data.no, revision: 1, text: 'Fixed in 3.4.2 <script>' });
    expect(message.data).toMatchObject({ state: 'answered', revision: 2 });
    const thread = (await detail(data.no, who)).data;
    expect(thread).toMatchObject({ state: 'answered', answered_at: SEED_NOW.toISOString() });
    expect(thread.answers).toEqual([{ text: 'Fixed in 3.4.2 <script>', at: SEED_NOW.toISOString() }]);
    const mail = (await api.mails()).find(({ to }) => to === who.email);
    expect(mail?.subject).toContain(data.no);
    expect(mail?.text).toContain('Fixed in 3.4.2 <script>');
    expect(mail?.text).toContain(`/feedback?no=${data.no}`);
    expect(mail?.html).toContain('&lt;b&gt;&amp;&lt;/b&gt;');
    expect(mail?.html).not.toContain('<script>');
  });

  test('answer without a mail if the author muted it', async () => {
    const who = await newcomer(api);
    await api.call(userInfo.saveMailPreferences, { muted: ['feedback_answer'] }, { token: who.token });
    const { data } = await submit({}, who);
    const before = (await api.mails()).filter(({ to }) => to === who.email).length;
    await answer({ no: data.no, revision: 1, text: 'Thank you.' });
    expect((await api.mails()).filter(({ to }) => to === who.email)).toHaveLength(before);
    expect((await detail(data.no, who)).data.answers).toHaveLength(1);
  });

  test('list tickets of one moment with the last one first, as their author does', async () => {
    const who = await newcomer(api);
    const made: string[] = [];
    for (let count = 0; count < 4; count += 1) made.push((await submit({}, who)).data.no);
    const numbers = (page: { list: { no: string }[] }) => page.list.map(({ no }) => no);
    expect(numbers((await list({ q: who.email })).data)).toEqual(made.toReversed());
    const mine = await api.call(feedback.my, {}, { token: who.token });
    expect(numbers(mine.data)).toEqual(made.toReversed());
  });

  test('close with or without a text, and reopen by answering', async () => {
    const { data } = await submit({}, await newcomer(api));
    const { no } = data;
    const logged = async (action: string) =>
      (await api.call(adminAudit.list, { action }, { token: operator.token })).data.list[0]?.details;
    expect((await answer({ no, revision: 1, close: true })).data).toMatchObject({
      state: 'closed',
      answered_at: null,
      answers: [],
    });
    expect(await logged('feedback.close')).toEqual({ no, answered: false });
    expect(await answer({ no, revision: 2, close: true })).toMatchObject({ code: 'STATE_CHANGED' });
    expect((await answer({ no, revision: 2, text: 'One more thing' })).data.state).toBe('answered');
    const last = await answer({ no, revision: 3, text: 'Done', close: true });
    expect(last.data).toMatchObject({ state: 'closed', revision: 4 });
    expect(await logged('feedback.answer')).toEqual({ no, answered: true });
    expect(await logged('feedback.close')).toEqual({ no, answered: true });
    expect(last.data.answers.map(({ text }) => text)).toEqual(['One more thing', 'Done']);
  });

  test('get EDIT_CONFLICT when another operator answered first', async () => {
    const { data } = await submit({}, await newcomer(api));
    await answer({ no: data.no, revision: 1, text: 'first' });
    expect(await answer({ no: data.no, revision: 1, text: 'second' })).toMatchObject({
      status: 400,
      code: 'EDIT_CONFLICT',
      error: { revision: 2 },
    });
  });

  test.each([
    ['no text', { text: ' ' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(5_001) }, 'text'],
  ])('get a field error for an answer with %s', async (_, change, field) => {
    const { data } = await submit({}, await newcomer(api));
    const rejected = await answer({ no: data.no, revision: 1, ...change });
    expect(Object.keys(rejected.error.fields ?? {})).toEqual([field]);
  });

  describe('assignment', () => {
    const assign = (
      input: { no: string; assignee: number | null; before: number | null },
      token = operator.token,
    ) => api.call(adminFeedback.assign, input, { token });
    const mine = () => operator.user.id;
    const sent = async (who?: SignedIn) => (await submit({}, who ?? (await newcomer(api)))).data.no;
    const colleague = async (role: 'operator' | 'admin' = 'operator') => {
      const person = await newcomer(api);
      await setRole(api.app, COMMAND, { email: person.email, role, granted: true });
      return person;
    };
    const assigneeOf = async (no: string) => (await list({ q: no })).data.list[0]?.assignee?.id ?? null;

    test('can be set, handed over and cleared, is filterable and logged', async () => {
      const author = await newcomer(api);
      const no = await sent(author);
      const other = await colleague();
      const taken = await assign({ no, assignee: mine(), before: null });
      expect(taken.data.assignee).toMatchObject({ id: mine(), email: 'operator@yunduo.test' });
      const own = (await list({ assignee: 'me', page_size: 100 })).data.list;
      expect(own.map((one) => one.no)).toEqual([no]);
      const unassigned = (await list({ assignee: 'nobody', page_size: 100 })).data.list;
      expect(unassigned.length).toBeGreaterThan(0);
      expect(unassigned.every(({ assignee }) => assignee === null)).toBe(true);
      const { revision } = (await assign({ no, assignee: other.user.id, before: mine() })).data;
      // A reply that was begun before can still be sent.
      expect(revision).toBe(taken.data.revision);
      expect((await list({ assignee: 'me' })).data.total).toBe(0);
      expect((await assign({ no, assignee: null, before: other.user.id })).data.assignee).toBeNull();
      // Nothing changes, and nothing is logged.
      expect((await assign({ no, assignee: null, before: null })).code).toBe('OK');
      const { data: log } = await api.call(
        adminAudit.list,
        { action: 'feedback.assign' },
        { token: operator.token },
      );
      expect(log.list.slice(0, 3).map(({ details }) => details)).toEqual([
        { no, from: other.user.id, to: null },
        { no, from: mine(), to: other.user.id },
        { no, from: null, to: mine() },
      ]);
      expect(JSON.stringify((await detail(no, author)).data)).not.toContain('assignee');
    });

    test('returns STATE_CHANGED if a colleague took the ticket first', async () => {
      const no = await sent();
      const other = await colleague();
      await assign({ no, assignee: mine(), before: null });
      const late = await assign({ no, assignee: other.user.id, before: null }, other.token);
      expect([late.status, late.code]).toEqual([400, 'STATE_CHANGED']);
      expect(await assigneeOf(no)).toBe(mine());
    });

    test('accepts operators and admins only, and not the ticket’s author', async () => {
      const no = await sent();
      const admin = await colleague('admin');
      const member = await newcomer(api);
      const { data } = await api.call(adminFeedback.assignees, undefined, { token: operator.token });
      const ids = data.list.map(({ id }) => id);
      expect([ids.includes(mine()), ids.includes(admin.user.id), ids.includes(member.user.id)]).toEqual([
        true,
        true,
        false,
      ]);
      for (const assignee of [member.user.id, 999_999]) {
        expect(await assign({ no, assignee, before: null })).toMatchObject({
          status: 400,
          error: { fields: { assignee: 'assignee_invalid' } },
        });
      }
      expect((await assign({ no, assignee: admin.user.id, before: null })).code).toBe('OK');
      const own = await sent(admin);
      const self = await assign({ no: own, assignee: admin.user.id, before: null });
      expect(self.code).toBe('CONFLICT_OF_INTEREST');
    });

    test('is cleared for an operator who becomes a reviewer instead', async () => {
      const other = await colleague();
      await setRole(api.app, COMMAND, { email: other.email, role: 'reviewer', granted: true });
      const no = await sent();
      await assign({ no, assignee: other.user.id, before: null });
      await setRole(api.app, COMMAND, { email: other.email, role: 'operator', granted: false });
      expect(await assigneeOf(no)).toBeNull();
    });

    test.each(['whose role is revoked', 'whose account is disabled'])(
      'is cleared for an operator %s; an admin keeps it',
      async (how) => {
        const other = await colleague();
        const admin = await colleague('admin');
        await setRole(api.app, COMMAND, { email: admin.email, role: 'operator', granted: true });
        const [theirs, stored, second] = [await sent(), await sent(), await sent()];
        for (const no of [theirs, second]) await assign({ no, assignee: other.user.id, before: null });
        await assign({ no: stored, assignee: admin.user.id, before: null });
        if (how === 'whose role is revoked') {
          for (const { email } of [other, admin])
            await setRole(api.app, COMMAND, { email, role: 'operator', granted: false });
        } else await setDisabled(api.app, COMMAND, { email: other.email, disabled: true });
        expect([await assigneeOf(theirs), await assigneeOf(stored)]).toEqual([null, admin.user.id]);
        const log = await api.db.select().from(auditLog).where(eq(auditLog.action, 'feedback.assign'));
        const cleared = log.flatMap(({ details }) =>
          details['from'] === other.user.id && details['to'] === null ? [details['no']] : [],
        );
        expect(cleared.toSorted()).toEqual([theirs, second].toSorted());
        expect((await assign({ no: theirs, assignee: other.user.id, before: null })).code).toBe(
          'VALIDATION_FAILED',
        );
        const { data } = await api.call(adminFeedback.assignees, undefined, { token: operator.token });
        const emails = data.list.map(({ email }) => email);
        expect(emails).toContain(admin.email);
        expect(emails).not.toContain(other.email);
        expect(emails).toEqual(emails.toSorted());
      },
    );

    test('returns 403 to members and 401 without a session', async () => {
      const no = await sent();
      const rejected = [
        await assign({ no, assignee: user.user.id, before: null }, user.token),
        await api.call(adminFeedback.assignees, undefined, { token: user.token }),
        await assign({ no, assignee: null, before: null }, ''),
      ];
      expect(rejected.map(({ status }) => status)).toEqual([403, 403, 401]);
      expect((await assign({ no: 'FB-1', assignee: null, before: null })).code).toBe('FEEDBACK_NOT_FOUND');
    });

    (onPostgres ? test : test.skip)(
      'to an operator whose role is revoked concurrently does not remain',
      async () => {
        const others = await Promise.all(Array.from({ length: 4 }, () => colleague()));
        const tickets = await Promise.all(others.map(() => sent()));
        const answers = await Promise.all(
          others.flatMap((other, index) => [
            setRole(api.app, COMMAND, { email: other.email, role: 'operator', granted: false }),
            assign({ no: tickets[index] ?? '', assignee: other.user.id, before: null }),
          ]),
        );
        expect(answers).toHaveLength(8);
        for (const no of tickets) expect(await assigneeOf(no)).toBeNull();
      },
    );
  });

  test('alone may answer and list: 403 for members, 401 without a session, 404 for an unknown ticket', async () => {
    const input = { no: 'FB20261120-00000', revision: 1, text: 'x' };
    expect((await answer(input)).status).toBe(404);
    expect((await answer(input, user.token)).status).toBe(403);
    expect((await answer(input, '')).status).toBe(401);
    expect((await api.call(adminFeedback.list, {}, { token: user.token })).status).toBe(403);
  });

  (onPostgres ? test : test.skip)('send one answer and one mail for ten concurrent requests', async () => {
    const who = await newcomer(api);
    const { data } = await submit({}, who);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => answer({ no: data.no, revision: 1, text: `answer ${index}` })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 'EDIT_CONFLICT'),
      'OK',
    ]);
    const mails = (await api.mails()).filter(
      ({ to, subject }) => to === who.email && subject.includes(data.no),
    );
    expect(mails).toHaveLength(1);
  });
});
