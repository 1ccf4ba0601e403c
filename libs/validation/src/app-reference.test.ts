import { describe, expect, test } from '@jest/globals';
import { parseAppReference } from './app-reference.ts';

describe('reference to a store app', () => {
  test.each([
    ['nginx', { appKey: 'nginx' }],
    [' Harbour-Bell ', { appKey: 'harbour-bell' }],
    ['\u200bng\u00adinx\u202c', { appKey: 'nginx' }],
    ['/store/7', { id: 7, origin: null }],
    ['\ufeff/store/7\u200e', { id: 7, origin: null }],
    ['/en/store/7/', { id: 7, origin: null }],
    ['https://Yunduo.example/store/7', { id: 7, origin: 'https://yunduo.example' }],
    ['http://127.0.0.1:4300/en/store/12?from=1.2.0#log', { id: 12, origin: 'http://127.0.0.1:4300' }],
  ])('%s', (text, reference) => {
    expect(parseAppReference(text)).toEqual(reference);
  });

  test.each([
    '',
    'My app',
    '7',
    '/store',
    '/store/0',
    '/store/007',
    '/store/99999999999',
    '/store/2147483648',
    '/application/7',
    'https://yunduo.example/a/store/7',
    'ftp://yunduo.example/store/7',
    'javascript:/store/7',
  ])('“%s” is none', (text) => {
    expect(parseAppReference(text)).toBeNull();
  });
});
