import { contentApi, downloadApi, load, useClientReleasesQuery, useSiteInfoQuery } from '@yunduo/data-access';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { DownloadPage } from './download-page.tsx';

async function loadReleases(context: Route.LoaderArgs['context']) {
  const [{ list }] = await Promise.all([
    load(context, downloadApi.endpoints.clientReleases.initiate()),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  return { version: list[0]?.version ?? null };
}

export const loader = ({ context }: Route.LoaderArgs) => loadReleases(context);
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadReleases(context);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words, siteName }) => {
    const t = words('clientDownload');
    return { title: t('title', { name: siteName }), description: t('description', { name: siteName }) };
  });

export default function DownloadRoute() {
  const { data: releases } = useClientReleasesQuery();
  const { data: site } = useSiteInfoQuery();
  return releases && site ? <DownloadPage releases={releases} site={site} /> : null;
}
