import { authCodeApi, contentApi, load, useLicencePlansQuery, useSiteInfoQuery } from '@yunduo/data-access';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { AuthPage } from './auth-page.tsx';

/** Loads what is on sale. */
async function loadAuth({ context }: Pick<Route.LoaderArgs, 'context'>) {
  await Promise.all([
    load(context, authCodeApi.endpoints.licencePlans.initiate()),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  return null;
}

export const loader = (args: Route.LoaderArgs) => loadAuth(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadAuth(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('auth');
    return { title: t('title'), description: t('description') };
  });

export default function AuthRoute() {
  const { data: plans } = useLicencePlansQuery();
  const { data: site } = useSiteInfoQuery();
  return plans && site ? <AuthPage offers={plans.list} email={site.support_email} /> : null;
}
