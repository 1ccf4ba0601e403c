import type { User } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, PageHead } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { panelPath } from '../panels.ts';
import styles from './account-security.module.css';
import { Sessions } from './sessions.tsx';

/** Account info: sign-in methods and active sessions. */
export function AccountSecurity({ user }: { user: User }) {
  const t = useTranslations('account');
  return (
    <>
      <PageHead title={t('panel.account_info')} lead={t('account.lead')} />
      <dl className={styles.rows}>
        <div>
          <dt>{t('account.email')}</dt>
          <dd>{user.email}</dd>
          <dd>
            <LocaleLink
              className={buttonClass}
              data-kind="line"
              data-size="sm"
              to={panelPath('change-email')}
              aria-label={t('panel.change_email')}
            >
              {t('account.email_change')}
            </LocaleLink>
          </dd>
        </div>
        <div>
          <dt>{t('account.password')}</dt>
          <dd className="quiet">{t('account.password_note')}</dd>
          <dd>
            <LocaleLink
              className={buttonClass}
              data-kind="line"
              data-size="sm"
              to={panelPath('change-password')}
              aria-label={t('panel.change_password')}
            >
              {t('account.password_change')}
            </LocaleLink>
          </dd>
        </div>
        <div>
          <dt>{t('account.two_step')}</dt>
          <dd className="quiet">{t('account.two_step_note')}</dd>
          <dd>
            <LocaleLink
              className={buttonClass}
              data-kind="line"
              data-size="sm"
              to={panelPath('two-step')}
              aria-label={t('account.two_step_manage_label')}
            >
              {t('account.two_step_manage')}
            </LocaleLink>
          </dd>
        </div>
      </dl>
      <Sessions />
    </>
  );
}
