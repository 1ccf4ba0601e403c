import { afterEach, expect, test } from '@jest/globals';
import { tokenStorage } from '@yunduo/session';
import { clientLoader as account } from './features/account/route.tsx';
import { clientLoader as feedback } from './features/feedback/route.tsx';

const PAGES = { '/user': account, '/feedback': feedback };

afterEach(() => tokenStorage.clear());

/** Where a page of `PAGES` sends a visitor; null if it opens. */
function leadsTo(address: string): string | null {
  const request = new Request(`https://yunduo.example${address}`);
  const path = new URL(request.url).pathname.replace('/en', '') as keyof typeof PAGES;
  try {
    PAGES[path]({ request } as never);
    return null;
  } catch (thrown) {
    return (thrown as Response).headers.get('location');
  }
}

test.each([
  ['/user', '/login?from=%2Fuser'],
  ['/en/user?panel=my-codes', '/en/login?from=%2Fen%2Fuser%3Fpanel%3Dmy-codes'],
  ['/feedback?view=mine', '/login?from=%2Ffeedback%3Fview%3Dmine'],
  ['/en/feedback?no=F1', '/en/login?from=%2Fen%2Ffeedback%3Fno%3DF1'],
])('%s redirects a visitor to %s and opens for a signed-in user', (address, to) => {
  expect(leadsTo(address)).toBe(to);
  tokenStorage.saveToken('yd_1');
  expect(leadsTo(address)).toBeNull();
});

test('the feedback form requires no account', () => {
  expect(leadsTo('/feedback')).toBeNull();
});
