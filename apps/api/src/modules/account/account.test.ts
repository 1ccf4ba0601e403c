import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { authCode, userAuth, userInfo } from '@yunduo/api-contract';
import { AVATAR_BYTES_MAX, EMAIL_CHANGE } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { users } from '../../db/schema/index.ts';
import { uploadsFolder } from '../../file-stores.ts';
import { heifHead, moving } from '../../testing/pictures.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { bystander, type Bystander } from '../../testing/bystander.ts';
import { createApp } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { whileHeld } from '../../testing/held.ts';
import { licenceIn } from '../../testing/licences.ts';
import {
  askForCode,
  codeFor,
  codeSentTo,
  newcomer,
  PASSWORD,
  registered,
  signedInAs,
  someEmail,
  someIp,
  type SignedIn,
} from '../../testing/people.ts';
import { hashPassword } from '../auth/passwords.ts';
import { removeDiscarded } from '../files/discard.ts';
import { settingsOfSite } from '../site/settings.ts';

let api: TestApp;
let other: Bystander;
let itsRows: Awaited<ReturnType<Bystander['rows']>>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await bystander(api);
  itsRows = await other.rows();
});
afterAll(() => api.close());

const MINUTE = 60_000;
const index = (token: string) => api.call(userInfo.index, undefined, { token });

describe('profile', () => {
  test('[R7.09] returns the signed-in user’s own data', async () => {
    const { token, user, email } = await newcomer(api);
    const answer = await index(token);
    expect(answer).toMatchObject({ status: 200, code: 'OK', data: user });
    expect(Object.keys(answer.data).sort()).toEqual(
      ['birthday', 'email', 'gender', 'head_image', 'id', 'nickname', 'roles', 'tb_id', 'yt_token'].sort(),
    );
    expect(answer.data.email).toBe(email);
  });

  test('[R6.01] returns 401 without a session and never another user’s data', async () => {
    const mine = await newcomer(api);
    const theirs = await newcomer(api);
    expect(await index('')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await index(theirs.token)).data.id).not.toBe(mine.user.id);
  });

  test('[R7.11] saves nickname, gender and birthday', async () => {
    const { token } = await newcomer(api);
    const profile = { nickname: '海边的船长7', gender: 'female', birthday: '1990-02-28' };
    const saved = await api.call(userInfo.saveUser, profile, { token });
    expect(saved.data).toMatchObject(profile);
    expect((await index(token)).data).toMatchObject(profile);
  });

  test('bumps the content revision when a developer with a published app changes the nickname', async () => {
    const revision = async () => (await settingsOfSite(api.db)).contentRevision;
    const { token, user } = await newcomer(api);
    const save = async (nickname: string) => {
      const before = await revision();
      await api.call(userInfo.saveUser, { nickname, gender: 'male', birthday: '1990-01-01' }, { token });
      return (await revision()) - before;
    };
    expect(await save('船长一号')).toBe(0);
    await createApp(api.db, { now: SEED_NOW, developerId: user.id });
    expect(await save('船长二号')).toBe(1);
    expect(await save('船长二号')).toBe(0);
  });

  test('[R5.03] rejects an invalid nickname, and a missing gender or birthday, at the field', async () => {
    const { token } = await newcomer(api);
    const fields = async (change: object) =>
      (
        await api.call(
          userInfo.saveUser,
          { nickname: '船长', gender: 'male', birthday: '1990-01-01', ...change },
          { token },
        )
      ).error.fields;
    expect(await fields({ nickname: '船' })).toEqual({ nickname: 'nickname_length' });
    expect(await fields({ nickname: 'a'.repeat(21) })).toEqual({ nickname: 'nickname_length' });
    expect(await fields({ nickname: 'captain_7' })).toEqual({ nickname: 'nickname_characters' });
    expect(await fields({ nickname: '' })).toEqual({ nickname: 'nickname_required' });
    expect(await fields({ gender: '' })).toEqual({ gender: 'gender_required' });
    expect(await fields({ gender: 'other' })).toEqual({ gender: 'gender_required' });
    expect(await fields({ birthday: '' })).toEqual({ birthday: 'birthday_required' });
    expect(await fields({ birthday: '1990-02-30' })).toEqual({ birthday: 'birthday_invalid' });
    expect(await fields({ nickname: '船长' })).toBeUndefined();
    expect(await fields({ nickname: '船'.repeat(20) })).toBeUndefined();
  });

  test('rejects fields that the caller may not set', async () => {
    const { token, user } = await newcomer(api);
    const base = { nickname: '船长', gender: 'male', birthday: '1990-01-01' };
    for (const extra of [
      { id: 1 },
      { user_id: 1 },
      { roles: ['admin'] },
      { email: 'a@example.com' },
      { tb_id: 7 },
      { created_at: '2020-01-01' },
    ]) {
      const answer = await api.call(userInfo.saveUser, { ...base, ...extra }, { token });
      expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    }
    expect((await index(token)).data).toEqual(user);
  });
});

