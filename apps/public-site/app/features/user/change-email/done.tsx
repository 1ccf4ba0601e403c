import { LocaleLink } from '@yunduo/app-shell';
import { LiveRegion, Notice } from '@yunduo/ui';
import { EMAIL_CHANGE, HOUR } from '@yunduo/validation';
import { useWords } from '../../../shell/words.ts';
import { panelPath } from '../panels.ts';

/** It is done, and how to take it back. */
export function Done({ email }: { email: string }) {
  const t = useWords('user');
  return (
    <>
      <LiveRegion role="status">
        <Notice tone="good" title={t('email.done_heading')}>
          <p>{t('email.done_text', { email, hours: EMAIL_CHANGE.undoTtl / HOUR })}</p>
        </Notice>
      </LiveRegion>
      <p>
        <LocaleLink to={panelPath('account-info')}>{t('email.done_back')}</LocaleLink>
      </p>
    </>
  );
}
