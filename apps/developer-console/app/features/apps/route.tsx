import { requireSession } from '@yunduo/session';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { AppsPage } from './apps-page.tsx';

// What it shows belongs to somebody: it is fetched by the page, which keeps the shape of the list meanwhile.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({ title: words('apps')('title'), description: words('apps')('description') }));

export default AppsPage;
