import { contentApi, load, useProtocolDetailQuery, useProtocolVersionsQuery } from '@yunduo/data-access';
import { dayOf, splitLocale } from '@yunduo/i18n';
import { seo } from '../../seo.ts';
import { pageNotFound } from '../../shell/page-not-found.ts';
import type { Route } from './+types/route.ts';
import { ProtocolPage } from './protocol-page.tsx';
import { protocolInput } from './protocol-input.ts';

/** Loads one version of a text, by default the current one, and the list of versions. */
async function loadProtocol({
  context,
  params,
  request,
}: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const input = protocolInput(params.id, new URL(request.url).searchParams);
  if (input === null) throw pageNotFound(request);
  const [text] = await Promise.all([
    load(context, contentApi.endpoints.protocolDetail.initiate(input)),
    load(context, contentApi.endpoints.protocolVersions.initiate({ id: input.id })),
  ]);
  return { input, title: text.title, version: text.version, publishedAt: text.published_at };
}

export const loader = (args: Route.LoaderArgs) => loadProtocol(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadProtocol(args);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words, siteName }) => {
    if (!args.loaderData) return null;
    const { input, title, version, publishedAt } = args.loaderData;
    const date = dayOf(publishedAt, splitLocale(args.location.pathname).locale);
    return {
      title: input.version ? words('protocol')('title', { title, version }) : title,
      description: words('protocol')('description', { title, version, date }),
      query: { version: input.version },
      // An older version can be read; search engines do not index it.
      index: input.version === undefined,
      jsonLd: {
        '@type': 'Article',
        headline: title,
        version,
        datePublished: publishedAt,
        author: { '@type': 'Organization', name: siteName },
        publisher: { '@type': 'Organization', name: siteName },
      },
    };
  });

export default function ProtocolRoute({ loaderData: { input } }: Route.ComponentProps) {
  const { currentData: text } = useProtocolDetailQuery(input);
  const { currentData: versions } = useProtocolVersionsQuery({ id: input.id });
  return text && versions ? <ProtocolPage text={text} versions={versions.list} /> : null;
}
