import type { DataOf, Protocol, protocol } from '@yunduo/api-contract';
import { CopyButton, LocaleLink, Prose, useLocale, useLocalePath } from '@yunduo/app-shell';
import { Button, DescriptionList, Notice, Select } from '@yunduo/ui';
import { PROTOCOL_SLUGS } from '@yunduo/validation';
import { Form, Link, useLocation } from 'react-router';
import { VersionLinks } from '../../shell/version-links.tsx';
import { useTranslations } from '../../shell/words.ts';
import { dayOf } from '@yunduo/i18n';
import styles from './protocol-page.module.css';
import { sectionsOf } from './sections.ts';

interface ProtocolPageProps {
  text: Protocol;
  versions: DataOf<typeof protocol.versions>['list'];
}

/** One version of a legal text: content, effective date, and the checksum stored with a consent. */
export function ProtocolPage({ text, versions }: ProtocolPageProps) {
  const t = useTranslations('protocol');
  const locale = useLocale();
  const current = versions.find((version) => version.current);
  const isCurrent = !current || current.version === text.version;

  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <article className={styles.text}>
        <h1>{text.title}</h1>
        <DescriptionList
          className={styles.facts}
          items={[
            { term: t('version'), value: <>{t('version_value', { version: text.version })}</> },
            {
              term: t('published'),
              value: (
                <time dateTime={text.published_at}>
                  {t('published_value', { date: dayOf(text.published_at, locale) })}
                </time>
              ),
            },
          ]}
        />
        {!isCurrent && (
          <div className={styles.older}>
            <Notice
              tone="warn"
              action={<LocaleLink to={`/protocol/${text.id}`}>{t('to_current')}</LocaleLink>}
            >
              {t('older', { version: text.version })}
            </Notice>
          </div>
        )}
        <Text html={text.html} />
      </article>
      <aside className={styles.side}>
        <Versions id={text.id} shown={text.version} versions={versions} />
        <section>
          <h2>{t('hash')}</h2>
          <p className={styles.hash}>
            <code translate="no">{text.hash}</code>
          </p>
          <CopyButton text={text.hash} label={t('copy_hash')} withText />
        </section>
        <nav aria-labelledby="others-h">
          <h2 id="others-h">{t('others')}</h2>
          <ul>
            {PROTOCOL_SLUGS.filter((slug) => slug !== text.id).map((slug) => (
              <li key={slug}>
                <LocaleLink to={`/protocol/${slug}`}>{t(`slugs.${slug}`)}</LocaleLink>
              </li>
            ))}
          </ul>
        </nav>
        <Button kind="line" size="sm" onClick={() => window.print()} className={styles.print}>
          {t('print')}
        </Button>
      </aside>
    </div>
  );
}

/** Texts with fewer sections have no table of contents. */
const CONTENTS_FROM = 3;

/** The text in sections, after a table of contents. */
function Text({ html }: { html: string }) {
  const t = useTranslations('protocol');
  const { search } = useLocation();
  const sections = sectionsOf(html);
  const opening = sections.find(({ heading }) => heading === null);
  // Numbered: two sections may have the same heading.
  const headed = sections
    .flatMap(({ heading, html: part }) => (heading === null ? [] : [{ heading, part }]))
    .map((section, index) => ({ ...section, id: `s${String(index + 1)}` }));
  return (
    <>
      {headed.length >= CONTENTS_FROM && (
        <nav className={styles.contents} aria-labelledby="contents-h">
          <h2 id="contents-h">{t('contents')}</h2>
          <ol>
            {headed.map(({ id, heading }) => (
              <li key={id}>
                <Link to={{ search, hash: id }} discover="none">
                  {heading}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {opening && <Prose html={opening.html} />}
      {headed.map(({ id, heading, part }) => (
        <section key={id} id={id} aria-labelledby={`${id}-h`}>
          <h2 id={`${id}-h`} className={styles.heading}>
            {heading}
          </h2>
          <Prose html={part} />
        </section>
      ))}
    </>
  );
}

interface VersionsProps {
  id: string;
  shown: string;
  versions: ProtocolPageProps['versions'];
}

/** All versions of a text: links if they are few, a form if they are many. */
function Versions({ id, shown, versions }: VersionsProps) {
  const t = useTranslations('protocol');
  const localePath = useLocalePath();
  if (versions.length > 5) {
    return (
      <Form className={styles.pick} action={localePath(`/protocol/${id}`)}>
        <label htmlFor="protocol-version">{t('pick')}</label>
        <Select key={shown} id="protocol-version" name="version" defaultValue={shown}>
          {versions.map(({ version, current }) => (
            <option key={version} value={version}>
              {current ? `${version} · ${t('current')}` : version}
            </option>
          ))}
        </Select>
        <Button kind="line" type="submit">
          {t('show')}
        </Button>
      </Form>
    );
  }
  return (
    <VersionLinks
      heading={t('versions')}
      current={t('current')}
      versions={versions}
      shown={shown}
      path={`/protocol/${id}`}
    />
  );
}
