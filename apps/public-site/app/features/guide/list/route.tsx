import { storeApi, contentApi, load, useSiteInfoQuery, useStoreListQuery } from '@yunduo/data-access';
import { OPERATING_SYSTEMS } from '@yunduo/validation';
import { seo } from '../../../seo.ts';
import { groupInput, PURPOSES } from '../directory.ts';
import type { Route } from './+types/route.ts';
import { DirectoryPage } from './directory-page.tsx';

/** Loads the official apps by purpose. An unknown system is ignored. */
async function loadDirectory({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const wanted = new URL(request.url).searchParams.get('os');
  const os = OPERATING_SYSTEMS.find((known) => known === wanted) ?? null;
  await Promise.all([
    ...PURPOSES.map((purpose) =>
      load(context, storeApi.endpoints.storeList.initiate(groupInput(purpose, os))),
    ),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  return { os };
}

export const loader = (args: Route.LoaderArgs) => loadDirectory(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadDirectory(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('guide');
    return { title: t('title'), description: t('description') };
  });

export default function DirectoryRoute({ loaderData: { os } }: Route.ComponentProps) {
  const { data: site } = useSiteInfoQuery();
  const system = useStoreListQuery(groupInput('system', os)).currentData;
  const runtime = useStoreListQuery(groupInput('runtime', os)).currentData;
  const practical = useStoreListQuery(groupInput('practical', os)).currentData;
  if (!site || !system || !runtime || !practical) return null;
  return <DirectoryPage product={site.name} os={os} groups={{ system, runtime, practical }} />;
}
