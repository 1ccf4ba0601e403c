import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { loggerOptions } from './logger.ts';

test.each([
  'token',
  'password',
  'code',
  'authorization',
  'of.token',
  'of.password',
  'of.code_hash',
  'of.authorization',
])('whoever reads the log does not see the value of %s', (path) => {
  const lines: string[] = [];
  const { log } = Fastify({ logger: loggerOptions('info', { write: (line) => void lines.push(line) }) });
  const [first = '', second] = path.split('.');
  log.info({ [first]: second ? { [second]: 'secret' } : 'secret' }, 'said');
  const line = lines.map((one) => JSON.parse(one) as object);
  expect(line).toMatchObject([{ msg: 'said', [first]: second ? { [second]: '[redacted]' } : '[redacted]' }]);
});
