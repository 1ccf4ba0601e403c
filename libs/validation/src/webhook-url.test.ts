import { expect, test } from '@jest/globals';
import { webhookUrlError } from './webhook-url.ts';

test.each([
  ['https://ci.example.com/hook', null],
  ['HTTPS://CI.Example.com/Hook?token=1', null],
  ['https://ci.example.com', null],
  ['https://ci-1.example.com./hook', null],
  ['https://ci.example.com:443/', null],
  ['https://ci.example.com:8443/hook', null],
  ['https://[2606:4700::1111]/hook', null],
  ['https://203.0.113.7/hook', null],
  ['http://127.0.0.1:4999/hook', null],
  ['http://localhost:4999/hook', null],
  ['http://[::1]:4999/hook', null],
  ['http://ci.example.com/hook', 'webhook_url_https'],
  ['ftp://ci.example.com/hook', 'webhook_url_https'],
  ['https://ci.example.com:9000/hook', 'webhook_url_port'],
  ['https://ci.example.com:22', 'webhook_url_port'],
  ['https://deploy:secret@ci.example.com/hook', 'webhook_url_user'],
  ['https://ci.example.com@127.0.0.1/', 'webhook_url_user'],
  ['ci.example.com/hook', 'webhook_url_invalid'],
  ['https:ci.example.com', 'webhook_url_invalid'],
  ['https://metadata/latest', 'webhook_url_invalid'],
  ['https://ci.example.com/hook#part', 'webhook_url_invalid'],
  ['https://ci.example.com\\@evil.example/', 'webhook_url_user'],
  ['https://ci.example.com\\evil', 'webhook_url_invalid'],
  ['https://ci..example.com/', 'webhook_url_invalid'],
  ['https://-ci.example.com/', 'webhook_url_invalid'],
  ['https://.example.com/', 'webhook_url_invalid'],
  ['https://ci.example.com/a b', 'webhook_url_invalid'],
  ['https://例子.中国/hook', 'webhook_url_invalid'],
  [`https://ci.example.com/${'a'.repeat(300)}`, 'webhook_url_invalid'],
])('%s: %s', (address, error) => {
  expect(webhookUrlError(address)).toBe(error);
});
