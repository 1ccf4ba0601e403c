import type { DevDifference, ReviewDetail } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './difference.module.css';

type FieldChange = DevDifference['fields'][number];

/** Changes of this submission, field by field, in text and pictures. */
export function Difference({ difference }: { difference: ReviewDetail['difference'] }) {
  const t = useTranslations('review');
  const locale = useLocale();
  const { base, base_round, base_version, base_at, fields } = difference;
  const against =
    base === 'submission'
      ? t('difference.submission', {
          round: base_round ?? '',
          date: base_at ? dayOf(base_at, locale) : '',
        })
      : base === 'release'
        ? t('difference.release', { version: base_version ?? '' })
        : t('difference.nothing');
  return (
    <section aria-labelledby="difference">
      <h2 id="difference">{t('difference.heading')}</h2>
      <p className="quiet">{against}</p>
      {base !== 'nothing' &&
        (fields.length > 0 ? (
          fields.map((change) => (
            <FieldDifference key={`${change.field}-${change.locale ?? ''}`} change={change} />
          ))
        ) : (
          <p>{t('difference.same')}</p>
        ))}
    </section>
  );
}

function FieldDifference({ change }: { change: FieldChange }) {
  const t = useTranslations('review');
  const terms = useDeveloperTerms();
  return (
    <div className={styles.change}>
      <h3>
        <a href={`#field-${change.field}`}>{terms(`field.${change.field}`)}</a>
        {change.locale && <span className="quiet"> {t(`difference.${change.locale}`)}</span>}
      </h3>
      <Changed change={change} />
    </div>
  );
}

function Changed({ change }: { change: FieldChange }) {
  const t = useTranslations('review');
  const { kind, before, after, parts, added, removed, pictures, locale } = change;
  const lang = locale === 'zh' ? 'zh-CN' : (locale ?? undefined);
  if (kind === 'text') {
    return (
      <p className={styles.text} lang={lang}>
        {parts.map(({ change: what, text }, index) =>
          what === 'same' ? (
            <span key={index}>{text}</span>
          ) : what === 'added' ? (
            <ins key={index}>{text}</ins>
          ) : (
            <del key={index}>{text}</del>
          ),
        )}
      </p>
    );
  }
  if (kind === 'list') {
    return (
      <ul>
        {removed.map((text) => (
          <li key={`-${text}`}>
            <span className={styles.what}>{t('difference.removed')}</span> <del>{text}</del>
          </li>
        ))}
        {added.map((text) => (
          <li key={`+${text}`}>
            <span className={styles.what}>{t('difference.added')}</span> <ins>{text}</ins>
          </li>
        ))}
      </ul>
    );
  }
  if (kind === 'pictures') return <Pictures pictures={pictures} />;
  return (
    <dl className={styles.values}>
      <dt>{t('difference.before')}</dt>
      <dd>{before ? <del>{before}</del> : <span className="quiet">{t('difference.empty')}</span>}</dd>
      <dt>{t('difference.after')}</dt>
      <dd>{after ? <ins>{after}</ins> : <span className="quiet">{t('difference.empty')}</span>}</dd>
    </dl>
  );
}

function Pictures({ pictures }: Pick<FieldChange, 'pictures'>) {
  const t = useTranslations('review');
  return (
    <ul className={styles.pictures}>
      {pictures
        .filter(({ change }) => change !== 'same')
        .map(({ change, id, src, alt, from, to }) => (
          <li key={`${change}-${id}`} data-change={change}>
            <img src={src} alt={alt} loading="lazy" />
            <span>
              {change === 'moved'
                ? t('difference.moved', { from: from ?? '', to: to ?? '' })
                : t(`difference.${change as 'added' | 'removed' | 'reworded'}`)}
            </span>
          </li>
        ))}
    </ul>
  );
}
