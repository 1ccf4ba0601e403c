import type { AppDetail } from '@yunduo/api-contract';
import { dayOf } from '@yunduo/i18n';
import { Meta, type Fact } from '@yunduo/ui';
import { useLocale, useSharedWords } from '../i18n/use-words.ts';
import { externalUrl } from './external-url.ts';
import { SideSection } from './side-section.tsx';

/** Who made the app, under which licence, where it runs and where it lives. */
export function AboutApp({ app }: { app: AppDetail }) {
  const t = useSharedWords('appPage');
  const terms = useSharedWords('storeTerms');
  const locale = useLocale();
  const comma = locale === 'zh' ? '、' : ', ';

  const items: Fact[] = [
    { term: t('about.developer'), value: app.developer },
    { term: t('about.licence'), value: app.licence },
    { term: t('about.systems'), value: app.os.map((os) => terms(`os.${os}`)).join(comma) },
    { term: t('about.architectures'), value: app.arch.map((arch) => terms(`arch.${arch}`)).join(comma) },
    {
      term: t('about.published'),
      value: <time dateTime={app.first_published_at}>{dayOf(app.first_published_at, locale)}</time>,
    },
  ];
  const homepage = externalUrl(app.homepage);
  if (homepage) items.push({ term: t('about.homepage'), value: <ExternalLink url={homepage} /> });
  const repository = externalUrl(app.repo_url);
  if (repository) items.push({ term: t('about.repository'), value: <ExternalLink url={repository} /> });

  return (
    <SideSection heading={t('about.heading')}>
      <Meta layout="rows" items={items.filter(({ value }) => value !== '')} />
    </SideSection>
  );
}

/** Leaves the site in a window of its own, which learns nothing of where it came from. */
function ExternalLink({ url }: { url: URL }) {
  const t = useSharedWords('appPage');
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('about.external', { host: url.host })}
    >
      {url.host}
    </a>
  );
}
