import { expect, test } from '@jest/globals';
import { SEARCH_MAX } from '@yunduo/validation';
import { licenceQuery, licencesPath, soughtIn } from './licences/licence-query.ts';
import { orderQuery, ordersPath } from './orders/order-query.ts';
import { panelOf } from './panels.ts';

test.each([
  ['', 'person-info'],
  ['panel=constructor', 'person-info'],
  ['panel=my-codes', 'my-codes'],
])('the query "%s" opens the panel %s; an unknown one opens the first', (query, panel) => {
  expect(panelOf(new URLSearchParams(query)).panel).toBe(panel);
});

test.each([
  ['', { appType: 'all', range: 'all', page: 1 }, '/user?panel=order-info'],
  ['page=2', { appType: 'all', range: 'all', page: 2 }, '/user?panel=order-info&page=2'],
  [
    'app_type=private_deploy&range=year&page=9999',
    { appType: 'private_deploy', range: 'year', page: 9999 },
    '/user?panel=order-info&app_type=private_deploy&range=year&page=9999',
  ],
  ...['0', '01', '-1', '1.5', 'x', '10000'].map(
    (page) =>
      [
        `app_type=any&range=ever&page=${page}`,
        { appType: 'all', range: 'all', page: 1 },
        '/user?panel=order-info',
      ] as const,
  ),
] as const)('a list of orders of “%s” has one address', (query, read, path) => {
  expect(orderQuery(new URLSearchParams(query))).toEqual(read);
  expect(ordersPath(read)).toBe(path);
});

test.each([
  ['', { state: null, q: '', page: 1 }, '/user?panel=my-codes'],
  [
    'state=expired&q=+db-07+&page=3',
    { state: 'expired', q: 'db-07', page: 3 },
    '/user?panel=my-codes&state=expired&q=db-07&page=3',
  ],
  ['state=lost&page=0', { state: null, q: '', page: 1 }, '/user?panel=my-codes'],
  ['page=999999999', { state: null, q: '', page: 10_000 }, '/user?panel=my-codes&page=10000'],
  ['page=9999999999', { state: null, q: '', page: 1 }, '/user?panel=my-codes'],
] as const)('a list of codes of “%s” has one address', (query, read, path) => {
  expect(licenceQuery(new URLSearchParams(query))).toEqual(read);
  expect(licencesPath(read)).toBe(path);
});

test.each([
  ['YDAC-AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-Q2RM', 'Q2RM'],
  [' ydac-aaaaa-bbbbb-ccccc-ddddd-eeeee-q2rm ', 'q2rm'],
  ['my YDAC-AAAAA', 'my YDAC-AAAAA'],
  ['x'.repeat(SEARCH_MAX + 1), 'x'.repeat(SEARCH_MAX)],
])('of %j the address has %j', (typed, sought) => {
  expect(soughtIn(typed)).toBe(sought);
});
