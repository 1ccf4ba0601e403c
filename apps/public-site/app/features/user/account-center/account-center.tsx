import type { User } from '@yunduo/api-contract';
import { PageHead } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { DataExport } from './data-export.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { MailPreferences } from './mail-preferences.tsx';

interface AccountCenterProps {
  user: User;
  /** Said before the session ends for good: the way leads home then. */
  onLeave: () => void;
}

/** What one decides about the account as a whole: which mails come, what is kept, and the end of it. */
export default function AccountCenter({ user, onLeave }: AccountCenterProps) {
  const t = useWords('accountCenter');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <MailPreferences email={user.email} />
      <DataExport />
      <DeleteAccount user={user} onLeave={onLeave} />
    </>
  );
}
