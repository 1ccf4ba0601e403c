import type { DevDifference } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { useDevAppDifferenceQuery } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, Skeleton } from '@yunduo/ui';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './versions.module.css';

type Field = DevDifference['fields'][number];

export default function DifferenceList({ id }: { id: number }) {
  const t = useTranslations('versions');
  const locale = useLocale();
  const { data, error, isFetching, refetch } = useDevAppDifferenceQuery(
    { version_id: id },
    { refetchOnMountOrArgChange: true },
  );
  if (!data) {
    return error ? (
      <Button kind="line" size="sm" busy={isFetching} onClick={() => void refetch()}>
        {t('timeline.retry')}
      </Button>
    ) : (
      <Skeleton label={t('difference.loading')} rows={3} />
    );
  }
  const { base, base_version, base_at, fields } = data;
  return (
    <div className={styles.fields}>
      <p className="quiet">
        {base === 'nothing'
          ? t('difference.nothing')
          : t(`difference.${base}`, {
              version: base_version ?? '',
              at: base_at ? momentOf(base_at, locale) : '',
            })}
      </p>
      {fields.length === 0 && <p>{t('difference.none')}</p>}
      {fields.map((field) => (
        <Changed key={`${field.field}.${field.locale ?? ''}`} field={field} />
      ))}
    </div>
  );
}

function Changed({ field }: { field: Field }) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const name = terms(`field.${field.field}`);
  return (
    <section>
      <h3 className={styles.changed}>{field.locale ? t(`in.${field.locale}`, { field: name }) : name}</h3>
      {field.kind === 'text' && (
        <p className={styles.words}>
          {field.parts.map(({ change, text }, index) => {
            if (change === 'added') return <ins key={index}>{text}</ins>;
            return change === 'removed' ? <del key={index}>{text}</del> : text;
          })}
        </p>
      )}
      {field.kind === 'value' && (
        <p>
          {field.before && <del>{field.before}</del>} {field.after && <ins>{field.after}</ins>}
        </p>
      )}
      {field.kind === 'list' && (
        <p>
          {field.removed.map((text) => (
            <del key={text}>{text} </del>
          ))}
          {field.added.map((text) => (
            <ins key={text}>{text} </ins>
          ))}
        </p>
      )}
      {field.kind === 'pictures' && (
        <ul className={styles.pictures}>
          {field.pictures
            .filter(({ change }) => change !== 'same')
            .map(({ id, change, src, alt }) => (
              <li key={id}>
                <img src={src} alt={alt} width={160} height={100} />
                {t(`difference.${change as 'added'}`)}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
