import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { tokenStorage } from '@yunduo/session';

const FEATURES = join(import.meta.dirname, 'features');
/** Pages that open for visitors; a shared preview does too (`require-app-id.test.ts`). */
const PUBLIC = ['elsewhere', 'landing', 'not-found'];
const GUARDED = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('route.tsx'))
  .map((file) => file.replace('/route.tsx', ''))
  .filter((feature) => !PUBLIC.includes(feature));

type Page = { clientLoader: (of: { request: Request; params: object }) => unknown };

afterEach(() => tokenStorage.clear());

test('lists the pages that require sign-in', () => {
  expect(GUARDED.toSorted()).toEqual([
    'apps',
    'desk',
    'listing',
    'panel',
    'preview',
    'review',
    'versions',
    'webhooks',
  ]);
});

test.each(GUARDED)('%s redirects a visitor to sign-in and opens for a signed-in user', async (feature) => {
  const { clientLoader } = (await import(`./features/${feature}/route.tsx`)) as Page;
  const request = new Request('https://yunduo.example/en/developer-center/desk?id=7');
  const leadsTo = () => {
    try {
      clientLoader({ request, params: {} });
      return null;
    } catch (thrown) {
      return (thrown as Response).headers.get('location');
    }
  };
  expect(leadsTo()).toBe('/en/login?from=%2Fen%2Fdeveloper-center%2Fdesk%3Fid%3D7');
  tokenStorage.saveToken('yd_1');
  expect(leadsTo()).toBeNull();
});
