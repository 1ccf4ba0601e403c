import { requireSession } from '@yunduo/session';
import { requireAppId } from '../../app-pages/require-app-id.ts';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { VersionsPage } from './versions-page.tsx';

// The data is private: the page fetches it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  requireAppId(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({
    title: words('versions')('title'),
    description: words('versions')('description'),
  }));

export default VersionsPage;
