import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { CHANGED_PASSWORD, NICKNAME, PASSWORD } from '../limits.ts';
import { fieldErrors } from '../field-errors.ts';
import {
  changePasswordSchema,
  codeSchema,
  emailSchema,
  loginSchema,
  profileSchema,
  registerSchema,
  resetPasswordSchema,
} from './account.ts';

const registration = {
  email: 'lin@example.com',
  code: '123456',
  password: 'Harbour19',
  password_confirm: 'Harbour19',
  agree: true,
};
const withPassword = (password: string) => ({ ...registration, password, password_confirm: password });
const profile = { nickname: '林小舟', gender: 'female', birthday: '1990-02-28' };
const change = (password: string) => ({ old_password: 'old', password, password_confirm: password });

describe('passwords', () => {
  test.each([
    ['one character short', 'a'.repeat(PASSWORD.min - 1), 'password_length'],
    ['the shortest', 'a'.repeat(PASSWORD.min), undefined],
    ['the longest', 'a'.repeat(PASSWORD.max), undefined],
    ['one character long', 'a'.repeat(PASSWORD.max + 1), 'password_length'],
    ['emoji, counted as one each', '🚢'.repeat(PASSWORD.max), undefined],
  ])('[R5.01] register and reset validate the password length: %s', async (_, password, message) => {
    for (const schema of [registerSchema, resetPasswordSchema]) {
      expect((await fieldErrors(schema, withPassword(password))).password).toBe(message);
    }
  });

  test('[R5.01] a different confirmation is rejected at its own field', async () => {
    for (const schema of [registerSchema, resetPasswordSchema, changePasswordSchema]) {
      const value = { ...registration, old_password: 'x', password_confirm: 'Harbour20' };
      expect(await fieldErrors(schema, value)).toEqual({ password_confirm: 'password_mismatch' });
    }
  });

  test.each([
    ['Abcdef1', 'changed_password_length'],
    ['Abcdefg1', undefined],
    [`A${'b'.repeat(CHANGED_PASSWORD.max - 1)}`, undefined],
    [`A${'b'.repeat(CHANGED_PASSWORD.max)}`, 'changed_password_length'],
    ['abcdefgh', 'changed_password_kinds'],
    ['12345678', 'changed_password_kinds'],
    ['ABCDEFGH', 'changed_password_kinds'],
    ['abcdefg1', undefined],
    ['ABCDEFG1', undefined],
    ['--------', 'changed_password_kinds'],
  ])('[R5.02] changed password %s', async (password, message) => {
    expect((await fieldErrors(changePasswordSchema, change(password))).password).toBe(message);
  });
});

test.each(['Abcdefg1', 'Ａｂｃｄｅｆｇ１'])(
  'the current password is rejected as a new one (%s)',
  async (old) => {
    const value = { ...change('Abcdefg1'), old_password: old };
    expect(await fieldErrors(changePasswordSchema, value)).toEqual({ password: 'password_same' });
  },
);

test('an empty password form reports each field as required, not as the same password', async () => {
  expect(
    await fieldErrors(changePasswordSchema, { old_password: '', password: '', password_confirm: '' }),
  ).toEqual({
    old_password: 'old_password_required',
    password: 'password_required',
    password_confirm: 'password_confirm_required',
  });
});

describe('profile', () => {
  test.each([
    ['舟', 'nickname_length'],
    ['小舟', undefined],
    ['a'.repeat(NICKNAME.max), undefined],
    ['a'.repeat(NICKNAME.max + 1), 'nickname_length'],
    ['林Lin9', undefined],
    ['Lin Wei', 'nickname_characters'],
    ['lin_wei', 'nickname_characters'],
    ['ユナ', 'nickname_characters'],
    ['', 'nickname_required'],
  ])('[R5.03] nickname %j', async (nickname, message) => {
    expect((await fieldErrors(profileSchema, { ...profile, nickname })).nickname).toBe(message);
  });

  test.each([
    ['a second before midnight in Beijing', '2026-11-18T15:59:59Z', '2026-11-18', '2026-11-19'],
    ['at midnight in Beijing', '2026-11-18T16:00:00Z', '2026-11-19', '2026-11-20'],
    ['at midnight in London', '2026-11-19T00:00:00Z', '2026-11-19', '2026-11-20'],
  ])('%s the latest valid birthday is the current date in Beijing', async (_, now, today, tomorrow) => {
    jest.useFakeTimers({ now: new Date(now) });
    expect(await fieldErrors(profileSchema, { ...profile, birthday: today })).toEqual({});
    expect(await fieldErrors(profileSchema, { ...profile, birthday: tomorrow })).toEqual({
      birthday: 'birthday_invalid',
    });
    jest.useRealTimers();
  });

  test('[R5.03] gender and a valid birthday are required', async () => {
    expect(await fieldErrors(profileSchema, { nickname: '林小舟' })).toEqual({
      gender: 'gender_required',
      birthday: 'birthday_required',
    });
    for (const birthday of ['1990-02-30', '1899-12-31', '2999-01-01', '90-1-1']) {
      expect(await fieldErrors(profileSchema, { ...profile, birthday })).toEqual({
        birthday: 'birthday_invalid',
      });
    }
    expect(await fieldErrors(profileSchema, { ...profile, gender: 'other' })).toEqual({
      gender: 'gender_required',
    });
  });
});

describe('e-mail address and code', () => {
  test.each([
    ['', 'email_required'],
    ['lin', 'email_invalid'],
    ['lin@', 'email_invalid'],
    ['lin@localhost', 'email_invalid'],
    ['lin wei@example.com', 'email_invalid'],
    ['lin@example.com\nBcc: a@b.cn', 'email_invalid'],
    ['lin@-example.com', 'email_invalid'],
    [`${'a'.repeat(250)}@example.com`, 'email_invalid'],
    ['lin.wei+ops@mail.example.com.cn', undefined],
  ])('[R5.04] e-mail %j', async (email, message) => {
    expect((await fieldErrors(emailSchema, { email })).email).toBe(message);
  });

  test.each([
    ['', 'code_required'],
    ['12345', 'code_invalid'],
    ['1234567', 'code_invalid'],
    ['12345a', 'code_invalid'],
    ['１２３４５６', undefined],
    [' 123 456 ', undefined],
    ['123–456', undefined],
    ['123\u200b456', undefined],
    ['000000', undefined],
  ])('[R5.05] code %j', async (code, message) => {
    expect((await fieldErrors(codeSchema, { code })).code).toBe(message);
  });

  test('sign-in and registration require agreement', async () => {
    const signIn = { email: 'lin@example.com', password: 'x' };
    expect(await fieldErrors(loginSchema, { ...signIn, agree: false })).toEqual({ agree: 'agree_required' });
    expect(await fieldErrors(loginSchema, { ...signIn, agree: true })).toEqual({});
    expect(await fieldErrors(registerSchema, { ...registration, agree: false })).toEqual({
      agree: 'agree_required',
    });
  });
});

test('validation never throws, and handles 50,000 characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      const found = await fieldErrors(registerSchema, { ...withPassword(text), email: text, code: text });
      expect(found).toHaveProperty('email');
    }),
  );
  const long = 'a.'.repeat(25_000);
  expect(await fieldErrors(registerSchema, { ...withPassword(long), email: `${long}@`, code: long })).toEqual(
    {
      email: 'email_invalid',
      code: 'code_invalid',
      password: 'password_length',
    },
  );
});
