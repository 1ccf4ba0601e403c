import { useAccountExportMutation } from '@yunduo/data-access';
import { Button, Icon, LiveRegion, Notice } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import styles from './account-center.module.css';
import { saveFile } from '../save-file.ts';

/** Everything that is kept about the account, as a file. */
export function DataExport() {
  const t = useWords('accountCenter');
  const [ask, { isLoading, data }] = useAccountExportMutation();
  const take = async () => {
    const result = await ask();
    if (result.data) saveFile(result.data.filename, JSON.stringify(result.data, null, 2));
  };
  return (
    <section className={styles.section} aria-labelledby="export-h">
      <div>
        <h2 id="export-h">{t('export.heading')}</h2>
        <p className="quiet">{t('export.lead')}</p>
      </div>
      <Button kind="line" busy={isLoading} onClick={() => void take()}>
        <Icon name="download" />
        {t(isLoading ? 'export.busy' : 'export.take')}
      </Button>
      <LiveRegion role="status">
        {data && !isLoading && <Notice tone="good">{t('export.done', { file: data.filename })}</Notice>}
      </LiveRegion>
    </section>
  );
}
