import type { PrivateRelease } from '@yunduo/api-contract';
import { CopyButton } from '@yunduo/app-shell';
import { Table } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './private-deployment.module.css';

/** The packages themselves, for servers that reach nothing outside. */
export function DownloadItems({ release }: { release: PrivateRelease }) {
  const t = useWords('privateDeployment');
  return (
    <section aria-labelledby="items-h">
      <h2 id="items-h">{t('items.heading')}</h2>
      <p className={styles.text}>{t('items.text')}</p>
      <Table
        caption={t('items.heading')}
        rows={release.items}
        rowKey={(item) => item.arch}
        columns={[
          { key: 'name', header: t('items.file'), cell: (item) => <a href={item.url}>{item.name}</a> },
          {
            key: 'arch',
            header: t('items.arch'),
            cell: (item) => (
              <code className={styles.arch} translate="no">
                {item.arch}
              </code>
            ),
          },
          { key: 'size', header: t('items.size'), cell: (item) => item.human_size, kind: 'number' },
          {
            key: 'sum',
            header: 'SHA-256',
            cell: (item) => (
              <span className={styles.hash}>
                <code translate="no">{item.sha256}</code>
                <CopyButton text={item.sha256} label={t('items.copy', { file: item.name })} />
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}
