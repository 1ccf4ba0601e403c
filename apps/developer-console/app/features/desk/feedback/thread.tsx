import type { AdminFeedback } from '@yunduo/api-contract';
import {
  ConfirmDialog,
  CopyButton,
  LocaleLink,
  showToast,
  useAppSelector,
  useLocale,
} from '@yunduo/app-shell';
import { AttachmentList } from '@yunduo/app-shell/attachment-list';
import {
  useDeskFeedbackAnswerMutation,
  useDeskFeedbackFilesMutation,
  useDeskFeedbackQuery,
} from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Badge, Button, DescriptionList, Notice, PageHead, type BadgeTone } from '@yunduo/ui';
import type { FeedbackState } from '@yunduo/validation';
import { useState } from 'react';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { closeIfOutdated } from '../../../forms/conflict.ts';
import { useTitleOf } from '../../../parts/use-title-of.ts';
import { useTranslations } from '../../../shell/words.ts';
import shared from '../desk.module.css';
import { RoomFile } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import { AnswerForm } from './answer-form.tsx';
import { Assignment } from './assignment.tsx';
import styles from './feedback.module.css';

export const FEEDBACK_TONES: Record<FeedbackState, BadgeTone> = {
  open: 'warn',
  answered: 'good',
  closed: 'neutral',
};

/** One ticket with attachments and replies, and the form for the next reply. */
export function Thread({ number }: { number: string }) {
  const t = useTranslations('deskFeedback');
  const query = useDeskFeedbackQuery({ q: number }, { refetchOnMountOrArgChange: true });
  const found = query.data && (query.data.list.find(({ no }) => no === number) ?? null);
  return (
    <RoomFile
      room="feedback"
      title={number}
      words={{ back: t('back'), missing: t('missing'), missing_text: t('missing_text') }}
      query={query}
      file={found}
    >
      {(ticket) => <Ticket ticket={ticket} onLapsed={() => void query.refetch()} />}
    </RoomFile>
  );
}

/** `onLapsed`: the links of its files have expired. */
function Ticket({ ticket, onLapsed }: { ticket: AdminFeedback; onLapsed: () => void }) {
  const t = useTranslations('deskFeedback');
  const locale = useLocale();
  const own = useAppSelector(selectUser)?.id === ticket.user.id;
  const { no, state, type, contact, description, attachments, answers } = ticket;
  const [closing, setClosing] = useState(false);
  const [ask] = useDeskFeedbackFilesMutation();
  useTitleOf(no);
  return (
    <>
      <PageHead
        title={<span {...textAttributes(ticket.title, locale)}>{ticket.title}</span>}
        lead={
          <span className={shared.badges}>
            {t(`types.${type}`)}
            <Badge tone={FEEDBACK_TONES[state]}>{t(`states.${state}`)}</Badge>
          </span>
        }
      />
      <div className={shared.notices}>{own && <Notice title={t('own')} />}</div>
      <div className={styles.thread}>
        <div>
          <section className={shared.section}>
            <h2>{t('description')}</h2>
            <p className={shared.words} {...textAttributes(description, locale)}>
              {description}
            </p>
            {attachments.length > 0 && (
              <div className={styles.attachments}>
                <AttachmentList
                  files={attachments}
                  words={{
                    list: t('attachments'),
                    picture: t('picture'),
                    video: t('video'),
                    open: (name) => t('open_file', { name }),
                  }}
                  onAsk={async () =>
                    (await ask({ q: no }).unwrap()).list.find((one) => one.no === no)?.attachments
                  }
                  onLapsed={onLapsed}
                />
              </div>
            )}
          </section>
          <section className={shared.section}>
            <h2>{t('answers')}</h2>
            {answers.length === 0 ? (
              <p className="quiet">{t('no_answers')}</p>
            ) : (
              <ol className={styles.answers}>
                {answers.map(({ text, at }) => (
                  <li key={at}>
                    <time className="quiet" dateTime={at}>
                      {momentOf(at, locale)}
                    </time>
                    <p className={shared.words} {...textAttributes(text, locale)}>
                      {text}
                    </p>
                  </li>
                ))}
              </ol>
            )}
          </section>
          {!own && (
            <section className={shared.section}>
              <h2>{t('answer.heading')}</h2>
              {/* A colleague's reply must be shown before the form continues, which then uses the new revision. */}
              <AnswerForm
                ticket={ticket}
                instead={
                  state !== 'closed' && (
                    <Button kind="line" onClick={() => setClosing(true)}>
                      {t('answer.close_only')}
                    </Button>
                  )
                }
              />
              {closing && <CloseOnly ticket={ticket} onClose={() => setClosing(false)} />}
            </section>
          )}
        </div>
        <aside className={shared.section}>
          <DescriptionList
            layout="rows"
            items={[
              {
                term: t('number'),
                value: (
                  <span className={styles.number}>
                    <span className="num" translate="no">
                      {no}
                    </span>
                    <CopyButton text={no} label={t('copy_number')} />
                  </span>
                ),
              },
              {
                term: t('column.user'),
                value: (
                  <>
                    <LocaleLink className={shared.long} to={`${roomPath('people')}?id=${ticket.user.id}`}>
                      {ticket.user.email}
                    </LocaleLink>{' '}
                    <bdi>{ticket.user.nickname}</bdi>
                  </>
                ),
              },
              ...(contact ? [{ term: t(`contact.${contact.kind}`), value: contact.value, num: true }] : []),
              { term: t('column.created'), value: momentOf(ticket.created_at, locale) },
            ]}
          />
          <TimeZone />
          {!own && <Assignment ticket={ticket} />}
        </aside>
      </div>
    </>
  );
}

/** For tickets that need no reply, such as advertising. */
function CloseOnly({ ticket: { no, revision }, onClose }: { ticket: AdminFeedback; onClose: () => void }) {
  const t = useTranslations('deskFeedback');
  const [answer] = useDeskFeedbackAnswerMutation();
  return (
    <ConfirmDialog
      title={t('answer.close_title')}
      confirm={t('answer.close_only')}
      onClose={onClose}
      onFailure={closeIfOutdated(onClose)}
      onConfirm={async () => {
        await answer({ no, revision, close: true }).unwrap();
        showToast(t('answer.close_done'));
      }}
    >
      <p>{t('answer.close_text')}</p>
    </ConfirmDialog>
  );
}
