import {
  storeApi,
  licenceApi,
  contentApi,
  load,
  useLicencePlansQuery,
  useSiteInfoQuery,
  useSpecialArticleQuery,
  useStoreListQuery,
} from '@yunduo/data-access';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { HOME_ARTICLES } from './articles.ts';
import { HomePage } from './home-page.tsx';

/** The store's picks: the first of its recommended order, which fills the section even if few are marked. */
const PICKS = { sort: 'recommend', page_size: 8 } as const;

async function loadHome(context: Route.LoaderArgs['context']): Promise<null> {
  await Promise.all([
    load(context, contentApi.endpoints.siteInfo.initiate()),
    load(context, contentApi.endpoints.specialArticle.initiate(HOME_ARTICLES)),
    load(context, licenceApi.endpoints.licencePlans.initiate()),
    load(context, storeApi.endpoints.storeList.initiate(PICKS)),
  ]);
  return null;
}

export const loader = ({ context }: Route.LoaderArgs) => loadHome(context);
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadHome(context);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words, siteName }) => {
    const t = words('home');
    return { title: t('title', { name: siteName }), description: t('description'), home: true, feeds: true };
  });

export default function HomeRoute() {
  const { data: site } = useSiteInfoQuery();
  const { data: articles } = useSpecialArticleQuery(HOME_ARTICLES);
  const { data: picks } = useStoreListQuery(PICKS);
  const { data: plans } = useLicencePlansQuery();
  return site && articles && picks && plans ? (
    <HomePage site={site} articles={articles.list} picks={picks.list} plans={plans.list} />
  ) : null;
}
