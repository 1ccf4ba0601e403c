import { ERRORS } from '@yunduo/api-contract';
import { FIELD_MESSAGES } from '@yunduo/validation/schemas';
import { expect, test } from '@jest/globals';
import { en } from './en/index.ts';
import { zh } from './zh/index.ts';

test('every error code and every validation message has a text in both languages', () => {
  for (const words of [zh, en]) {
    expect(Object.keys(words.errors).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    expect(Object.keys(words.validation).toSorted()).toEqual([...FIELD_MESSAGES].toSorted());
  }
});

test('[R5.01] [R5.04] [R5.08] validation messages match the specification', () => {
  expect(zh.validation.password_mismatch).toBe('两次输入密码不一致');
  expect(en.validation.password_mismatch).toBe('Passwords entered do not match');
  expect(zh.validation.email_invalid).toBe('请输入正确的邮箱');
  expect(zh.validation.app_name_taken).toBe('应用名已被占用');
  expect(zh.errors.APP_NAME_TAKEN).toBe('应用名已被占用');
});

test('[R8.02] [R8.04] error messages match the specification', () => {
  expect(zh.messages.access_refused).toBe('服务器拒绝访问');
  expect(zh.messages.login_first).toBe('请先登录');
  expect(zh.messages.server_busy).toBe('服务器繁忙，请稍后重试');
  expect(zh.messages.login_expired).toBe('登录过期，请重新登陆');
  expect(zh.messages.not_signed_in).toBe('您尚未登录，请先登录！');
});

test('[R8.09a] [R8.09b] [R8.09c] messages for codes, passwords and registration match the specification', () => {
  expect(zh.messages).toMatchObject({
    code_sent: '验证码已发送到你的邮箱',
    email_needed: '请输入邮箱',
    password_changed: '密码修改成功',
    registered: '注册成功',
  });
  expect(en.messages).toMatchObject({
    code_sent: 'Verification code sent to your email',
    email_needed: 'Please enter an email address',
    password_changed: 'Password changed successfully',
    registered: 'Registration successful',
  });
  expect(zh.errors.EMAIL_REQUIRED).toBe('请输入邮箱');
  expect(en.errors.EMAIL_REQUIRED).toBe('Please enter an email address');
});

test('[R8.09d] [R8.09e] [R8.09f] messages for sign-in and saving match the specification', () => {
  expect(zh.messages).toMatchObject({
    signed_in: '登录成功',
    information_updated: '信息更新成功',
    edited: '编辑成功',
    created: '创建成功',
    deleted: '删除成功',
  });
  expect(en.messages).toMatchObject({
    signed_in: 'Login successful',
    information_updated: 'Information updated successfully',
    edited: 'Edit successful',
    created: 'Creation successful',
    deleted: 'Delete Success',
  });
});

test('[R8.09g] [R8.09j] [R8.09k] messages for copying, newsletter and captcha match the specification', () => {
  expect(zh.messages).toMatchObject({
    copied: '复制成功',
    copy_failed: '复制失败',
    copy_unsupported: '当前浏览器不支持复制',
    subscribed: '订阅成功',
  });
  expect(en.messages).toMatchObject({
    copied: 'Copy successful',
    copy_failed: 'Copy failed',
    copy_unsupported: 'Clipboard API not supported',
    subscribed: 'Subscribe success',
  });
  expect(zh.captcha).toMatchObject({ failed: '验证失败，请重试', request_failed: '请求失败' });
  expect(en.captcha).toMatchObject({
    failed: 'Verification failed, please try again',
    request_failed: 'Request failed',
  });
  expect(zh.errors.CAPTCHA_FAILED).toBe(zh.captcha.failed);
  expect(en.errors.CAPTCHA_FAILED).toBe(en.captcha.failed);
});

// These are paraphrased, not quoted.
test('[R8.09h] [R8.09i] unknown download links and invitation codes have the specified messages', () => {
  expect(zh.errors.DOWNLOAD_NOT_FOUND).toMatch(/^下载链接不存在/);
  expect(en.errors.DOWNLOAD_NOT_FOUND).toMatch(/^Download link does not exist/);
  expect(zh.errors.INVITATION_NOT_FOUND).toMatch(/^邀请码不存在/);
  expect(en.errors.INVITATION_NOT_FOUND).toMatch(/^Invitation code does not exist/);
});

test('app states have the specified names (§4)', () => {
  expect(zh.storeTerms.status).toEqual({
    pending_release: '待发布',
    published: '已上架',
    unpublished: '已下架',
  });
});
