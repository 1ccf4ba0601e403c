import {
  licenceApi,
  contentApi,
  load,
  orderApi,
  useLicencePlansQuery,
  usePayProvidersQuery,
  useSiteInfoQuery,
} from '@yunduo/data-access';
import { decimal } from '@yunduo/i18n';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { LicencePage } from './licence-page.tsx';

/** Loads the plans on sale. */
async function loadAuth({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const [{ list }] = await Promise.all([
    load(context, licenceApi.endpoints.licencePlans.initiate()),
    load(context, orderApi.endpoints.payProviders.initiate()),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  return list;
}

export const loader = (args: Route.LoaderArgs) => loadAuth(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadAuth(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('purchase');
    return {
      title: t('title'),
      description: t('description'),
      // A product without offers is invalid.
      ...(args.loaderData?.length && {
        jsonLd: {
          '@type': 'Product',
          name: t('title'),
          description: t('description'),
          offers: args.loaderData.map(({ name, price, currency }) => ({
            '@type': 'Offer',
            name,
            price: decimal(price),
            priceCurrency: currency,
            availability: 'https://schema.org/InStock',
          })),
        },
      }),
    };
  });

export default function LicenceRoute() {
  const { data: plans } = useLicencePlansQuery();
  const { data: site } = useSiteInfoQuery();
  const { data: ways } = usePayProvidersQuery();
  return plans && ways && site ? (
    <LicencePage offers={plans.list} providers={ways.list} email={site.support_email} />
  ) : null;
}
