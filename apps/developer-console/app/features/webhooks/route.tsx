import { requireSession } from '@yunduo/session';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { WebhooksPage } from './webhooks-page.tsx';

// The data is private: the page fetches it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({
    title: words('webhooks')('title'),
    description: words('webhooks')('description'),
  }));

export default WebhooksPage;
