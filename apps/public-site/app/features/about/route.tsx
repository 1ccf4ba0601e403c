import { contentApi, load, useSiteInfoQuery, useSpecialArticleQuery } from '@yunduo/data-access';
import { seo } from '../../seo.ts';
import type { Route } from './+types/route.ts';
import { AboutPage } from './about-page.tsx';

const ARTICLES = { use_to: 'about' } as const;

async function loadAbout(context: Route.LoaderArgs['context']) {
  const [{ list }] = await Promise.all([
    load(context, contentApi.endpoints.specialArticle.initiate(ARTICLES)),
    load(context, contentApi.endpoints.siteInfo.initiate()),
  ]);
  return { lead: list[0]?.intro ?? '' };
}

export const loader = ({ context }: Route.LoaderArgs) => loadAbout(context);
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadAbout(context);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => {
    const t = words('about');
    const { lead = '' } = (args.loaderData as { lead?: string } | undefined) ?? {};
    return { title: t('title'), description: lead || t('description') };
  });

export default function AboutRoute() {
  const { data: articles } = useSpecialArticleQuery(ARTICLES);
  const { data: site } = useSiteInfoQuery();
  return articles && site ? <AboutPage articles={articles.list} site={site} /> : null;
}
