import { requireSession } from '@yunduo/session';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { panelOf } from './panels.ts';
import { UserPage } from './user-page.tsx';
import { UserSkeleton } from './user-skeleton.tsx';

// The user is fetched in the browser alone: the page that the server draws knows nobody.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export function HydrateFallback() {
  return <UserSkeleton />;
}

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('user');
    const { words: name } = panelOf(new URLSearchParams(args.location.search));
    return { title: t(`panel.${name}`), description: t('description'), index: false };
  });

export default UserPage;