describe('avatar upload', () => {
  const picture = (width = 400, height = 300) =>
    sharp({ create: { width, height, channels: 3, background: '#27b2bc' } });
  const upload = (token: string, bytes: Uint8Array, name = 'me.png', field = 'file') => {
    const form = new FormData();
    form.set(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }));
    return api.call(userInfo.uploadHeadImg, form, { token });
  };
  const fetchFile = (address: string) => api.app.inject({ method: 'GET', url: address });

  test('[R7.10] accepts PNG, JPEG, WebP, GIF and AVIF, and stores a 320 × 320 WebP shown in the profile', async () => {
    const { token } = await newcomer(api);
    for (const bytes of [
      await picture().png().toBuffer(),
      await picture().jpeg().toBuffer(),
      await picture().webp().toBuffer(),
      await picture().gif().toBuffer(),
      await picture().avif({ effort: 0 }).toBuffer(),
    ]) {
      const answer = await upload(token, bytes);
      expect(answer.data.head_image).toMatch(/^\/uploads\/avatars\/[0-9a-f]{32}-320\.webp$/);
      expect((await index(token)).data.head_image).toBe(answer.data.head_image);
      const file = await fetchFile(answer.data.head_image);
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 320,
        height: 320,
      });
      const larger = await fetchFile(answer.data.head_image.replace('-320.', '-640.'));
      expect(await sharp(larger.rawPayload).metadata()).toMatchObject({ width: 640, height: 640 });
    }
  });

  test('uses a random file name, caches for a year in a sandbox, and deletes the replaced file', async () => {
    const { token } = await newcomer(api);
    const bytes = await picture().png().toBuffer();
    const first = (await upload(token, bytes)).data.head_image;
    const { headers } = await fetchFile(first);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect((await upload(token, bytes)).data.head_image).not.toBe(first);
    const missing = await fetchFile(first);
    expect(missing.statusCode).toBe(404);
    const folder = uploadsFolder(api.app.config.dataDir);
    expect(existsSync(join(folder, first.replace('/uploads/', '')))).toBe(false);
  });

  test('succeeds if the old file cannot be removed; the job removes it later', async () => {
    const { token } = await newcomer(api);
    const bytes = await picture().png().toBuffer();
    const first = (await upload(token, bytes)).data.head_image;
    const away = jest.spyOn(api.app.files, 'remove').mockRejectedValue(new Error('the store is away'));
    const answer = await upload(token, bytes);
    away.mockRestore();
    expect(answer.code).toBe('OK');
    expect((await index(token)).data.head_image).toBe(answer.data.head_image);
    expect((await fetchFile(first)).statusCode).toBe(200);
    await removeDiscarded(api.app);
    expect((await fetchFile(first)).statusCode).toBe(404);
  });

  test('strips EXIF data', async () => {
    const { token } = await newcomer(api);
    const bytes = await picture(300, 400)
      .withExif({ IFD3: { GPSLatitude: '22/1 32/1 0/1', GPSLatitudeRef: 'N' }, IFD0: { Artist: 'me' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { data } = await upload(token, bytes);
    expect((await sharp((await fetchFile(data.head_image)).rawPayload).metadata()).exif).toBeUndefined();
  });

  test('rejects SVG, HTML, text, HEIC, animated and truncated files by their content', async () => {
    const { token } = await newcomer(api);
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<!doctype html><script>alert(1)</script>',
      'not a picture',
    ]) {
      expect(await upload(token, Buffer.from(text))).toMatchObject({ status: 400, code: 'FILE_TYPE' });
    }
    expect(await upload(token, heifHead('heic'))).toMatchObject({ status: 400, code: 'PICTURE_HEIC' });
    const animation = await moving('webp', { width: 300, height: 300 });
    expect(await upload(token, animation)).toMatchObject({ status: 400, code: 'PICTURE_ANIMATED' });
    const cut = (await picture().png().toBuffer()).subarray(0, 60);
    expect(await upload(token, cut)).toMatchObject({ status: 400, code: 'PICTURE_UNREADABLE' });
  });

  test('rejects 20,000 × 20,000 pixels with PICTURE_PIXELS', async () => {
    const { token } = await newcomer(api);
    const bytes = await picture(16, 16).png().toBuffer();
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(20_000, 20);
    expect(await upload(token, bytes)).toMatchObject({ status: 400, code: 'PICTURE_PIXELS' });
  });

  test('accepts exactly the maximum size and rejects one byte more with FILE_TOO_LARGE', async () => {
    const { token } = await newcomer(api);
    const small = await picture().png().toBuffer();
    const padded = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    expect((await upload(token, padded(AVATAR_BYTES_MAX))).code).toBe('OK');
    expect(await upload(token, padded(AVATAR_BYTES_MAX + 1))).toMatchObject({
      status: 400,
      code: 'FILE_TOO_LARGE',
      msg: '文件太大，最大 2 MB',
    });
    expect(await upload(token, Buffer.alloc(AVATAR_BYTES_MAX * 2))).toMatchObject({
      status: 400,
      code: 'FILE_TOO_LARGE',
    });
  });

  test('returns FILE_REQUIRED for an empty file, another field name or a JSON body', async () => {
    const { token } = await newcomer(api);
    expect((await upload(token, new Uint8Array())).code).toBe('FILE_REQUIRED');
    expect((await upload(token, new Uint8Array(10), 'a.png', 'picture')).code).toBe('FILE_REQUIRED');
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/user_info/upload_head_img',
      headers: { authorization: `Bearer ${token}` },
      payload: { file: 'x' },
    });
    expect(response.json()).toMatchObject({ code: 'FILE_REQUIRED' });
  });
});

