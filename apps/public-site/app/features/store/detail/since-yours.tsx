import type { AppDetail } from '@yunduo/api-contract';
import { ChangeList, useLocale } from '@yunduo/app-shell';
import { useStoreChangelogQuery } from '@yunduo/data-access';
import { Notice } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { mergedChanges } from './changes.ts';
import styles from './since-yours.module.css';

interface SinceYoursProps {
  app: AppDetail;
  /** The version that the reader runs. */
  from: string;
}

/** What matters between the reader's version and the current one. */
export function SinceYours({ app, from }: SinceYoursProps) {
  const t = useWords('storeDetail');
  const locale = useLocale();
  const isLatest = from === app.version;
  const { data, isError } = useStoreChangelogQuery({ id: app.id, from }, { skip: isLatest });

  if (isLatest) return <Notice tone="good">{t('log.latest', { version: from })}</Notice>;
  if (isError) return <Notice tone="bad">{t('log.failed')}</Notice>;
  if (!data) return null;
  return (
    <div className={styles.since}>
      <h3>{t('log.since', { version: from })}</h3>
      <p>{t('log.behind', { version: from, count: data.list.length })}</p>
      <ChangeList changes={mergedChanges(data.list, locale)} />
    </div>
  );
}
