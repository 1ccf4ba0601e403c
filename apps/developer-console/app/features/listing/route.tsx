import { requireSession } from '@yunduo/session';
import { requireAppId } from '../../app-pages/require-app-id.ts';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { ListingPage } from './listing-page.tsx';

// The data is private: the page fetches it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  requireAppId(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({
    title: words('listing')('title'),
    description: words('listing')('description'),
  }));

export default ListingPage;
