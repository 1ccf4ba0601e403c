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

test('[R5.01] [R5.04] [R5.08] the specified validation messages are said to the letter', () => {
  expect(zh.validation.password_mismatch).toBe('两次输入密码不一致');
  expect(en.validation.password_mismatch).toBe('Passwords entered do not match');
  expect(zh.validation.email_invalid).toBe('请输入正确的邮箱');
  expect(zh.validation.app_name_taken).toBe('应用名已被占用');
  expect(zh.errors.APP_NAME_TAKEN).toBe('应用名已被占用');
});

test('[R8.02] [R8.04] the specified error messages are said to the letter', () => {
  expect(zh.messages.access_refused).toBe('服务器拒绝访问');
  expect(zh.messages.login_first).toBe('请先登录');
  expect(zh.messages.server_busy).toBe('服务器繁忙，请稍后重试');
  expect(zh.messages.login_expired).toBe('登录过期，请重新登陆');
  expect(zh.messages.not_signed_in).toBe('您尚未登录，请先登录！');
});

test('the user messages of the specification (§8) are said to the letter', () => {
  expect(en.messages).toMatchObject({
    code_sent: 'Verification code sent to your email',
    email_needed: 'Please enter an email address',
    password_changed: 'Password changed successfully',
    registered: 'Registration successful',
    signed_in: 'Login successful',
    information_updated: 'Information updated successfully',
    edited: 'Edit successful',
    created: 'Creation successful',
    deleted: 'Delete Success',
    copied: 'Copy successful',
    copy_failed: 'Copy failed',
    copy_unsupported: 'Clipboard API not supported',
  });
  expect(en.errors.EMAIL_REQUIRED).toBe('Please enter an email address');
  expect(en.captcha.failed).toBe('Verification failed, please try again');
  expect(en.errors.CAPTCHA_FAILED).toBe('Verification failed, please try again');
  expect(en.captcha.request_failed).toBe('Request failed');
  // These are told of, not quoted.
  expect(en.messages.subscribed).toMatch(/^Subscribe success/);
  expect(en.errors.DOWNLOAD_NOT_FOUND).toMatch(/^Download link does not exist/);
  expect(en.errors.INVITATION_NOT_FOUND).toMatch(/^Invitation code does not exist/);
});

test('the states of an app have the specified names (§4)', () => {
  expect(zh.storeTerms.status).toEqual({
    pending_release: '待发布',
    published: '已上架',
    unpublished: '已下架',
  });
});
