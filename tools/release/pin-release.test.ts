import { describe, expect, test } from '@jest/globals';
import { imageOf } from './image.ts';
import { withoutRunning, withRunning } from './pin-release.ts';
import { callsNamed } from './api-compat.ts';
import { compareVersions } from './released.ts';

const release = (version: string) => ({ version, commit: version.replaceAll('.', '').padEnd(40, '0') });
const versions = (list: readonly { version: string }[] | null) => list?.map(({ version }) => version);

describe('what is pinned', () => {
  test('a new release comes first, the one before stays to go back to', () => {
    expect(versions(withRunning([release('0.1.0')], release('0.2.0')))).toEqual(['0.2.0', '0.1.0']);
  });

  test('a release that runs again is named once', () => {
    const list = [release('0.2.0'), release('0.1.0')];
    expect(versions(withRunning(list, release('0.1.0')))).toEqual(['0.1.0', '0.2.0']);
  });

  test('five releases are kept', () => {
    const list = ['5', '4', '3', '2', '1'].map((minor) => release(`0.${minor}.0`));
    expect(versions(withRunning(list, release('0.6.0')))).toEqual([
      '0.6.0',
      '0.5.0',
      '0.4.0',
      '0.3.0',
      '0.2.0',
    ]);
  });

  test('a roll-back goes to the one before, and to nothing where there is none', () => {
    expect(versions(withoutRunning([release('0.2.0'), release('0.1.0')]))).toEqual(['0.1.0']);
    expect(withoutRunning([release('0.1.0')])).toBeNull();
  });

  test('versions are compared by their numbers', () => {
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
])('%s names the new calls %j', (text, calls) => {
  expect(callsNamed(text, ['POST /api/order/export', 'GET /api/shop/list'])).toEqual(calls);
});

test('an image is named by app and version in the registry that is set', () => {
  expect(imageOf('api@0.2.0', 'ghcr.io/Yunduo/Main/')).toEqual({
    app: 'api',
    image: 'ghcr.io/yunduo/main/api:0.2.0',
  });
  expect(() => imageOf('v1', 'x')).toThrow('is not a release');
});
