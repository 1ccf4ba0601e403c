import type { AppDetail } from '@yunduo/api-contract';
import { LocaleLink, useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { textLang } from '@yunduo/i18n';
import { DescriptionList, StatusDot } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import styles from './before-you-start.module.css';

/** Requirements on the server, dependencies and conflicts. */
export function BeforeYouStart({ app }: { app: AppDetail }) {
  const t = useTranslations('guide');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const comma = locale === 'zh' ? '、' : ', ';
  const { os, cpu, mem, hard_disk, network_card } = app.requirements;
  const facts = [
    { term: t('before.system'), value: os || app.os.map((one) => terms(`os.${one}`)).join(comma) },
    { term: t('before.cpu'), value: cpu || app.arch.map((one) => terms(`arch.${one}`)).join(comma) },
    { term: t('before.memory'), value: mem },
    { term: t('before.disk'), value: hard_disk },
    { term: t('before.network'), value: network_card },
  ]
    .filter(({ value }) => value !== '')
    .map(({ term, value }) => {
      const lang = textLang(value, locale);
      return { term, value: lang ? <span lang={lang}>{value}</span> : value };
    });
  return (
    <div className={styles.before}>
      <DescriptionList layout="rows" items={facts} />
      <div className={styles.others}>
        <Others heading={t('before.needs')} none={t('before.needs_none')} relations={app.dependencies} />
        <Others
          heading={t('before.clashes')}
          none={t('before.clashes_none')}
          relations={app.conflicts}
          warn
        />
      </div>
    </div>
  );
}

interface OthersProps {
  heading: string;
  none: string;
  relations: AppDetail['dependencies'];
  warn?: boolean;
}

function Others({ heading, none, relations, warn = false }: OthersProps) {
  const locale = useLocale();
  return (
    <div>
      <h3>{heading}</h3>
      {relations.length === 0 && <p className="quiet">{none}</p>}
      <ul>
        {relations.map(({ name, id, constraint, note }) => (
          <li key={name}>
            <StatusDot tone={warn ? 'warn' : 'none'} />
            <bdi>{id === null ? name : <LocaleLink to={`/store/${String(id)}`}>{name}</LocaleLink>}</bdi>{' '}
            {constraint}
            {note && (
              <p className="quiet" lang={textLang(note, locale)}>
                {note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
