import type { User } from '@yunduo/api-contract';
import { notePage } from '@yunduo/app-shell';
import { useAccountExportMutation } from '@yunduo/data-access';
import { PageHead, Button, Icon, LiveRegion, Notice } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { saveFile } from '../save-file.ts';
import styles from './account-settings.module.css';
import { DeleteAccount } from './delete-account.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { RecentActivity } from './recent-activity.tsx';

interface AccountSettingsProps {
  user: User;
  /** The account is deleted: end the session, and go to the home page. */
  onDeleted: () => void;
}

/** Account settings: email preferences, data export, recent activity, and deletion. */
export default function AccountSettings({ user, onDeleted }: AccountSettingsProps) {
  const t = useTranslations('accountSettings');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <MailPreferences email={user.email} />
      <DataExport />
      {/* Its height depends on the number of events: here, little is below it that moves when it loads. */}
      <RecentActivity />
      <DeleteAccount user={user} onDeleted={onDeleted} />
    </>
  );
}

/** Downloads all data of the account as a file. */
function DataExport() {
  const t = useTranslations('accountSettings');
  const [ask, { isLoading, data }] = useAccountExportMutation();
  const take = async () => {
    const onPage = notePage('path');
    const result = await ask();
    // Not after sign-out: this browser may belong to several people.
    if (result.data && onPage()) saveFile(result.data.filename, JSON.stringify(result.data, null, 2));
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
