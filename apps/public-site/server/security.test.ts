/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { REFERENCE_POLICY } from './reference.ts';
import { cspHash, INERT_POLICY, pagePolicy, securityHeaders } from './security.ts';

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((part) => [part.split(' ', 1)[0], part.split(' ').slice(1)]));

test('cspHash matches the example of the CSP specification', () => {
  // The example of the CSP specification.
  expect(cspHash("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
});

test('a page may run only its own inline scripts and files of the site', () => {
  const policy = directives(pagePolicy({ scripts: ["'sha256-a'"], styles: ["'sha256-b'"] }, null));
  expect(policy['script-src']).toEqual(["'self'", "'sha256-a'"]);
  expect(policy['style-src']).toEqual(["'self'", "'sha256-b'"]);
  expect(policy['default-src']).toEqual(["'none'"]);
});

test.each([
  ['page', pagePolicy({ scripts: [], styles: [] }, null)],
  ['non-page response', INERT_POLICY],
])('the policy of a %s forbids plugins, base and framing, and enforces Trusted Types', (_name, policy) => {
  const parts = directives(policy);
  expect(parts['object-src']).toEqual(["'none'"]);
  expect(parts['base-uri']).toEqual(["'none'"]);
  expect(parts['frame-ancestors']).toEqual(["'none'"]);
  expect(parts['require-trusted-types-for']).toEqual(["'script'"]);
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
});

test('a framed widget adds nothing to the policy; an in-page widget adds its origin', () => {
  const none = pagePolicy({ scripts: [], styles: [] }, null);
  const widget = { src: 'https://chat.example/w.js', appId: '1', origin: null, hosts: [] };
  expect(pagePolicy({ scripts: [], styles: [] }, { ...widget, mode: 'frame' })).toBe(none);
  const inPage = directives(pagePolicy({ scripts: [], styles: [] }, { ...widget, mode: 'page' }));
  for (const rule of ['script-src', 'connect-src', 'frame-src'])
    expect(inPage[rule]).toEqual(["'self'", 'https://chat.example']);
  expect(inPage['trusted-types']).toContain('chat-widget');
});

test('the policies and headers are these, and no others', () => {
  expect(pagePolicy({ scripts: ["'sha256-a'"], styles: ["'sha256-b'"] }, null).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256-a'",
    "style-src 'self' 'sha256-b'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify default',
  ]);
  const nothing = ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'];
  expect(directives(INERT_POLICY)).toEqual({
    ...Object.fromEntries(nothing.map((rule) => [rule, ["'none'"]])),
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['dompurify', 'default'],
  });
  expect(directives(REFERENCE_POLICY)).toEqual({
    ...Object.fromEntries(nothing.map((rule) => [rule, ["'none'"]])),
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });
  expect(securityHeaders({ origin: 'http://127.0.0.1' })).toEqual({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': [
      ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation', 'gyroscope'],
      ...['magnetometer', 'microphone', 'midi', 'payment', 'usb'],
    ]
      .map((feature) => `${feature}=()`)
      .join(', '),
  });
});

test('sends HSTS only for an https origin', () => {
  expect(securityHeaders({ origin: 'https://yunduo.example' })['strict-transport-security']).toMatch(
    /max-age=\d{8}/,
  );
  expect(securityHeaders({ origin: 'http://127.0.0.1' })).not.toHaveProperty('strict-transport-security');
});
