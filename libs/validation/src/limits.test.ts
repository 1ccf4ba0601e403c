import { expect, test } from '@jest/globals';
import * as limits from './limits.ts';
import { ARTICLE, PROTOCOL_AHEAD_MAX } from './operator-limits.ts';
import { articlePictureSize, EMAIL_CODE_PATTERN } from './patterns.ts';
import { APP_CATEGORIES, GENDERS, isHeic, STORE_CATEGORIES } from './vocabulary.ts';

test('[R9.06] constants match specification §9', () => {
  expect(limits.PASSWORD).toEqual({ min: 8, max: 20 });
  expect(limits.CHANGED_PASSWORD).toEqual({ min: 8, max: 16, kinds: 2 });
  expect(limits.NICKNAME).toEqual({ min: 2, max: 20 });
  expect(limits.FEEDBACK_TITLE_MAX).toBe(64);
  expect(limits.APP_NAME).toEqual({ min: 4, max: 20 });
  expect(limits.APP_INTRO_MAX).toBe(100);
  expect(limits.SCREENSHOTS_MAX).toBe(5);
  expect(limits.SCREENSHOT_BYTES_LIMIT).toBe(3_145_728);
  expect(limits.EMAIL_CODE_LENGTH).toBe(6);
  expect(limits.REVIEW_WORKING_DAYS).toBe(3);
  expect(limits.PRIVATE_INSTALL_MINUTES).toEqual([3, 5]);
  expect(limits.LICENCE_PLANS).toEqual(['m1', 'm3', 'm6', 'm12', 'permanent']);
  expect(limits.LOCALE_COOKIE_DAYS).toBe(365);
  expect(limits.TOAST).toEqual({ duration: 3000 });
  expect(limits.OVERLAY).toEqual({ base: 2000, spread: 2500 });
  expect(limits.LOADING_BAR).toEqual({
    duration: 2000,
    throttle: 200,
    hideDelay: 500,
    resetDelay: 400,
  });
  expect(limits.MARKDOWN_NESTING_MAX).toBe(100);
  expect(limits.DEVICE_ID).toBe('2');
  expect(limits.RELOAD_GUARD_TTL).toBe(10_000);
});

test('[R9.06] EMAIL_CODE_PATTERN matches exactly EMAIL_CODE_LENGTH digits', () => {
  const digits = (more: number) => '7'.repeat(limits.EMAIL_CODE_LENGTH + more);
  expect([-1, 0, 1].map((more) => EMAIL_CODE_PATTERN.test(digits(more)))).toEqual([false, true, false]);
});

test('a year ahead contains every day of a leap year', () => {
  const leap = Date.UTC(2029, 0, 1) - Date.UTC(2028, 0, 1);
  expect([ARTICLE.scheduleAhead, PROTOCOL_AHEAD_MAX]).toEqual([leap, leap]);
});

test('`my` is a store category but not an app category', () => {
  expect(STORE_CATEGORIES).toEqual(['recommend', 'system', 'runtime', 'practical', 'my']);
  expect(APP_CATEGORIES).not.toContain('my');
  expect(GENDERS).toEqual(['male', 'female', 'secret']);
});

test.each([
  ['image/heic', 'picture', true],
  ['image/heif-sequence', 'picture', true],
  ['', 'IMG_1.HEIC', true],
  ['', 'img_1.heif', true],
  ['', 'img_1.heic.png', false],
  // Converted at the choice; only the name is the camera's.
  ['image/jpeg', 'IMG_1.HEIC', false],
])('a file of type “%s” named %s is a HEIC picture: %s', (type, name, expected) => {
  expect(isHeic({ type, name })).toBe(expected);
});

test.each([
  ['news/harbour-1200x800.webp', { width: 1200, height: 800 }],
  ['news/harbour.webp', null],
  ['news/harbour-0x800.webp', null],
  ['news/harbour-1200x800', null],
])('the picture %s has the size %j', (name, expected) => {
  expect(articlePictureSize(name)).toEqual(expected);
});
