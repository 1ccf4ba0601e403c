import type { User } from '@yunduo/api-contract';
import { PageHead, Steps } from '@yunduo/ui';
import { useState } from 'react';
import { useWords } from '../../../shell/words.ts';
import { Commit } from './commit.tsx';
import { Done } from './done.tsx';
import styles from '../user.module.css';
import { VerifyIdentity } from './verify-identity.tsx';
import { VerifyNewEmail } from './verify-new-email.tsx';

/** Where the change stands. Each token comes from the step before and works once. */
type Change =
  | { step: 'identity' }
  | { step: 'new-email'; token: string }
  | { step: 'commit'; token: string; email: string }
  | { step: 'done'; email: string };

const ORDER = ['identity', 'new-email', 'commit', 'done'] as const;

/** Another e-mail, in three steps (specification §4). */
export function ChangeEmail({ user }: { user: User }) {
  const t = useWords('user');
  const [change, setChange] = useState<Change>({ step: 'identity' });
  const startAgain = () => setChange({ step: 'identity' });

  return (
    <>
      <PageHead title={t('panel.change_email')} lead={t('email.lead')} />
      <Steps
        label={t('email.steps')}
        steps={[t('email.step_identity'), t('email.step_new'), t('email.step_done')]}
        current={ORDER.indexOf(change.step)}
        doneLabel={t('email.step_passed')}
      />
      <div className={styles.form}>
        {change.step === 'identity' && (
          <VerifyIdentity
            email={user.email}
            onVerified={(token) => setChange({ step: 'new-email', token })}
          />
        )}
        {change.step === 'new-email' && (
          <VerifyNewEmail
            token={change.token}
            onVerified={(token, email) => setChange({ step: 'commit', token, email })}
            onStartAgain={startAgain}
          />
        )}
        {change.step === 'commit' && (
          <Commit
            token={change.token}
            from={user.email}
            to={change.email}
            onDone={(email) => setChange({ step: 'done', email })}
            onStartAgain={startAgain}
          />
        )}
        {change.step === 'done' && <Done email={change.email} />}
      </div>
    </>
  );
}
