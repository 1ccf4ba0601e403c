import { describe, expect, test } from '@jest/globals';
import { nameKey, skeletonOf } from './names.ts';

describe('names are one', () => {
  test.each([
    ['Harbour Bell', 'harbour  BELL '],
    ['Ｈａｒｂｏｕｒ', 'harbour'],
    ['Straße', 'STRASSE'],
    ['ﬁle box', 'FILE BOX'],
    ['Café', 'Cafe\u0301'],
    ['Bell\u200bTower', 'belltower'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ])('%s and %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
});

describe('names are two, and alike', () => {
  test.each([
    ['WordPress', 'Wоrdрress'],
    ['Portainer', 'P0rta1ner'],
    ['Portainer', 'Port-ainer'],
    ['modern', 'modem'],
    ['Café Box', 'Cafe Box'],
    ['vvebsite', 'website'],
    ['日志中心', '曰志中心'],
    ['天气助手', '夭气助手'],
  ])('%s and %s', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });
});

test.each([
  ['备份核对', '备份校对'],
  ['Backup Check', 'Backup Chest'],
  ['端口巡检', '端口巡查'],
])('%s and %s are simply two names', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});
