import type { AppItem, Article, SiteInfo } from '@yunduo/api-contract';
import { articlesOf } from './articles.ts';
import { Benefits } from './benefits.tsx';
import { Credentials } from './credentials.tsx';
import { Download } from './download.tsx';
import { Hero } from './hero.tsx';
import { Introduction } from './introduction.tsx';
import { Mail } from './mail.tsx';
import { Partners } from './partners.tsx';
import { Selection } from './selection.tsx';
import { SelfHosting } from './self-hosting.tsx';

interface HomePageProps {
  articles: readonly Article[];
  picks: readonly AppItem[];
  site: SiteInfo;
}

/** One turn of the wheel: what it is, see it, why it is calm, what it does daily, and so on to the mail. */
export function HomePage({ articles, picks, site }: HomePageProps) {
  return (
    <>
      <Hero
        description={articlesOf(articles, 'top_description').head}
        banner={articlesOf(articles, 'banner').head}
        links={site.links}
      />
      <Introduction {...articlesOf(articles, 'introduction')} />
      <Benefits {...articlesOf(articles, 'benefits')} />
      <Selection {...articlesOf(articles, 'selection')} picks={picks} />
      <SelfHosting {...articlesOf(articles, 'self_hosting')} product={site.name} />
      <Credentials {...articlesOf(articles, 'credentials')} />
      <Partners {...articlesOf(articles, 'partners')} />
      <Download {...articlesOf(articles, 'download')} supportEmail={site.support_email} />
      <Mail {...articlesOf(articles, 'email')} supportEmail={site.support_email} />
    </>
  );
}
