import { LocaleLink } from '@yunduo/app-shell';
import { PageHead, Tabs } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { useWords } from '../../shell/words.ts';
import { FeedbackForm } from './form/feedback-form.tsx';
import styles from './feedback.module.css';
import { Mine } from './tickets/mine.tsx';
import { Ticket } from './tickets/ticket.tsx';
import { minePath, viewOf, WRITE } from './views.ts';

/** Feedback: the form, and what became of one's own. */
export function FeedbackPage() {
  const t = useWords('feedback');
  const [query] = useSearchParams();
  const view = viewOf(query);
  return (
    <div className={`wrap ${styles.page ?? ''}`}>
      <PageHead title={t('heading')} lead={t('lead')} />
      <Tabs label={t('views')} className={styles.tabs}>
        <LocaleLink to={WRITE} aria-current={view.name === 'write' ? 'page' : undefined}>
          {t('write')}
        </LocaleLink>
        <LocaleLink to={minePath()} aria-current={view.name === 'write' ? undefined : 'page'}>
          {t('mine')}
        </LocaleLink>
      </Tabs>
      {view.name === 'write' && <FeedbackForm />}
      {view.name === 'mine' && <Mine page={view.page} />}
      {view.name === 'ticket' && <Ticket key={view.no} no={view.no} />}
    </div>
  );
}