describe('password change', () => {
  const change = (token: string, form: { old?: string; password?: string; confirm?: string } = {}) =>
    api.call(
      userInfo.changePassword,
      {
        old_password: form.old ?? PASSWORD,
        password: form.password ?? 'Lantern9high',
        password_confirm: form.confirm ?? form.password ?? 'Lantern9high',
      },
      { token },
    );

  test('keeps the current session, ends the others and mails the owner', async () => {
    const email = await registered(api);
    const here = await signedInAs(api, email);
    const there = await signedInAs(api, email);
    expect((await change(here.token)).code).toBe('OK');
    expect((await index(here.token)).status).toBe(200);
    expect((await index(there.token)).status).toBe(401);
    expect((await api.mails())[0]).toMatchObject({ to: email, subject: '你的云舵账号密码已修改' });
    expect((await signedInAs(api, email, 'Lantern9high')).email).toBe(email);
  });

  (onPostgres ? test : test.skip)(
    'with a password that is replaced meanwhile is rejected at the field, and changes nothing',
    async () => {
      const { token, user } = await newcomer(api);
      const passwordHash = await hashPassword('Quiet-harbour9');
      const { answer, waited } = await whileHeld(
        api,
        (tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, user.id)),
        () => change(token),
      );
      expect(waited).toBe(true);
      expect([answer.code, Object.keys(answer.error.fields ?? {})]).toEqual([
        'PASSWORD_WRONG',
        ['old_password'],
      ]);
      const [row] = await api.db.select().from(users).where(eq(users.id, user.id));
      expect(row?.passwordHash).toBe(passwordHash);
    },
  );

  test('[R5.02] accepts 8 to 16 characters of two kinds and rejects any other password', async () => {
    const { token } = await newcomer(api);
    const fields = async (password: string) => (await change(token, { password })).error.fields;
    expect(await fields('Abcde7!')).toEqual({ password: 'changed_password_length' });
    expect(await fields('Abcdefghij7890!xy')).toEqual({ password: 'changed_password_length' });
    expect(await fields('lanternhigh')).toEqual({ password: 'changed_password_kinds' });
    // The shortest and the longest password, each with only two kinds of characters.
    expect((await change(token, { password: 'lantern7' })).code).toBe('OK');
    const longest = { old: 'lantern7', password: 'Lanternhighabove' };
    expect((await change(token, longest)).code).toBe('OK');
    api.clock.advance(MINUTE);
    const back = { old: longest.password, password: PASSWORD };
    expect((await change(token, back)).code).toBe('OK');
    expect((await change(token, { password: 'Qwerty12345' })).code).toBe('PASSWORD_COMMON');
    expect((await change(token, { confirm: 'other' })).error.fields).toEqual({
      password_confirm: 'password_mismatch',
    });
  });

  test('rejects the current password', async () => {
    const { token } = await newcomer(api);
    expect((await change(token, { password: PASSWORD })).error.fields).toEqual({ password: 'password_same' });
  });

  test('rejects a wrong old password, checks at most ten in five minutes, and keeps the session', async () => {
    const { token } = await newcomer(api);
    let checked = 0;
    for (let tries = 0; tries < 14; tries += 1) {
      const answer = await change(token, { old: 'Not-the-one7' });
      expect(answer.status).toBe(400);
      if (answer.code === 'PASSWORD_WRONG') {
        checked += 1;
        expect(answer.error.fields).toEqual({ old_password: 'old_password_wrong' });
      }
      api.clock.advance(17_000);
    }
    expect(checked).toBe(10);
    expect((await index(token)).status).toBe(200);
  });
});

