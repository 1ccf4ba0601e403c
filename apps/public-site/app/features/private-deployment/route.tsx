import {
  contentApi,
  downloadApi,
  load,
  usePrivateDetailQuery,
  usePrivateVersionsQuery,
  useSiteInfoQuery,
} from '@yunduo/data-access';
import { VERSION_PATTERN } from '@yunduo/validation';
import { seo } from '../../seo.ts';
import { pageNotFound } from '../../shell/page-not-found.ts';
import type { Route } from './+types/route.ts';
import { PrivateDeploymentPage } from './private-deployment-page.tsx';

/**
 * Loads the version from the address, or the current one; no `input` if there is none. `?link=gone`: the API redirects
 * visitors with a missing or withdrawn package's link here.
 */
async function loadPrivate({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>) {
  const query = new URL(request.url).searchParams;
  const version = query.get('version') ?? undefined;
  const gone = query.get('link') === 'gone';
  if (version !== undefined && !VERSION_PATTERN.test(version)) throw pageNotFound(request);
  const { privateVersions, privateDetail } = downloadApi.endpoints;
  const [{ list }] = await Promise.all([
    load(context, privateVersions.initiate()),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  const input = { version: version ?? list[0]?.version };
  if (input.version === undefined) return { input: null, older: false, gone };
  await load(context, privateDetail.initiate(input));
  return { input, older: version !== undefined && version !== list[0]?.version, gone };
}

export const loader = (args: Route.LoaderArgs) => loadPrivate(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadPrivate(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words, siteName }) => {
    const t = words('privateDeployment');
    return {
      title: t('title', { name: siteName }),
      description: t('description', { name: siteName }),
      // An older version is for its users; search engines do not index it.
      index: args.loaderData?.older !== true,
    };
  });

export default function PrivateDeploymentRoute({ loaderData: { input, gone } }: Route.ComponentProps) {
  const { data: versions } = usePrivateVersionsQuery();
  const { data: site } = useSiteInfoQuery();
  const { currentData: release } = usePrivateDetailQuery(input ?? {}, { skip: !input });
  return versions && site && (release ?? !input) ? (
    <PrivateDeploymentPage versions={versions.list} release={release} site={site} linkGone={gone} />
  ) : null;
}
