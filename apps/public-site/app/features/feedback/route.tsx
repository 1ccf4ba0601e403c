import { requireSession } from '@yunduo/session';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { FeedbackPage } from './feedback-page.tsx';
import { viewOf } from './views.ts';

// The form is the same for all visitors and rendered by the server; tickets are fetched only in the browser.
export const loader = () => null;
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (viewOf(new URL(request.url).searchParams).name !== 'write') requireSession(request);
  return null;
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('feedback');
    const view = viewOf(new URLSearchParams(args.location.search));
    // A single ticket is a page of its own.
    const mine = view.name === 'ticket' ? `${view.no} – ${t('mine')}` : t('mine');
    return {
      title: view.name === 'write' ? t('title') : mine,
      description: t('description'),
      index: view.name === 'write',
    };
  });

export default FeedbackPage;
