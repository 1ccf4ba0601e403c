import type { ReviewDetail } from '@yunduo/api-contract';
import { CopyButton, RichText, useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { localized } from '@yunduo/i18n';
import { AppLogo } from '@yunduo/ui';
import type { SuggestionField } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './content.module.css';

interface FieldValueProps {
  field: SuggestionField;
  data: ReviewDetail;
}

/** Value of a field, in both languages if it has two. */
export function FieldValue({ field, data: { app, content, facts } }: FieldValueProps) {
  const terms = useSharedTranslations('storeTerms');
  const names = useDeveloperTerms();
  switch (field) {
    case 'name':
    case 'intro':
    case 'description':
      return <BothTexts {...content[field]} />;
    case 'details':
      return <BothSides zh={<Rich html={content.details.zh} />} en={<Rich html={content.details.en} />} />;
    case 'version_description':
      return <BothTexts {...facts.description} />;
    case 'category':
      return <Line text={content.category && terms(`category.${content.category}`)} />;
    case 'os':
      return <Line text={content.os.map((os) => terms(`os.${os}`)).join(' · ')} />;
    case 'arch':
      return <Line text={content.arch.map((arch) => terms(`arch.${arch}`)).join(' · ')} />;
    case 'logo':
      return <AppLogo appKey={app.app_key} src={content.logo?.src ?? null} size={64} />;
    case 'screenshots':
      return <Shots shots={content.screenshots} />;
    case 'keywords':
      return <Line text={content.keywords.join(' · ')} />;
    case 'licence':
      return <Line text={content.licence} />;
    case 'homepage':
      return <Address url={content.homepage} />;
    case 'requirements':
      return <Requirements requirements={content.requirements} />;
    case 'relations':
      return <Relations relations={content.relations} />;
    case 'version':
      return <Line text={facts.version} num />;
    case 'git_version':
      return <Pinned text={facts.git_version} name={names('field.git_commit')} pin={facts.git_commit} />;
    case 'repo_url':
      return <Address url={facts.repo_url} />;
    case 'size':
      return <Pinned text={facts.human_size} name="SHA-256" pin={facts.package_sha256} />;
    case 'changes':
      return <Changes changes={facts.changes} />;
    case 'other':
      return null;
  }
}

function Empty() {
  const t = useTranslations('review');
  return <p className="quiet">{t('content.empty')}</p>;
}

const Line = ({ text, num = false }: { text: string | null; num?: boolean }) =>
  text ? <p className={num ? 'num' : styles.text}>{text}</p> : <Empty />;

/** A reference, with its content at submission: the decision applies to that. */
function Pinned({ text, name, pin }: { text: string; name: string; pin: string | null }) {
  const t = useTranslations('review');
  return (
    <>
      <Line text={text} num />
      {pin === null ? (
        <p className="quiet">{t('content.not_pinned', { name })}</p>
      ) : (
        <p className={styles.pin}>
          <span>{name}</span> <code translate="no">{pin}</code>
          <CopyButton text={pin} label={t('content.copy_pin', { name })} />
        </p>
      )}
    </>
  );
}

function BothSides({ zh, en }: { zh: ReactNode; en: ReactNode }) {
  const t = useTranslations('review');
  return (
    <div className={styles.both}>
      <div>
        <p className={styles.language}>{t('content.zh')}</p>
        <div lang="zh-CN">{zh}</div>
      </div>
      <div>
        <p className={styles.language}>{t('content.en')}</p>
        <div lang="en">{en}</div>
      </div>
    </div>
  );
}

const BothTexts = ({ zh, en }: { zh: string; en: string }) => (
  <BothSides zh={<Line text={zh} />} en={<Line text={en} />} />
);

/** Both languages of a short text; one line if they are the same, as sizes are. */
const BothLines = ({ zh, en }: { zh: string; en: string }) =>
  zh === en ? (
    <span>{zh}</span>
  ) : (
    <>
      <span lang="zh-CN">{zh}</span>
      <span lang="en">{en}</span>
    </>
  );

const Rich = ({ html }: { html: string }) => (html ? <RichText html={html} /> : <Empty />);

/** Opened only by a press, never automatically: the target's owner must not notice a review. */
function Address({ url }: { url: string | null }) {
  const t = useTranslations('review');
  if (!url) return <Empty />;
  if (!url.startsWith('https://')) return <p className={styles.text}>{url}</p>;
  return (
    <p className={styles.text}>
      <a href={url} target="_blank" rel="noreferrer nofollow">
        {url}
        <span className="sr"> ({t('content.open')})</span>
      </a>
    </p>
  );
}

function Shots({ shots }: { shots: ReviewDetail['content']['screenshots'] }) {
  const t = useTranslations('review');
  const locale = useLocale();
  if (shots.length === 0) return <Empty />;
  return (
    <ul className={styles.shots}>
      {shots.map(({ id, src, srcset, width, height, alt }, index) => (
        <li key={id}>
          <a href={src} target="_blank" rel="noreferrer">
            <img
              src={src}
              srcSet={srcset}
              sizes="240px"
              width={width}
              height={height}
              alt={`${t('content.picture', { place: index + 1 })}: ${localized(alt, locale)}`}
              loading="lazy"
            />
          </a>
          <p lang="zh-CN">{alt.zh}</p>
          <p lang="en">{alt.en}</p>
        </li>
      ))}
    </ul>
  );
}

function Requirements({ requirements }: Pick<ReviewDetail['content'], 'requirements'>) {
  const t = useTranslations('review');
  const filled = Object.entries(requirements).filter(([, { zh, en }]) => zh || en);
  if (filled.length === 0) return <Empty />;
  return (
    <dl className={styles.terms}>
      {filled.map(([part, { zh, en }]) => (
        <div key={part}>
          <dt>{t(`content.requirement.${part as keyof typeof requirements}`)}</dt>
          <dd>
            <BothLines zh={zh} en={en} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Relations({ relations }: Pick<ReviewDetail['content'], 'relations'>) {
  const t = useTranslations('review');
  if (relations.length === 0) return <Empty />;
  return (
    <ul className={styles.lines}>
      {relations.map(({ kind, app_key, package: name, constraint, note }, index) => (
        <li key={index}>
          {t(`content.${kind}`)}{' '}
          <span className="num">
            {app_key ?? name} {constraint}
          </span>
          {(note.zh || note.en) && (
            <p className="quiet">
              <span lang="zh-CN">{note.zh}</span> · <span lang="en">{note.en}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes }: Pick<ReviewDetail['facts'], 'changes'>) {
  const terms = useSharedTranslations('storeTerms');
  if (changes.length === 0) return <Empty />;
  return (
    <dl className={styles.terms}>
      {changes.map(({ kind, text }, index) => (
        <div key={index}>
          <dt>{terms(`change.${kind}`)}</dt>
          <dd>
            <BothLines {...text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
