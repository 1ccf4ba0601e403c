import { lazyWithRetry, LocaleLink, useAppSelector, useSessionEnd } from '@yunduo/app-shell';
import { onDraftsRemoved } from '@yunduo/app-shell/drafts';
import { selectGeneration } from '@yunduo/session';
import { PageHead, Skeleton, Tabs } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../shell/words.ts';
import { FeedbackForm } from './form/feedback-form.tsx';
import styles from './feedback.module.css';
import { minePath, viewOf, WRITE, type View } from './views.ts';

// Visitors who write do not read: the ticket views load when opened.
const Mine = lazyWithRetry(() => import('./tickets/mine.tsx'));
const Ticket = lazyWithRetry(() => import('./tickets/ticket.tsx'));

/** Feedback: the form, and the user's own tickets. */
export function FeedbackPage() {
  const t = useTranslations('feedback');
  const [query] = useSearchParams();
  const view = viewOf(query);
  // The user changed: the previous user's text and attachments are cleared.
  const [writer, setWriter] = useState(0);
  useEffect(() => onDraftsRemoved(() => setWriter((count) => count + 1)), []);
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={t(view.name === 'write' ? 'heading' : 'mine')} lead={t('lead')} />
      <Tabs label={t('views')} className={styles.tabs}>
        <LocaleLink to={WRITE} aria-current={view.name === 'write' ? 'page' : undefined}>
          {t('write')}
        </LocaleLink>
        <LocaleLink to={minePath()} aria-current={view.name === 'write' ? undefined : 'page'}>
          {t('mine')}
        </LocaleLink>
      </Tabs>
      {view.name === 'write' ? (
        <div className={styles.columns}>
          <FeedbackForm key={writer} />
          <Tips />
        </div>
      ) : (
        <Own view={view} />
      )}
    </div>
  );
}

const TIPS = ['versions', 'secrets', 'readers'] as const;

/** Beside the form: how to get a useful answer, and who reads it. */
function Tips() {
  const t = useTranslations('feedback');
  return (
    <aside className={styles.tips} aria-labelledby="tips">
      <h2 id="tips">{t('tips.heading')}</h2>
      <dl>
        {TIPS.map((tip) => (
          <div key={tip}>
            <dt>{t(`tips.list.${tip}.title`)}</dt>
            <dd>{t(`tips.list.${tip}.text`)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** The user's own tickets depend on the session: they unmount with it, and the next user's are fetched. */
function Own({ view }: { view: Exclude<View, { name: 'write' }> }) {
  const t = useTranslations('feedback');
  const session = useAppSelector(selectGeneration);
  useSessionEnd();
  const waiting = <Skeleton label={t('loading')} shape="text" rows={3} />;
  return (
    <>
      <noscript>
        <p className={styles.script}>{t('needs_script')}</p>
      </noscript>
      {view.name === 'mine' ? (
        <Mine key={session} page={view.page} waiting={waiting} />
      ) : (
        <Ticket key={`${String(session)} ${view.no}`} no={view.no} waiting={waiting} />
      )}
    </>
  );
}