describe('e-mail change', () => {
  const scene = 'USER_INFO_CHANGE_EMAIL';
  const verify = (token: string, code: string) => api.call(userInfo.changeEmailVerify, { code }, { token });
  const confirm = (token: string, change_token: string, new_email: string, code: string) =>
    api.call(userInfo.changeEmailConfirm, { change_token, new_email, code }, { token });
  const commit = (token: string, change_token: string) =>
    api.call(userInfo.changeEmailCommit, { change_token }, { token });

  async function stepOne({ token, email }: SignedIn): Promise<string> {
    api.clock.advance(MINUTE);
    const code = await codeFor(api, { email, scene, caller: { token } });
    return (await verify(token, code)).data.change_token;
  }
  async function stepTwo(me: SignedIn, newEmail: string): Promise<string> {
    const changeToken = await stepOne(me);
    const code = await codeFor(api, { email: newEmail, scene, changeToken, caller: { token: me.token } });
    return (await confirm(me.token, changeToken, newEmail, code)).data.change_token;
  }
  const undoTokenSentTo = async (email: string): Promise<string> => {
    const mail = (await api.mails()).find(({ to, text }) => to === email && text.includes('undo-email'));
    return new URL(mail?.text.match(/http\S+/)?.[0] ?? 'http://none').searchParams.get('token') ?? '';
  };

  test('takes three steps, ends the other sessions, and can be undone from the old mailbox', async () => {
    const me = await newcomer(api);
    const elsewhere = await signedInAs(api, me.email);
    const newEmail = someEmail();
    const done = await commit(me.token, await stepTwo(me, newEmail));
    expect(done.data).toMatchObject({ id: me.user.id, email: newEmail });
    expect((await index(me.token)).data.email).toBe(newEmail);
    expect((await index(elsewhere.token)).status).toBe(401);
    expect((await signedInAs(api, newEmail)).user.id).toBe(me.user.id);

    const pending = await stepOne({ ...me, email: newEmail });
    const token = await undoTokenSentTo(me.email);
    const undo = () => api.call(userAuth.emailChangeUndo, { token }, { ip: someIp(), token: me.token });
    expect((await undo()).data).toEqual({ email: me.email, signed_out: true });
    expect((await index(me.token)).status).toBe(401);
    const back = await signedInAs(api, me.email);
    expect(back.user.id).toBe(me.user.id);
    // A change that was under way ends with it.
    expect((await confirm(back.token, pending, someEmail(), '123456')).code).toBe('CHANGE_TOKEN_INVALID');
  });

  test('keeps the licence offers to the old address, which its next owner does not get', async () => {
    const [me, sender] = [await newcomer(api), await newcomer(api)];
    const offer = async () => {
      const { id } = await licenceIn(api, sender.user, 'unused');
      const input = { id, to_email: me.email };
      const { transfer } = (await api.call(authCode.transfer, input, { token: sender.token })).data;
      return { id, transfer_id: transfer?.id ?? 0 };
    };
    const [taken, withdrawn] = [await offer(), await offer()];
    const newEmail = someEmail();
    await commit(me.token, await stepTwo(me, newEmail));
    const next = await newcomer(api);
    await api.db.update(users).set({ email: me.email }).where(eq(users.id, next.user.id));
    const incoming = async (token: string) =>
      (await api.call(authCode.my, {}, { token })).data.incoming.map(({ id }) => id);
    expect(await incoming(next.token)).toEqual([]);
    const accept = ({ token }: SignedIn) =>
      api.call(authCode.transferAccept, { transfer_id: taken.transfer_id }, { token });
    expect((await accept(next)).code).toBe('TRANSFER_NOT_FOUND');
    expect(await incoming(me.token)).toEqual([taken.transfer_id, withdrawn.transfer_id]);
    // The sender does not learn the new address.
    const { list } = (await api.call(authCode.my, {}, { token: sender.token })).data;
    expect(list.map(({ transfer }) => transfer?.to_email)).toEqual([me.email, me.email]);
    expect((await accept(me)).code).toBe('OK');
    const { transfer_id } = withdrawn;
    await api.call(authCode.transferCancel, { transfer_id }, { token: sender.token });
    const mails = (await api.mails()).filter(({ subject }) => subject === '授权码转让已取消');
    expect(mails[0]?.to).toBe(newEmail);
  });

  test('reports the undo again when the link is reopened, without signing out a second time', async () => {
    const me = await newcomer(api);
    await commit(me.token, await stepTwo(me, someEmail()));
    const link = await undoTokenSentTo(me.email);
    // As forwarded at the end of a sentence.
    const undo = (token = '') =>
      api.call(userAuth.emailChangeUndo, { token: `${link}。` }, { ip: someIp(), token });
    expect((await undo()).code).toBe('OK');
    const back = await signedInAs(api, me.email);
    expect((await undo(back.token)).data).toEqual({ email: me.email, signed_out: false });
    expect((await index(back.token)).data.email).toBe(me.email);
    // Changed since: this link did not restore the account's current address.
    await commit(back.token, await stepTwo(back, someEmail()));
    expect((await undo()).code).toBe('UNDO_INVALID');
  });

  test('replays the response to a retry with the same key and changes the address once', async () => {
    const me = await newcomer(api);
    const newEmail = someEmail();
    const change_token = await stepTwo(me, newEmail);
    const headers = { 'idempotency-key': 'the-key-of-one-change' };
    const again = () => api.call(userInfo.changeEmailCommit, { change_token }, { token: me.token, headers });
    const first = await again();
    expect(first.data).toMatchObject({ id: me.user.id, email: newEmail });
    const noticeCount = (await api.mails()).length;
    expect((await again()).data).toEqual(first.data);
    expect(await api.mails()).toHaveLength(noticeCount);
    // Without the key it is a separate call, and the step is used up.
    expect((await commit(me.token, change_token)).code).toBe('CHANGE_TOKEN_INVALID');
  });

  test('can be undone for 72 hours, which also invalidates later undo links', async () => {
    const me = await newcomer(api);
    const [second, third] = [someEmail(), someEmail()];
    await commit(me.token, await stepTwo(me, second));
    await commit(me.token, await stepTwo({ ...me, email: second }, third));
    const mine = await undoTokenSentTo(me.email);
    const strangers = await undoTokenSentTo(second);
    const bystander = await newcomer(api);
    const undo = (token: string) =>
      api.call(userAuth.emailChangeUndo, { token }, { ip: someIp(), token: bystander.token });
    api.clock.advance(EMAIL_CHANGE.undoTtl - 10 * MINUTE);
    // Another session in the browser that opens the link is not affected.
    expect((await undo(mine)).data).toEqual({ email: me.email, signed_out: false });
    expect((await index(bystander.token)).status).toBe(200);
    expect((await undo(strangers)).code).toBe('UNDO_INVALID');

    const other = await newcomer(api);
    await commit(other.token, await stepTwo(other, someEmail()));
    const late = await undoTokenSentTo(other.email);
    api.clock.advance(EMAIL_CHANGE.undoTtl);
    expect((await undo(late)).code).toBe('UNDO_INVALID');
  });

  test('undone, it leaves the link of an earlier change valid, unless the older address is taken', async () => {
    const me = await newcomer(api);
    const second = someEmail();
    await commit(me.token, await stepTwo(me, second));
    await commit(me.token, await stepTwo({ ...me, email: second }, someEmail()));
    const undo = async (email: string) =>
      api.call(userAuth.emailChangeUndo, { token: await undoTokenSentTo(email) }, { ip: someIp() });
    expect((await undo(second)).data.email).toBe(second);
    const other = await newcomer(api);
    const addressOf = (id: number, email: string) =>
      api.db.update(users).set({ email }).where(eq(users.id, id));
    await addressOf(other.user.id, me.email);
    expect(await undo(me.email)).toMatchObject({ status: 400, code: 'UNDO_INVALID' });
    await addressOf(other.user.id, other.email);
    expect((await undo(me.email)).data.email).toBe(me.email);
  });

  test('accepts each step token only for the next step, once, for its owner, before it expires', async () => {
    const me = await newcomer(api);
    const stranger = await newcomer(api);
    const newEmail = someEmail();
    const dropped = await stepOne(me);
    const first = await stepOne(me);
    expect((await confirm(me.token, dropped, newEmail, '123456')).code).toBe('CHANGE_TOKEN_INVALID');
    expect((await commit(me.token, first)).code).toBe('CHANGE_TOKEN_INVALID');
    expect((await confirm(stranger.token, first, newEmail, '123456')).code).toBe('CHANGE_TOKEN_INVALID');
    const code = await codeFor(api, {
      email: newEmail,
      scene,
      changeToken: first,
      caller: { token: me.token },
    });
    expect((await confirm(me.token, first, someEmail(), code)).code).toBe('CODE_INVALID');
    const second = (await confirm(me.token, first, newEmail, code)).data.change_token;
    expect((await confirm(me.token, first, newEmail, code)).code).toBe('CHANGE_TOKEN_INVALID');
    expect((await commit(stranger.token, second)).code).toBe('CHANGE_TOKEN_INVALID');
    api.clock.advance(EMAIL_CHANGE.tokenTtl);
    expect((await commit(me.token, second)).code).toBe('CHANGE_TOKEN_INVALID');
    expect((await index(me.token)).data.email).toBe(me.email);
  });

  test('[R5.05] rejects a code that is not six digits in both steps', async () => {
    const me = await newcomer(api);
    const changeToken = await stepOne(me);
    for (const code of ['12345', '1234567', '12a456']) {
      const old = await verify(me.token, code);
      expect([old.code, old.error.fields]).toEqual(['VALIDATION_FAILED', { code: 'code_invalid' }]);
      const other = await confirm(me.token, changeToken, someEmail(), code);
      expect([other.code, other.error.fields]).toEqual(['VALIDATION_FAILED', { code: 'code_invalid' }]);
    }
  });

  test('rejects a code requested by another user', async () => {
    const [me, stranger] = [await newcomer(api), await newcomer(api)];
    const newEmail = someEmail();
    const theirs = await stepOne(stranger);
    const code = await codeFor(api, {
      email: newEmail,
      scene,
      changeToken: theirs,
      caller: { token: stranger.token },
    });
    expect((await confirm(me.token, await stepOne(me), newEmail, code)).code).toBe('CODE_INVALID');
  });

  test('rejects the account’s current address', async () => {
    const me = await newcomer(api);
    const changeToken = await stepOne(me);
    const email = me.email.toUpperCase();
    expect(await askForCode(api, { email, scene, changeToken, caller: { token: me.token } })).toMatchObject({
      code: 'EMAIL_SAME',
      error: { fields: { email: 'email_same' } },
    });
    expect((await confirm(me.token, changeToken, email, '123456')).error.fields).toEqual({
      new_email: 'email_same',
    });
  });

  test('returns OK for a taken address but sends no code to it', async () => {
    const taken = await registered(api);
    const me = await newcomer(api);
    const changeToken = await stepOne(me);
    const caller = { token: me.token };
    expect((await askForCode(api, { email: taken, scene, changeToken, caller })).code).toBe('OK');
    expect(await codeSentTo(api, taken)).toBeNull();
    expect((await api.mails()).find(({ to }) => to === taken)?.subject).toBe('这个邮箱已有云舵账号');
    expect((await confirm(me.token, changeToken, taken, '123456')).code).toBe('CODE_INVALID');
  });

  test('rejects an address that was registered between the steps with EMAIL_TAKEN', async () => {
    const me = await newcomer(api);
    const newEmail = someEmail();
    const last = await stepTwo(me, newEmail);
    await api.db
      .update(users)
      .set({ email: newEmail })
      .where(eq(users.email, await registered(api)));
    const answer = await commit(me.token, last);
    // The field shows the reason: nothing is wrong with the address itself.
    expect(answer).toMatchObject({ code: 'EMAIL_TAKEN', error: { fields: { new_email: 'field_invalid' } } });
  });
});

