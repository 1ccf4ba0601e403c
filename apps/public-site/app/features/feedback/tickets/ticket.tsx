import type { FeedbackDetail } from '@yunduo/api-contract';
import { CopyButton, LocaleLink, useAppSelector, useLocale, useShownFailure } from '@yunduo/app-shell';
import { AttachmentList } from '@yunduo/app-shell/attachment-list';
import {
  handledByForm,
  isApiFailure,
  useFeedbackDetailQuery,
  useSiteInfoQuery,
  useFeedbackFilesMutation,
} from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { selectSignedIn } from '@yunduo/session';
import { buttonClass, EmptyState, DescriptionList, Skeleton } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './tickets.module.css';
import { minePath } from '../views.ts';
import { Failed, StateBadge } from './ticket-parts.tsx';

/** One ticket: message and replies. A default export, for `lazy`. */
export default function Ticket({ no }: { no: string }) {
  const t = useTranslations('feedback');
  const signedIn = useAppSelector(selectSignedIn);
  // One object per mounted view, so that its `handledByForm` mark persists.
  const [wish] = useState(() => handledByForm({ no }));
  const { data, error, isFetching, refetch } = useFeedbackDetailQuery(wish, {
    skip: !signedIn,
    // The URLs of attachments are valid for minutes.
    refetchOnMountOrArgChange: true,
  });
  const missing = isApiFailure(error) && (error.status === 404 || error.status === 400) ? error : null;
  useShownFailure(missing);
  if (missing) {
    return (
      <EmptyState
        failed
        title={t('missing.title')}
        action={
          <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={minePath()}>
            {t('missing.action')}
          </LocaleLink>
        }
      >
        {t('missing.text')}
      </EmptyState>
    );
  }
  if (error && !data) return <Failed busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={t('loading')} shape="text" rows={2} />;
  return <Thread ticket={data} onLapsed={() => void refetch()} />;
}

function Thread({ ticket, onLapsed }: { ticket: FeedbackDetail; onLapsed: () => void }) {
  const t = useTranslations('feedback');
  const locale = useLocale();
  const { data: site } = useSiteInfoQuery();
  const [ask] = useFeedbackFilesMutation();
  const { contact } = ticket;
  return (
    <article className={styles.ticket}>
      <header>
        <p className={styles.facts}>
          <StateBadge state={ticket.state} />
          <span>{t(`types.${ticket.type}`)}</span>
        </p>
        <h2 {...textAttributes(ticket.title, locale)}>{ticket.title}</h2>
      </header>
      <p className={styles.words} {...textAttributes(ticket.description, locale)}>
        {ticket.description}
      </p>
      {ticket.attachments.length > 0 && (
        <AttachmentList
          files={ticket.attachments}
          words={{
            list: t('ticket.attachments'),
            picture: t('ticket.picture'),
            video: t('ticket.video'),
            open: (name) => t('ticket.open', { name }),
          }}
          onAsk={async () => (await ask({ no: ticket.no }).unwrap()).attachments}
          onLapsed={onLapsed}
        />
      )}
      <DescriptionList
        layout="rows"
        items={[
          {
            term: t('ticket.number'),
            num: true,
            value: (
              <span className={styles.number}>
                <span translate="no">{ticket.no}</span> <CopyButton text={ticket.no} label={t('sent.copy')} />
              </span>
            ),
          },
          { term: t('ticket.sent'), value: momentOf(ticket.created_at, locale) },
          ...(contact
            ? [{ term: t(`contact_values.${contact.kind}`), value: contact.value, num: true }]
            : []),
        ]}
      />
      <section aria-labelledby="answers-h">
        <h3 id="answers-h">{t('ticket.answers')}</h3>
        {ticket.answers.length === 0 ? (
          <p className={styles.muted}>
            {t(ticket.state === 'closed' ? 'ticket.unanswered' : 'ticket.waiting')}
          </p>
        ) : (
          <ol className={styles.answers}>
            {ticket.answers.map(({ text, at }) => (
              <li key={at}>
                <p className={styles.facts}>
                  <b>{t('ticket.from_us', { name: site?.name ?? '' })}</b>
                  <time dateTime={at}>{momentOf(at, locale)}</time>
                </p>
                <p className={styles.words} {...textAttributes(text, locale)}>
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </section>
      {locale === 'en' && <p className="quiet">{t('ticket.time_zone')}</p>}
    </article>
  );
}
