import type { AdminActivity, AdminArticle, ProtocolVersion } from '@yunduo/api-contract';
import { ConfirmDialog, showToast, useLocale } from '@yunduo/app-shell';
import {
  useDeskActivityWithdrawMutation,
  useDeskArticleArchiveMutation,
  useDeskProtocolWithdrawMutation,
} from '@yunduo/data-access';
import { closeIfOutdated } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import { oneLine } from './article-state.tsx';

// Confirmation before an activity is withdrawn.

export function WithdrawActivity({ activity, onClose }: { activity: AdminActivity; onClose: () => void }) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [withdraw] = useDeskActivityWithdrawMutation();
  return (
    <ConfirmDialog
      title={t('activities.withdraw_title', { title: activity.title[locale] })}
      confirm={t('activities.withdraw_confirm')}
      danger
      onClose={onClose}
      onFailure={closeIfOutdated(onClose)}
      onConfirm={async () => {
        await withdraw({ id: activity.id, revision: activity.revision }).unwrap();
        showToast(t('activities.withdrawn_toast'));
      }}
    >
      <p>{t('activities.withdraw_text')}</p>
    </ConfirmDialog>
  );
}

export function WithdrawVersion({
  version: { id, title, version },
  onClose,
}: {
  version: ProtocolVersion;
  onClose: () => void;
}) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [withdraw] = useDeskProtocolWithdrawMutation();
  return (
    <ConfirmDialog
      title={t('protocols.withdraw_title', { title: title[locale], version })}
      confirm={t('protocols.withdraw_confirm')}
      danger
      onClose={onClose}
      onFailure={closeIfOutdated(onClose)}
      onConfirm={async () => {
        await withdraw({ id, version }).unwrap();
        showToast(t('protocols.withdrawn'));
      }}
    >
      <p>{t('protocols.withdraw_text')}</p>
    </ConfirmDialog>
  );
}

interface ArchiveProps {
  article: AdminArticle;
  onDone: (article: AdminArticle) => void;
  /** A colleague changed the article: the editor shows it. */
  onConflict: () => void;
  onClose: () => void;
}

export function Archive({ article, onDone, onConflict, onClose }: ArchiveProps) {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [archive] = useDeskArticleArchiveMutation();
  return (
    <ConfirmDialog
      title={t('article.archive_title', { title: oneLine(article.content.title[locale]) })}
      confirm={t('article.archive_confirm')}
      onClose={onClose}
      onFailure={closeIfOutdated(() => {
        onConflict();
        onClose();
      })}
      onConfirm={async () => {
        onDone(await archive({ id: article.id, revision: article.revision }).unwrap());
        showToast(t('article.archived'));
      }}
    >
      <p>{t('article.archive_text')}</p>
      {article.schedule && <p>{t('schedule.archive_text')}</p>}
    </ConfirmDialog>
  );
}
