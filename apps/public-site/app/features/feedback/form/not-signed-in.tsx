import { Dialog, useSharedWords } from '@yunduo/app-shell';
import { signInPath } from '@yunduo/session';
import { Button } from '@yunduo/ui';
import { useLocation, useNavigate } from 'react-router';
import { useWords } from '../../../shell/words.ts';

/** Feedback needs a session (R6.03): the way to it and back, or on with writing. A default export, for `lazyWithRetry`. */
export default function NotSignedIn({ onClose }: { onClose: () => void }) {
  const t = useWords('feedback');
  const messages = useSharedWords('messages');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Dialog
      title={t('sign_in.title')}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {t('sign_in.cancel')}
          </Button>
          <Button onClick={() => void navigate(signInPath(pathname + search))}>{t('sign_in.go')}</Button>
        </>
      }
    >
      <p>{messages('not_signed_in')}</p>
      <p className="quiet">{t('sign_in.keeps')}</p>
    </Dialog>
  );
}