describe('sessions', () => {
  test('lists sessions with their device and revokes one, or all but the current one', async () => {
    const email = await registered(api);
    const agents = [
      'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1',
      '',
    ];
    const tokens: string[] = [];
    for (const agent of agents) {
      const form = { email, password: PASSWORD, agree: true };
      const headers = { 'user-agent': agent };
      tokens.push((await api.call(userAuth.login, form, { ip: someIp(), headers })).data.token);
      api.clock.advance(1000);
    }
    const [here = '', phone = '', third = ''] = tokens;
    const { data } = await api.call(userInfo.sessions, undefined, { token: here });
    expect(data.list.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: '', current: false },
      { device: 'Safari, iOS', current: false },
      { device: 'Firefox, Linux', current: true },
      // Registration opened a session.
      { device: '', current: false },
    ]);
    const since = api.clock.now().getTime();
    expect(data.list.slice(0, 3).map(({ created_at, last_used_at }) => [created_at, last_used_at])).toEqual([
      [new Date(since - 1000).toISOString(), new Date(since - 1000).toISOString()],
      [new Date(since - 2000).toISOString(), new Date(since - 2000).toISOString()],
      [new Date(since - 3000).toISOString(), new Date(since - 3000).toISOString()],
    ]);
    for (const { expires_at } of data.list) expect(new Date(expires_at).getTime()).toBeGreaterThan(since);
    const id = data.list[1]?.id ?? 0;
    const revoke = (token: string, body: { id?: number }) =>
      api.call(userInfo.revokeSession, body, { token });
    const stranger = await newcomer(api);
    expect(await revoke(stranger.token, { id })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await index(phone)).status).toBe(200);
    expect((await revoke(here, { id })).data).toEqual({ revoked: 1 });
    expect((await index(phone)).status).toBe(401);
    expect((await revoke(here, {})).data).toEqual({ revoked: 2 });
    expect((await index(third)).status).toBe(401);
    expect((await index(here)).status).toBe(200);
  });
});

test('another account’s rows are unchanged at the end', async () => {
  expect(await other.rows()).toEqual(itsRows);
});
