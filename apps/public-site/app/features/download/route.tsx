import { contentApi, downloadApi, load, useClientReleasesQuery, useSiteInfoQuery } from '@yunduo/data-access';
import { useMatches } from 'react-router';
import { seo } from '../../seo.ts';
import type { LanguageData } from '../../shell/language.ts';
import type { Route } from './+types/route.ts';
import { DownloadPage } from './download-page.tsx';

/** `?link=gone`: the API redirects visitors with an invalid or expired link back to this form. */
async function loadReleases({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const [{ list }] = await Promise.all([
    load(context, downloadApi.endpoints.clientReleases.initiate()),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  const gone = new URL(request.url).searchParams.get('link') === 'gone';
  return { version: list[0]?.version ?? null, gone };
}

export const loader = (args: Route.LoaderArgs) => loadReleases(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadReleases(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words, siteName }) => {
    const t = words('download');
    const version = args.loaderData?.version;
    const description = t('description', { name: siteName });
    return {
      title: t('title', { name: siteName }),
      description,
      ...(version && { jsonLd: client(siteName, version, description) }),
    };
  });

/** The client as structured data: downloading it is free. */
const client = (name: string, softwareVersion: string, description: string) => ({
  '@type': 'SoftwareApplication',
  name,
  description,
  softwareVersion,
  applicationCategory: 'DeveloperApplication',
  operatingSystem: 'Windows 10, Windows 11, macOS',
  offers: { '@type': 'Offer', price: 0, priceCurrency: 'CNY' },
});

/** The layout of the language provides the site's origin (`shell/language.ts`). */
const originOf = ({ loaderData }: { loaderData?: unknown }): string | undefined =>
  (loaderData as Partial<LanguageData> | null | undefined)?.origin;

export default function DownloadRoute({ loaderData: { gone } }: Route.ComponentProps) {
  const { data: releases } = useClientReleasesQuery();
  const { data: site } = useSiteInfoQuery();
  const origin = useMatches().map(originOf).find(Boolean) ?? '';
  return releases && site ? (
    <DownloadPage releases={releases} site={site} origin={origin} linkGone={gone} />
  ) : null;
}
