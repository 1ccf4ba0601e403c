import { developerApi, load } from '@yunduo/data-access';
import { requireSession } from '@yunduo/session';
import { pageMeta } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { AppsPage } from './apps-page.tsx';
import { listInput } from './list-input.ts';

export function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  requireSession(request);
  // Not waited for: the page keeps the shape of the list meanwhile, and shows itself what went wrong.
  const query = listInput(new URL(request.url).searchParams);
  load(context, developerApi.endpoints.devAppList.initiate(query)).catch(() => undefined);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, (words) => ({ title: words('apps')('title'), description: words('apps')('description') }));

export default AppsPage;
