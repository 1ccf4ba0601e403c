import { describe, expect, test } from '@jest/globals';
import { imageOf } from './image.ts';
import { withoutRunning, withRunning } from './pin-release.ts';
import { callsNamed } from './api-compat.ts';
import { compareVersions } from './released.ts';

const release = (version: string) => ({ version, commit: version.replaceAll('.', '').padEnd(40, '0') });
const versions = (list: readonly { version: string }[] | null) => list?.map(({ version }) => version);

describe('pinned releases', () => {
  test('start with the new release and keep the previous one', () => {
    expect(versions(withRunning([release('0.1.0')], release('0.2.0')))).toEqual(['0.2.0', '0.1.0']);
  });

  test('list a release that runs again once', () => {
    const list = [release('0.2.0'), release('0.1.0')];
    expect(versions(withRunning(list, release('0.1.0')))).toEqual(['0.1.0', '0.2.0']);
  });

  test('are at most five', () => {
    const list = ['5', '4', '3', '2', '1'].map((minor) => release(`0.${minor}.0`));
    expect(versions(withRunning(list, release('0.6.0')))).toEqual([
      '0.6.0',
      '0.5.0',
      '0.4.0',
      '0.3.0',
      '0.2.0',
    ]);
  });

  test('return to the previous release on rollback, or null without one', () => {
    expect(versions(withoutRunning([release('0.2.0'), release('0.1.0')]))).toEqual(['0.1.0']);
    expect(withoutRunning([release('0.1.0')])).toBeNull();
  });

  test('compareVersions compares numerically', () => {
    expect(['0.10.0', '0.9.1', '1.0.0', '0.9.0'].sort(compareVersions)).toEqual([
      '0.9.0',
      '0.9.1',
      '0.10.0',
      '1.0.0',
    ]);
  });
});

test.each([
  ["a('POST','/order/export','owner')", ['POST /api/order/export']],
  ['a("POST","/order/export")', ['POST /api/order/export']],
  ['a(`POST`,`/order/export`)', ['POST /api/order/export']],
  ["a('/order/export/all')", []],
  ['', []],
])('callsNamed in %s returns %j', (text, calls) => {
  expect(callsNamed(text, ['POST /api/order/export', 'GET /api/shop/list'])).toEqual(calls);
});

test('imageOf builds the image name from app, version and registry', () => {
  expect(imageOf('api@0.2.0', 'ghcr.io/Yunduo/Main/')).toEqual({
    app: 'api',
    image: 'ghcr.io/yunduo/main/api:0.2.0',
  });
  expect(() => imageOf('v1', 'x')).toThrow('is not a release');
});
