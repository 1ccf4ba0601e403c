import { requireSession } from '@yunduo/session';
import { requireAppId } from '../../app-pages/require-app-id.ts';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { PreviewPage } from './preview-page.tsx';

// A link with a token needs no account; without one the data is private: the page fetches it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (new URL(request.url).searchParams.has('token')) return null;
  requireSession(request);
  requireAppId(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({
    title: words('preview')('title'),
    description: words('preview')('description'),
  }));

export default PreviewPage;
