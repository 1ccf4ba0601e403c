import { requireSession } from '@yunduo/session';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { AppsPage } from './apps-page.tsx';

// The data is private: the page fetches it, and shows a placeholder of the list meanwhile.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({ title: words('apps')('title'), description: words('apps')('description') }));

export default AppsPage;
