import type { User } from '@yunduo/api-contract';
import { PageHead } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { DataExport } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { RecentActivity } from './recent-activity.tsx';

interface AccountCenterProps {
  user: User;
  /** The account is gone: the session ends, and the way leads home. */
  onDeleted: () => void;
}

/** The account as a whole: which mails come, what is kept, what happened with it, and the end of it. */
export default function AccountCenter({ user, onDeleted }: AccountCenterProps) {
  const t = useWords('accountCenter');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <MailPreferences email={user.email} />
      <DataExport />
      {/* As long as what happened: where it arrives, little stands below it to move. */}
      <RecentActivity />
      <DeleteAccount user={user} onDeleted={onDeleted} />
    </>
  );
}
