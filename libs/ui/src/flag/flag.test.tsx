import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { flagOf } from './flag-of.ts';
import { Flag } from './flag.tsx';

const CSS = readFileSync(join(import.meta.dirname, 'flag.module.css'), 'utf8');
const PATTERNS = new Map(
  [...CSS.matchAll(/data-flag='(\w)'\] \{\s*background:([^;]+);/g)].map(([, letter, picture]) => [
    letter,
    picture,
  ]),
);
// B is plain red, the ground of all.
PATTERNS.set('b', 'var(--r)');

/** Which of the tokens stand for `--b`, `--r` and `--y` in an order of the colours. */
function coloursOf(order: number): Record<string, string> {
  const rule = new RegExp(`data-colours='${order}'\\] \\{([^}]+)\\}`).exec(CSS)?.[1] ?? '';
  const changed = [...rule.matchAll(/--([bry]): var\(--flag-(\w+)\)/g)].map(([, name, token]) => [
    name,
    token,
  ]);
  return { b: 'blue', r: 'red', y: 'yellow', ...Object.fromEntries(changed) };
}

/** What is drawn for an app: the pattern with its colours. */
function pictureOf(appKey: string): string {
  const { letter, colours } = flagOf(appKey);
  const named = coloursOf(colours);
  return (PATTERNS.get(letter) ?? '').replace(/--([bry])\)/g, (_, name: string) => `${named[name] ?? ''})`);
}

test('has the pattern of the first letter of the key', () => {
  expect(['nginx', 'redis', ' Swap-tuner'].map((key) => flagOf(key).letter)).toEqual(['n', 'r', 's']);
  expect(['7-zip', '应用', ''].every((key) => /^[a-z]$/.test(flagOf(key).letter))).toBe(true);
});

test('differs between all apps of the trial data that have no logo', () => {
  const keys = [
    'backup-check',
    'cert-alarm',
    'cron-keeper',
    'disk-ledger',
    'dns-doctor',
    'fail2ban',
    'kernel-jump',
    'log-broom',
    'memcached',
    'port-patrol',
    'queue-lantern',
    'shell-notebook',
    'slow-query-digest',
    'swap-tuner',
    'valkey',
    'zabbix-agent',
  ];
  expect(new Set(keys.map(pictureOf)).size).toBe(keys.length);
});

test('differs between most apps that begin with one letter', () => {
  const keys = Array.from({ length: 60 }, (_, index) => `tool-${index}`);
  expect(new Set(keys.map(pictureOf)).size).toBe(6);
});

test('draws every letter differently', () => {
  expect([...PATTERNS.keys()].sort().join('')).toBe('abcdefghijklmnopqrstuvwxyz');
  expect(new Set(PATTERNS.values()).size).toBe(26);
});

test('uses each order of the three colours once', () => {
  const orders = [0, 1, 2, 3, 4, 5].map((order) => Object.values(coloursOf(order)).join(' '));
  expect(new Set(orders).size).toBe(6);
  for (const order of orders) expect(order.split(' ').sort()).toEqual(['blue', 'red', 'yellow']);
});

test('is one element that nobody hears', () => {
  const { container } = render(<Flag appKey="nginx" className="big" />);
  expect(container.querySelectorAll('*')).toHaveLength(1);
  const flag = container.firstElementChild;
  expect(flag?.getAttribute('data-flag')).toBe('n');
  expect(flag?.getAttribute('aria-hidden')).toBe('true');
  expect(flag?.className).toBe('flag big');
});
