import { describe, expect, test } from '@jest/globals';
import { nameKey, skeletonOf } from './names.ts';

describe('nameKey is equal for', () => {
  test.each([
    ['Harbour Bell', 'harbour  BELL '],
    ['Ｈａｒｂｏｕｒ', 'harbour'],
    ['Straße', 'STRASSE'],
    ['ﬁle box', 'FILE BOX'],
    ['Café', 'Cafe\u0301'],
    ['Bell\u200bTower', 'belltower'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['Heart ❤\ufe0f', 'Heart ❤'],
    ['Bell \u00a9\ufe0e', 'Bell \u00a9'],
    ['Tower\ufffc\u{13441}', 'Tower'],
  ])('%s and %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
});

describe('nameKey differs but skeletonOf is equal for', () => {
  test.each([
    ['WordPress', 'Wоrdрress'],
    ['Portainer', 'P0rta1ner'],
    ['Portainer', 'Port-ainer'],
    ['modern', 'modem'],
    ['Café Box', 'Cafe Box'],
    ['vvebsite', 'website'],
    ['日志中心', '曰志中心'],
    ['天气助手', '夭气助手'],
    ['east data', '3@57 d4t4'],
    ['big zoo', '8!9 2o0'],
    ['silk', '$|lk'],
  ])('%s and %s', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });
});

test.each([
  ['a', 'аα@4'],
  ['b', 'ьвβ8'],
  ['c', 'сϲ'],
  ['d', 'ԁ'],
  ['e', 'еεє3'],
  ['g', 'ɡ9'],
  ['h', 'нһ'],
  ['i', 'іι1l|!ıjј'],
  ['k', 'кκ'],
  ['m', 'мμ'],
  ['n', 'пη'],
  ['o', 'оο0〇○θ'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['s', 'ѕ5$'],
  ['t', 'тτ7'],
  ['u', 'υцvν'],
  ['w', 'ԝωш'],
  ['x', 'хχ×'],
  ['y', 'уγ'],
  ['z', 'ζ2'],
  ['日', '曰'],
  ['未', '末'],
  ['己', '已巳'],
  ['士', '土'],
  ['人', '入八'],
  ['大', '太犬'],
  ['天', '夭'],
  ['千', '干于'],
  ['口', '囗ロ'],
  ['工', 'エ'],
  ['力', 'カ'],
  ['一', '—ー丨'],
  ['官', '宫'],
  ['戊', '戌戍'],
])('%s has the skeleton of each of %s', (shown, likes) => {
  for (const like of likes) expect([like, skeletonOf(like)]).toEqual([like, shown]);
});

test.each([
  ['备份核对', '备份校对'],
  ['Backup Check', 'Backup Chest'],
  ['端口巡检', '端口巡查'],
])('skeletonOf differs for %s and %s', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});
