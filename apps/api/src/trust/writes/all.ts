import type { Endpoint } from '@yunduo/api-contract';
import { ACCOUNT } from './account.ts';
import { DEVELOPERS } from './developers.ts';
import { DOCUMENTS } from './documents.ts';
import { OPERATORS } from './operators.ts';
import type { Write } from './scene.ts';
import { STORE } from './store.ts';

export const WRITES: readonly Write[] = [...ACCOUNT, ...STORE, ...DEVELOPERS, ...OPERATORS, ...DOCUMENTS];

export const nameOf = ({ method, url }: Endpoint): string => `${method} ${url}`;

/** The calls with a record in `writes.test.ts`, by this method or by others. */
export const recordedCalls = (isGet: boolean): string[] =>
  [...new Set(WRITES.map(({ call }) => call))]
    .filter(({ method }) => (method === 'GET') === isGet)
    .map(nameOf)
    .sort();
