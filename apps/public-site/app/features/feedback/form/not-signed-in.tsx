import { ConfirmDialog, useSharedTranslations } from '@yunduo/app-shell';
import { signInPath } from '@yunduo/session';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';

/** Feedback needs a session (R6.03): sign in and return, or continue writing. A default export, for `lazyWithRetry`. */
export default function NotSignedIn({ onClose }: { onClose: () => void }) {
  const t = useTranslations('feedback');
  const messages = useSharedTranslations('messages');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <ConfirmDialog
      title={t('sign_in.title')}
      confirm={t('sign_in.go')}
      onClose={onClose}
      onConfirm={() => navigate(signInPath(pathname + search))}
    >
      <p>{messages('not_signed_in')}</p>
      <p className="quiet">{t('sign_in.keeps')}</p>
    </ConfirmDialog>
  );
}
