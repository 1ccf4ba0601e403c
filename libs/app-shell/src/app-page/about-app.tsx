import type { AppDetail } from '@yunduo/api-contract';
import { dayOf } from '@yunduo/i18n';
import { Badge, DescriptionList, type Fact } from '@yunduo/ui';
import { CopyButton } from '../copy/copy-button.tsx';
import { useLocale, useSharedTranslations } from '../i18n/use-translations.ts';
import styles from './about-app.module.css';
import page from './app-page.module.css';
import { parseSafeUrl } from '../navigation/safe-url.ts';
import { urlOf } from '../navigation/url-of.ts';

/** An http or https URL that may be linked to; null for any other scheme. */
function externalUrl(address: string | null): URL | null {
  const url = urlOf(address ?? '');
  return url && parseSafeUrl(address ?? '', { origin: 'https://site.invalid', allow: [url.origin] });
}

/** Publisher, licence, supported systems and links of the app. */
export function AboutApp({ app }: { app: AppDetail }) {
  const t = useSharedTranslations('appPage');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const comma = locale === 'zh' ? '、' : ', ';

  const items: Fact[] = [
    { term: t('about.developer'), value: app.developer },
    ...(app.publisher ? ofPublisher(app.publisher, t) : []),
    { term: t('about.licence'), value: app.licence },
    // The developer's own requirements text replaces the generated line.
    {
      term: t('about.systems'),
      value: app.requirements.os ? '' : app.os.map((os) => terms(`os.${os}`)).join(comma),
    },
    {
      term: t('about.architectures'),
      value: app.requirements.cpu ? '' : app.arch.map((arch) => terms(`arch.${arch}`)).join(comma),
    },
    {
      term: t('about.published'),
      value: <time dateTime={app.first_published_at}>{dayOf(app.first_published_at, locale)}</time>,
    },
  ];
  const homepage = externalUrl(app.homepage);
  if (homepage) items.push({ term: t('about.homepage'), value: <ExternalLink url={homepage} /> });
  const repository = externalUrl(app.repo_url);
  if (repository) items.push({ term: t('about.repository'), value: <ExternalLink url={repository} /> });
  // Of the displayed version; versions from before the field existed have none.
  const { git_commit: commit, package_sha256: sha256 } = app.update_log[0] ?? {};
  if (commit)
    items.push({ term: t('about.commit'), value: <Digits text={commit} label={t('about.copy_commit')} /> });
  if (sha256)
    items.push({ term: t('about.sha256'), value: <Digits text={sha256} label={t('about.copy_sha256')} /> });

  return (
    <section aria-labelledby="about-h">
      <h2 id="about-h" className={page.title}>
        {t('about.heading')}
      </h2>
      <DescriptionList layout="rows" items={items.filter(({ value }) => value !== '')} />
    </section>
  );
}

/** Links to the developer, with a mark on a verified website, and where users get help. */
function ofPublisher(
  { website, verified_host, support_email }: NonNullable<AppDetail['publisher']>,
  t: (key: 'about.website' | 'about.verified' | 'about.contact') => string,
): Fact[] {
  const url = externalUrl(website);
  const site = url && {
    term: t('about.website'),
    value: (
      <>
        <ExternalLink url={url} />{' '}
        {verified_host === url.hostname && (
          <Badge tone="good" icon="check">
            {t('about.verified')}
          </Badge>
        )}
      </>
    ),
  };
  const contact = {
    term: t('about.contact'),
    value: <a href={`mailto:${support_email}`}>{support_email}</a>,
  };
  return site ? [site, contact] : [contact];
}

/** A checksum to compare with: in full, and readable without scripts. */
const Digits = ({ text, label }: { text: string; label: string }) => (
  <span className={styles.digits}>
    <code translate="no">{text}</code>
    <CopyButton text={text} label={label} />
  </span>
);

/** Opens in a new window without a referrer. */
function ExternalLink({ url }: { url: URL }) {
  const t = useSharedTranslations('appPage');
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
