import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { asvsDocument, asvsFaults, countsOf, readRepository, REQUIRED, rowsOf } from './asvs.ts';
import { root } from './workspace.ts';

test('docs/asvs.md covers each requirement of ASVS 5.0 level 1 and 2 once, with evidence or a reason', () => {
  expect(asvsFaults(asvsDocument(), readRepository)).toEqual([]);
});

test('docs/asvs.md states the number of each status', () => {
  const markdown = asvsDocument();
  const { met, deviation, absent } = countsOf(rowsOf(markdown));
  expect(markdown).toContain(
    `${REQUIRED.size} requirements: ${met} met, ${deviation} deviations, ${absent} absent`,
  );
});

/** Packages that indicate LDAP, XPath, LaTeX, memcache, GraphQL, WebSockets, SAML or telephone messages. */
const ABSENT =
  /(^|\/|-)(ldap(js|ts)?|xpath|libxmljs2?|latex|mathjax|memcached|memjs|graphql|apollo|socket\.io|ws|websocket|websockets|saml|passport|openid-client|twilio|jsonwebtoken|jose|wrtc)(-|$)/;

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
}

test('no production dependency has a technology that the document calls absent', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const shipped = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && !dev && !devOptional)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter((name) => ABSENT.test(name))).toEqual([]);
  expect(
    ['ldapjs', 'ws', '@fastify/websocket', 'graphql-request'].filter((name) => ABSENT.test(name)),
  ).toHaveLength(4);
});
