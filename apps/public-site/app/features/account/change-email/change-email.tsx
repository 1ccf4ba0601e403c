import type { User } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { normalEmail, EMAIL_CHANGE, HOUR } from '@yunduo/validation';
import { PageHead, Steps, useFocusInside, LiveRegion, Notice } from '@yunduo/ui';
import { useRef, useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import { panelPath } from '../panels.ts';
import { Commit } from './commit.tsx';
import styles from '../account.module.css';
import { VerifyIdentity } from './verify-identity.tsx';
import { VerifyNewEmail } from './verify-new-email.tsx';
import { localDraft } from '@yunduo/app-shell/drafts';

const ORDER = ['identity', 'new-email', 'commit', 'done'] as const;

/** The change is done once the account has the address, also if the last step's answer was lost. */
const doneOf = (change: Change, now: string): Change =>
  change.step === 'commit' && normalEmail(change.email) === normalEmail(now)
    ? { step: 'done', email: now }
    : change;

/** Change of the email address, in three steps (specification §4). */
export default function ChangeEmail({ user }: { user: User }) {
  const t = useTranslations('account');
  const [left, setChange] = useState(() => pendingChange.read(user.id));
  const change = doneOf(left, user.email);
  const go = (next: Change, life?: number) => {
    pendingChange.keep(user.id, next, life);
    setChange(next);
  };
  const startAgain = () => go({ step: 'identity' });
  const at = ORDER.indexOf(change.step);
  const steps = [t('email.step_identity'), t('email.step_new'), t('email.step_done')];
  // The button that led here is unmounted; the group's label names the step.
  const step = useRef<HTMLDivElement>(null);
  useFocusInside(step, change.step);

  return (
    <>
      <PageHead title={t('panel.change_email')} lead={t('email.lead')} />
      <Steps label={t('email.steps')} steps={steps} current={at} doneLabel={t('email.step_passed')} />
      <div
        ref={step}
        className={styles.form}
        role="group"
        aria-label={steps[at] ?? steps.at(-1)}
        tabIndex={-1}
      >
        {change.step === 'identity' && (
          <VerifyIdentity
            email={user.email}
            onVerified={({ change_token: token, expires_in }) => go({ step: 'new-email', token }, expires_in)}
          />
        )}
        {change.step === 'new-email' && (
          <VerifyNewEmail
            user={user}
            token={change.token}
            onVerified={({ change_token: token, expires_in }, email) =>
              go({ step: 'commit', token, email }, expires_in)
            }
            onStartAgain={startAgain}
          />
        )}
        {change.step === 'commit' && (
          <Commit
            token={change.token}
            from={user.email}
            to={change.email}
            onDone={(email) => go({ step: 'done', email })}
            onStartAgain={startAgain}
          />
        )}
        {change.step === 'done' && <Done email={change.email} />}
      </div>
    </>
  );
}

/** Confirmation, and how to undo the change. */
function Done({ email }: { email: string }) {
  const t = useTranslations('account');
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

/** State of a change. Each token comes from the previous step and works once. */
type Change =
  | { step: 'identity' }
  | { step: 'new-email'; token: string }
  | { step: 'commit'; token: string; email: string }
  | { step: 'done'; email: string };

const entry = localDraft('email-change-step');

/**
 * Stores the state of a change in this tab while its token is valid: the user may leave the panel or reload the page. A
 * token works only with its owner's session; it is removed at sign-out, for another user, and when the change is done
 * (docs/decisions/0037-keep-the-steps-of-an-e-mail-change-over-a-reload.md).
 */
const pendingChange = {
  read(user: number): Change {
    const { user: owner, until, step, token, email } = entry.read();
    const works = owner === user && typeof until === 'number' && Date.now() < until;
    if (works && step === 'new-email' && typeof token === 'string') return { step, token };
    if (works && step === 'commit' && typeof token === 'string' && typeof email === 'string')
      return { step, token, email };
    if (until !== undefined) entry.remove();
    return { step: 'identity' };
  },
  /** `life`: seconds that the token of this step is valid; 0 stores nothing. */
  keep(user: number, change: Change, life = 0): void {
    if (life > 0) entry.save({ ...change, user, until: Date.now() + life * 1000 });
    else entry.remove();
  },
};
