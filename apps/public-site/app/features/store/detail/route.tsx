import type { AppDetail, AppItem } from '@yunduo/api-contract';
import {
  storeApi,
  contentApi,
  load,
  useSiteInfoQuery,
  useStoreDetailQuery,
  useStoreListQuery,
} from '@yunduo/data-access';
import { seo } from '../../../seo.ts';
import { pageNotFound } from '../../../shell/page-not-found.ts';
import type { Route } from './+types/route.ts';
import { parseAppId } from '../../../app-id.ts';
import { softwareApplication } from './software-application.ts';
import { StoreAppPage } from './store-app-page.tsx';

/** Loads the app and, if the address names the installed version, the changes since then. */
async function loadApp({
  context,
  params,
  request,
}: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const id = parseAppId(params.id);
  if (id === null) throw pageNotFound(request);
  const { storeDetail, storeChangelog, storeList } = storeApi.endpoints;
  const [app] = await Promise.all([
    load(context, storeDetail.initiate({ id })),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  // The page is complete without its neighbours.
  await load(context, storeList.initiate(neighbourInput(app))).catch(() => null);
  const from = runningVersion(app, new URL(request.url).searchParams.get('from'));
  if (from !== null && from !== app.version) {
    // The page is complete without it: the view shows the failure.
    await load(context, storeChangelog.initiate({ id, from })).catch(() => null);
  }
  return {
    id,
    cate: app.cate,
    from,
    about: { name: app.name, intro: app.intro, onlyIn: app.only_in },
    jsonLd: softwareApplication(app),
  };
}

export const loader = (args: Route.LoaderArgs) => loadApp(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadApp(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    if (!args.loaderData) return null;
    const { about, id, jsonLd } = args.loaderData;
    return {
      title: words('storeDetail')('title', { app: about.name }),
      description: about.intro,
      onlyIn: about.onlyIn,
      feeds: true,
      cardOf: id,
      jsonLd,
    };
  });

export default function AppRoute({ loaderData: { id, cate, from } }: Route.ComponentProps) {
  const { currentData: app } = useStoreDetailQuery({ id });
  const { currentData: category } = useStoreListQuery(neighbourInput({ cate }));
  const { data: site } = useSiteInfoQuery();
  return app && site ? (
    <StoreAppPage
      app={app}
      product={site.name}
      from={from}
      neighbours={neighboursOf(app, category?.list ?? [])}
    />
  ) : null;
}

/** Number of neighbours of an app. */
const NEIGHBOURS = 4;

/** One more than are shown, since the app itself may be among them. */
const neighbourInput = ({ cate }: Pick<AppDetail, 'cate'>) =>
  ({ cate, sort: 'recommend', page_size: NEIGHBOURS + 1 }) as const;

/** Other apps of the category, the editors' choice first; a conflicting app serves the same purpose and leads. */
function neighboursOf(app: AppDetail, category: readonly AppItem[]): AppItem[] {
  const rivals = new Set(app.conflicts.map(({ id }) => id));
  const others = category.filter(({ id }) => id !== app.id);
  return [...others.filter(({ id }) => rivals.has(id)), ...others.filter(({ id }) => !rivals.has(id))].slice(
    0,
    NEIGHBOURS,
  );
}

/** The installed version from the address, if this app has it; null otherwise. */
function runningVersion(
  app: Pick<AppDetail, 'update_log' | 'withdrawn'>,
  from: string | null,
): string | null {
  const versions = [...app.update_log, ...(app.withdrawn ?? [])];
  return versions.find(({ version }) => version === from)?.version ?? null;
}
