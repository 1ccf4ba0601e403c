import type { Article } from '@yunduo/api-contract';
import { LocaleLink, RichText, sitePath, useLocalePath } from '@yunduo/app-shell';
import { splitLocale } from '@yunduo/i18n';
import { articlePictureSize } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { matchPage, NOT_FOUND_PAGE } from '../../route-map.ts';
import { useTranslations } from '../../shell/words.ts';
import type { HomePlace } from './articles.ts';
import styles from './section.module.css';

interface SectionProps {
  place: Exclude<HomePlace, 'top_description' | 'banner'>;
  /** The editors' article; without it the section keeps its default headline. */
  head: Article | undefined;
  /** The one coloured band. */
  band?: boolean;
  children: ReactNode;
}

/** A section of the home page: its name in the margin, its headline, its content. */
export function Section({ place, head, band, children }: SectionProps) {
  const t = useTranslations('home');
  const id = place.replace('_', '-');
  return (
    <section className={styles.section} data-band={band || undefined} id={id} aria-labelledby={`${id}-h`}>
      <div className={`wrap ${styles.columns ?? ''}`}>
        <p className={styles.name}>{t(`names.${place}`)}</p>
        <div className={styles.body}>
          <h2 id={`${id}-h`} className={styles.title}>
            {head?.title ?? t(`headlines.${place}`)}
          </h2>
          {head?.intro && <p className={styles.lead}>{head.intro}</p>}
          {head?.html && <RichText html={head.html} />}
          {children}
          {head?.link && <ArticleLink link={head.link} />}
        </div>
      </div>
    </section>
  );
}

/** Where an editor's link leads. */
interface Target {
  to: string;
  /** A page of this app; a document of this site that another app renders; another site. */
  kind: 'page' | 'document' | 'site';
}

/** Documents of this site that are no pages of this app. */
const DOCUMENTS = /^\/(?:developer-center|developers)(?:\/|$)/;

/**
 * Target of an editor's link; null for a page that does not exist (yet). A path that was copied from a page leads to
 * the language of the reader.
 */
function targetOf(href: string): Target | null {
  if (href.startsWith('https://')) return { to: href, kind: 'site' };
  const safe = sitePath(href, '');
  if (safe === '') return null;
  const { pathname, search, hash } = new URL(safe, 'http://site.invalid');
  const { path } = splitLocale(pathname);
  const to = path + search + hash;
  if (DOCUMENTS.test(path)) return { to, kind: 'document' };
  return matchPage(path).page === NOT_FOUND_PAGE ? null : { to, kind: 'page' };
}

function TargetLink({ target: { to, kind }, children }: { target: Target; children: ReactNode }) {
  const path = useLocalePath();
  if (kind === 'page') return <LocaleLink to={to}>{children}</LocaleLink>;
  return kind === 'document' ? (
    <a href={path(to)}>{children}</a>
  ) : (
    <a href={to} rel="noopener">
      {children}
    </a>
  );
}

/** The editors' link below a section. */
export function ArticleLink({ link }: { link: NonNullable<Article['link']> }) {
  const target = targetOf(link.href);
  if (target === null) return null;
  return (
    <p className={styles.more}>
      <TargetLink target={target}>{link.text}</TargetLink>
    </p>
  );
}

/** A picture uploaded by an editor, with its dimensions, to avoid layout shifts. */
function ArticlePicture({ src, alt }: { src: string; alt: string }) {
  return <img src={src} alt={alt} {...articlePictureSize(src)} loading="lazy" decoding="async" />;
}

/** An article's picture, inside its link if it has one. */
export function PictureLink({ article: { picture, title, link } }: { article: Article }) {
  const target = link ? targetOf(link.href) : null;
  const shown = <ArticlePicture src={picture ?? ''} alt={title} />;
  return target ? <TargetLink target={target}>{shown}</TargetLink> : shown;
}
