import type { Article, SiteInfo } from '@yunduo/api-contract';
import { CopyButton, LocaleLink, RichText } from '@yunduo/app-shell';
import { DescriptionList, PageHead } from '@yunduo/ui';
import { articlePictureSize } from '@yunduo/validation';
import { hasPage } from '../../route-map.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './about-page.module.css';

interface AboutPageProps {
  /** Articles from the editors: the first one heads the page, the others follow as sections. */
  articles: readonly Article[];
  site: SiteInfo;
}

/** The about page: company, purpose and contact. */
export function AboutPage({ articles: [head, ...sections], site }: AboutPageProps) {
  const t = useTranslations('about');
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={head?.title ?? t('title')} lead={head?.intro} />
      <div className={styles.columns}>
        <div className={styles.text}>
          {head ? <Body article={head} /> : <p>{t('empty')}</p>}
          {sections.map((article) => (
            <section key={article.id} aria-labelledby={`about-${String(article.id)}`}>
              <h2 id={`about-${String(article.id)}`}>{article.title}</h2>
              {article.intro && <p className={styles.lead}>{article.intro}</p>}
              <Body article={article} />
            </section>
          ))}
          <PressKit name={site.name} />
        </div>
        <aside className={styles.side} aria-labelledby="reach-us">
          <h2 id="reach-us">{t('reach')}</h2>
          <p>{t('reach_text')}</p>
          <ul>
            <li>
              <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
            </li>
            {hasPage('feedback') && (
              <li>
                <LocaleLink to="/feedback">{t('feedback')}</LocaleLink>
              </li>
            )}
            <li>
              <LocaleLink to="/protocol/privacy-policy">{t('privacy')}</LocaleLink>
            </li>
          </ul>
        </aside>
      </div>
    </div>
  );
}

/** Brand files for print and web, served as the site's own files. */
const PRESS_FILES = [
  ['mark_vector', '/icon.svg'],
  ['mark_picture', '/icon-512.png'],
  ['card', '/share.png'],
] as const;

const BRAND_COLOUR = '#27B2BC';

/** The press kit: logo files, the brand colour and the product image. */
function PressKit({ name }: { name: string }) {
  const t = useTranslations('about');
  return (
    <section aria-labelledby="press">
      <h2 id="press">{t('press.heading')}</h2>
      <p className={styles.lead}>{t('press.text', { name })}</p>
      <div className={styles.press}>
        <img
          src="/icon.svg"
          width="96"
          height="96"
          alt={t('press.mark_alt', { name })}
          loading="lazy"
          decoding="async"
        />
        <ul>
          {PRESS_FILES.map(([key, file]) => (
            <li key={key}>
              <a href={file} download>
                {t(`press.${key}`)}
              </a>
            </li>
          ))}
          <li>
            {t('press.colour')} <code translate="no">{BRAND_COLOUR}</code>
            <CopyButton text={BRAND_COLOUR} label={t('press.copy_colour')} />
          </li>
        </ul>
      </div>
    </section>
  );
}

function Body({ article: { html, facts, picture, title } }: { article: Article }) {
  return (
    <>
      {picture?.includes('/') && (
        <img
          src={picture}
          alt={title}
          {...articlePictureSize(picture)}
          loading="lazy"
          decoding="async"
          className={styles.picture}
        />
      )}
      {html && <RichText html={html} />}
      {facts.length > 0 && (
        <DescriptionList layout="rows" items={facts.map(({ label, value }) => ({ term: label, value }))} />
      )}
    </>
  );
}
