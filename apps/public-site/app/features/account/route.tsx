import { requireSession } from '@yunduo/session';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { licenceIdOf } from './licences/licence-query.ts';
import { panelOf } from './panels.ts';
import { AccountPage } from './account-page.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';

// The user is fetched only in the browser: the server renders the page signed out.
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireSession(request);
  return null;
}

export function HydrateFallback() {
  return <AccountSkeleton />;
}

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('account');
    const query = new URLSearchParams(args.location.search);
    const { words: name } = panelOf(query);
    const panel = t(`panel.${name}`);
    // One order or one code is a page of its own. A code's id in the address means nothing to its owner.
    const order = name === 'order_info' && query.get('order');
    const code = name === 'my_codes' && licenceIdOf(query);
    return {
      title: order ? `${order} – ${panel}` : code ? t('code_title') : panel,
      description: t('description'),
      index: false,
    };
  });

export default AccountPage;
