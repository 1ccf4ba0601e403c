import { expect, test } from '@jest/globals';
import { storeSchemas } from '@yunduo/api-contract/schemas';
import { faultsOnWire } from '@yunduo/api-contract/testing';
import { CHECK_APPS_MAX } from '@yunduo/validation';
import { serverFactsSchema } from '@yunduo/validation/schemas';
import fc from 'fast-check';
import { checkInput, NO_FACTS } from './server-facts.ts';

test('every input accepted by the form is valid for the API', () => {
  const app = { app_key: 'nginx', name: 'Nginx' };
  const amount = fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,6}(\.\d{1,3})?$/), fc.string());
  const line = fc.oneof(
    fc.stringMatching(/^[a-z-]{1,120}([@= ]\d{1,3}\.\d{1,30})?$/),
    fc.string({ unit: 'grapheme' }),
  );
  const facts = fc.record({
    os: fc.constantFrom('', 'debian', 'ubuntu'),
    os_version: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,5}(\.\d{1,5}){0,3}$/), fc.string()),
    arch: fc.constantFrom('', 'x86_64', 'arm64'),
    mem_gb: amount,
    disk_gb: amount,
    cores: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,6}$/)),
    installed: fc
      .array(line, { maxLength: CHECK_APPS_MAX + 2, size: 'max' })
      .map((lines) => lines.join('\n')),
  });
  let accepted = 0;
  fc.assert(
    fc.property(facts, (input) => {
      if (!serverFactsSchema.isValidSync(input)) return;
      accepted += 1;
      const sent = checkInput(app, input);
      expect([sent, faultsOnWire(storeSchemas.check.body, sent)]).toEqual([sent, []]);
    }),
    { numRuns: 500 },
  );
  // Otherwise the property above could hold vacuously.
  expect(accepted).toBeGreaterThan(20);
});

test('installed apps are separated by lines, and by the commas of any keyboard', () => {
  const installed = 'nginx 1.29.3\r\nredis，mysql、postgres@18, caddy; minio, v2\n\n';
  const apps = checkInput({ app_key: 'own', name: 'Own' }, { ...NO_FACTS, installed }).apps;
  expect(apps.map(({ app_key, version }) => [app_key, version].join(' ').trim())).toEqual([
    'own',
    'nginx 1.29.3',
    'redis',
    'mysql',
    'postgres 18',
    'caddy',
    'minio v2',
  ]);
});
