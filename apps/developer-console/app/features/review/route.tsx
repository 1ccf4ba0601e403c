import { requireSession } from '@yunduo/session';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { ReviewPage } from './review-page.tsx';

// The data is for reviewers only: the page fetches it.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({
    title: words('review')(new URLSearchParams(args.location.search).has('id') ? 'file_title' : 'title'),
    description: words('review')('description'),
  }));

export default ReviewPage;
