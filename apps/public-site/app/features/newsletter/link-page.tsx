import { LiveRegion, Notice } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { NeedsScript } from '../../forms/needs-script.tsx';
import { TaskPage } from '../../shell/task-page.tsx';
import styles from './newsletter.module.css';
import type { ApiFailure } from '@yunduo/api-client';
import { LocaleLink } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useTranslations } from '../../shell/words.ts';

/** What stands beside the question: what one would receive, or what one still receives. */
const BESIDE = {
  content: ['news', 'leave', 'privacy'],
  others: ['account', 'orders', 'codes'],
} as const;

interface LinkPageProps {
  beside: keyof typeof BESIDE;
  heading: string;
  lead?: string;
  children?: ReactNode;
}

/** One question; the result replaces it, and is announced to screen readers. */
export function LinkPage({ beside, heading, lead, children }: LinkPageProps) {
  const t = useTranslations('newsletter');
  const items =
    beside === 'content'
      ? BESIDE.content.map((item) => ({
          term: t(`content.${item}`),
          text:
            item === 'privacy' ? (
              <>
                {t('content.privacy_text')}
                <LocaleLink to="/protocol/privacy-policy">{t('content.privacy_link')}</LocaleLink>
              </>
            ) : (
              t(`content.${item}_text`)
            ),
        }))
      : BESIDE.others.map((item) => ({ term: t(`others.${item}`), text: t(`others.${item}_text`) }));
  return (
    <TaskPage beside={{ heading: t(`${beside}.heading`), items }}>
      <div className={styles.letter}>
        <LiveRegion role="status" begun className={styles.words}>
          <h1>{heading}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </LiveRegion>
        <NeedsScript />
        {children}
      </div>
    </TaskPage>
  );
}

interface LinkErrorProps {
  failure: ApiFailure | null;
  incomplete: boolean;
  /** The visitor wants to leave: the remedy is the link of a newer email, otherwise a new subscription. */
  leaving?: boolean;
}

/** A link that is incomplete, expired or superseded. */
export function LinkError({ failure, incomplete, leaving = false }: LinkErrorProps) {
  const t = useTranslations('newsletter');
  return (
    <>
      <LiveRegion role="alert">
        {incomplete && (
          <Notice tone="bad">
            <p>{t('no_token')}</p>
          </Notice>
        )}
      </LiveRegion>
      <FormError
        error={incomplete ? null : failure}
        action={leaving ? t('newest') : <LocaleLink to="/#email">{t('again')}</LocaleLink>}
      />
    </>
  );
}
