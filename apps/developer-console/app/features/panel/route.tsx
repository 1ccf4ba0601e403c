import { requireSession } from '@yunduo/session';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { PanelPage } from './panel-page.tsx';

// The data is private: the page fetches it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({ title: words('panel')('title'), description: words('panel')('description') }));

export default PanelPage;
