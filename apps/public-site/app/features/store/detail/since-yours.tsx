import type { AppDetail, AppRelease } from '@yunduo/api-contract';
import { ChangeList, useLocale, changesLang } from '@yunduo/app-shell';
import { useStoreChangelogQuery } from '@yunduo/data-access';
import type { Locale } from '@yunduo/i18n';
import { Notice } from '@yunduo/ui';
import { CHANGE_KINDS } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import styles from './since-yours.module.css';

interface SinceYoursProps {
  app: AppDetail;
  /** The installed version. */
  from: string;
}

/** The important changes between the installed version and the current one. */
export function SinceYours({ app, from }: SinceYoursProps) {
  const t = useTranslations('storeDetail');
  const locale = useLocale();
  const isLatest = from === app.version;
  const { data, isError } = useStoreChangelogQuery({ id: app.id, from }, { skip: isLatest });

  if (isLatest) return <Notice tone="good">{t('log.latest', { version: from })}</Notice>;
  if (isError) return <Notice tone="bad">{t('log.failed')}</Notice>;
  // A withdrawn version may be newer than the current one: the log says why.
  if (!data || data.list.length === 0) return null;
  return (
    <div className={styles.since}>
      <h3>{t('log.since', { version: from })}</h3>
      <p>{t('log.behind', { version: from, count: data.list.length })}</p>
      <ChangeList changes={mergedChanges(data.list, locale)} />
    </div>
  );
}

type Change = AppRelease['changes'][number] & {
  version: string;
  /** Its language, if it differs from the page's. */
  lang: string | undefined;
};

/** The changes of several releases, the most important first; newer releases before older ones. */
function mergedChanges(releases: readonly AppRelease[], locale: Locale): Change[] {
  const all = releases.flatMap((release) =>
    release.changes.map((change) => ({
      ...change,
      version: release.version,
      lang: changesLang(release, locale),
    })),
  );
  return CHANGE_KINDS.flatMap((kind) => all.filter((change) => change.kind === kind));
}
