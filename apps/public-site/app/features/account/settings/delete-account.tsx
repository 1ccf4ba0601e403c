import type { DeletionOutlook, User } from '@yunduo/api-contract';
import { LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { Button, LiveRegion, Notice } from '@yunduo/ui';
import type { DeletionBlocker } from '@yunduo/validation';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { panelPath } from '../panels.ts';
import styles from './account-settings.module.css';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { PrepareDeletion } from './prepare-deletion.tsx';

interface DeleteAccountProps {
  user: User;
  onDeleted: () => void;
}

/** Step of the deletion: closed, password, or outlook with the code. */
type Stage = { at: 'closed' } | { at: 'password' } | { at: 'outlook'; outlook: DeletionOutlook };

/** Link to where a blocker can be resolved; a role has none, since users cannot resolve it themselves. */
function PlaceOf({ kind }: { kind: DeletionBlocker }) {
  const t = useTranslations('accountSettings');
  const localePath = useLocalePath();
  if (kind === 'staff_role') return null;
  if (kind === 'open_orders') {
    return <LocaleLink to={panelPath('order-info')}>{t('delete.to_orders')}</LocaleLink>;
  }
  return <a href={localePath('/developer-center/applications')}>{t('delete.to_developer_center')}</a>;
}

/** Deletion of the account, in steps that can be cancelled until the last. */
export function DeleteAccount({ user, onDeleted }: DeleteAccountProps) {
  const t = useTranslations('accountSettings');
  const [stage, setStage] = useState<Stage>({ at: 'closed' });
  const close = () => setStage({ at: 'closed' });
  return (
    <section className={styles.section} aria-labelledby="delete-h">
      <div>
        <h2 id="delete-h">{t('delete.heading')}</h2>
        <p className="quiet">{t('delete.lead')}</p>
      </div>
      {stage.at === 'closed' && (
        <Button kind="line" onClick={() => setStage({ at: 'password' })}>
          {t('delete.begin')}
        </Button>
      )}
      {stage.at === 'password' && (
        <PrepareDeletion onCancel={close} onPrepared={(outlook) => setStage({ at: 'outlook', outlook })} />
      )}
      {stage.at === 'outlook' && stage.outlook.ready && (
        <ConfirmDeletion
          outlook={stage.outlook}
          email={user.email}
          onCancel={close}
          onAgain={() => setStage({ at: 'password' })}
          onDeleted={onDeleted}
        />
      )}
      <LiveRegion role="alert">
        {stage.at === 'outlook' && !stage.outlook.ready && (
          <Notice
            tone="warn"
            title={t('delete.blocked')}
            action={
              <Button kind="line" size="sm" onClick={close}>
                {t('delete.understood')}
              </Button>
            }
          >
            {stage.outlook.blockers.map(({ kind, count }) => (
              <p key={kind}>
                {t(`delete.blockers.${kind}`, { count })} <PlaceOf kind={kind} />
              </p>
            ))}
          </Notice>
        )}
      </LiveRegion>
    </section>
  );
}
