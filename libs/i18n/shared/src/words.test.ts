import { ERRORS } from '@yunduo/api-contract';
import { FIELD_MESSAGES } from '@yunduo/validation/schemas';
import { expect, test } from '@jest/globals';
import { en } from './en/index.ts';
import { zh } from './zh/index.ts';

test('every error code and every field message has words in both languages', () => {
  for (const words of [zh, en]) {
    expect(Object.keys(words.errors).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    expect(Object.keys(words.validation).toSorted()).toEqual([...FIELD_MESSAGES].toSorted());
  }
});

test('[R5.01] [R5.04] the specified validation messages are said to the letter', () => {
  expect(zh.validation.password_mismatch).toBe('两次输入密码不一致');
  expect(en.validation.password_mismatch).toBe('Passwords entered do not match');
  expect(zh.validation.email_invalid).toBe('请输入正确的邮箱');
});

test('[R8.02] [R8.04] the specified error messages are said to the letter', () => {
  expect(zh.messages.access_refused).toBe('服务器拒绝访问');
  expect(zh.messages.login_first).toBe('请先登录');
  expect(zh.messages.server_busy).toBe('服务器繁忙，请稍后重试');
  expect(zh.messages.login_expired).toBe('登录过期，请重新登陆');
  expect(en.messages.code_sent).toBe('Verification code sent to your email');
  expect(en.messages.signed_in).toBe('Login successful');
});
