import type { AppDetail, AppItem } from '@yunduo/api-contract';
import {
  storeApi,
  contentApi,
  load,
  useSiteInfoQuery,
  useStoreDetailQuery,
  useStoreListQuery,
} from '@yunduo/data-access';
import { parseAppId } from '../../../app-id.ts';
import { seo } from '../../../seo.ts';
import { pageNotFound } from '../../../shell/page-not-found.ts';
import { groupInput, type Purpose, PURPOSES } from '../directory.ts';
import type { Route } from './+types/route.ts';
import { GuidePage } from './guide-page.tsx';

/** Editors may use categories that are not purposes; such an app's neighbours are those of a new server. */
const purposeOf = ({ cate }: AppDetail): Purpose => PURPOSES.find((purpose) => purpose === cate) ?? 'system';

/** Loads an official app and its neighbours. Other apps are only in the store, not in the directory. */
async function loadGuide({
  context,
  params,
  request,
}: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const id = parseAppId(params.id);
  if (id === null) throw pageNotFound(request);
  const [app] = await Promise.all([
    load(context, storeApi.endpoints.storeDetail.initiate({ id })),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  if (app.source !== 'official') throw pageNotFound(request);
  const purpose = purposeOf(app);
  // The guide is complete without its neighbours.
  await load(context, storeApi.endpoints.storeList.initiate(groupInput(purpose, null))).catch(() => null);
  return { id, purpose, name: app.name, changed: app.updated_at, onlyIn: app.only_in };
}

export const loader = (args: Route.LoaderArgs) => loadGuide(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadGuide(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words, siteName }) => {
    if (!args.loaderData) return null;
    const { id, name, changed, onlyIn } = args.loaderData;
    const t = words('guide');
    return {
      title: t('guide.title', { app: name }),
      description: t('guide.description', { app: name }),
      canonical: `/store/${String(id)}`,
      onlyIn,
      cardOf: id,
      jsonLd: {
        '@type': 'TechArticle',
        headline: t('guide.title', { app: name }),
        about: name,
        dateModified: changed,
        author: { '@type': 'Organization', name: siteName },
        publisher: { '@type': 'Organization', name: siteName },
      },
    };
  });

export default function GuideRoute({ loaderData: { id, purpose } }: Route.ComponentProps) {
  const { currentData: app } = useStoreDetailQuery({ id });
  const { currentData: group } = useStoreListQuery(groupInput(purpose, null));
  const { data: site } = useSiteInfoQuery();
  if (!app || !site) return null;
  return (
    <GuidePage app={app} purpose={purpose} next={nextApps(app, group?.list ?? [])} product={site.name} />
  );
}

/** Number of neighbours in a guide. */
const NEXT = 4;

/** Related apps of a guide: neighbours without a conflict with the app, the editors' choice first. */
function nextApps(app: AppDetail, neighbours: readonly AppItem[]): AppItem[] {
  const barred = new Set([app.id, ...app.conflicts.map(({ id }) => id)]);
  return neighbours.filter(({ id }) => !barred.has(id)).slice(0, NEXT);
}
