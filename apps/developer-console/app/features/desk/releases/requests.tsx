import type { InviteRequest } from '@yunduo/api-contract';
import { FormDialog, loadChunk, showToast, useAppSelector, useLocale } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskInviteAnswerMutation, useDeskInviteRequestsQuery } from '@yunduo/data-access';
import { htmlLang, momentOf } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Badge, Button, Field, TextArea, type BadgeTone, type Column } from '@yunduo/ui';
import { INVITE_REQUEST_STATES } from '@yunduo/validation';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { closeOnConflict } from '../../../forms/conflict.ts';
import { useTranslations } from '../../../shell/words.ts';
import { DeskList, Filters, pageOf, SelectFilter } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './releases.module.css';

const PATH = `${roomPath('releases')}?kind=requests`;
const TONES: Readonly<Record<InviteRequest['state'], BadgeTone>> = {
  open: 'warn',
  invited: 'good',
  declined: 'neutral',
};

type Answer = 'invite' | 'decline';

/** Requests for invitations from the download page; each is answered once, by mail. */
export default function Requests() {
  const t = useTranslations('deskReleases');
  const locale = useLocale();
  const [address] = useSearchParams();
  const [answering, setAnswering] = useState<{ request: InviteRequest; decision: Answer } | null>(null);
  const state = INVITE_REQUEST_STATES.find((known) => known === address.get('state'));
  const query = useDeskInviteRequestsQuery(
    { ...(state && { state }), page: pageOf(address) },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<InviteRequest>[] = [
    {
      key: 'email',
      header: t('requests.email'),
      cell: ({ email, created_at }) => (
        <>
          <b className={styles.long}>{email}</b>
          <small>
            <time dateTime={created_at}>{momentOf(created_at, locale)}</time>
          </small>
        </>
      ),
    },
    {
      key: 'purpose',
      header: t('requests.purpose'),
      cell: (one) => (
        <span className={styles.long} lang={htmlLang(one.locale)}>
          {one.purpose}
        </span>
      ),
    },
    {
      key: 'state',
      header: t('requests.state'),
      cell: (one) => (
        <>
          <Badge tone={TONES[one.state]}>{t(`requests.${one.state}`)}</Badge>
          {one.invitation && <small className="num">{one.invitation}…</small>}
          {one.answer && (
            <small className={styles.long} lang={htmlLang(one.locale)}>
              {one.answer}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      header: t('requests.actions'),
      kind: 'actions',
      cell: (request) =>
        request.state === 'open' && (
          <span className={styles.row}>
            {(['invite', 'decline'] as const).map((decision) => (
              <Button
                key={decision}
                kind={decision === 'invite' ? 'line' : 'bare'}
                size="sm"
                aria-label={t(`requests.${decision}_label`, { email: request.email })}
                onClick={() => setAnswering({ request, decision })}
              >
                {t(`requests.${decision}`)}
              </Button>
            ))}
          </span>
        ),
    },
  ];
  return (
    <>
      <Filters path={PATH} shown={{ state: state ?? '' }}>
        <input type="hidden" name="kind" value="requests" />
        <SelectFilter
          name="state"
          label={t('requests.state')}
          any={t('requests.any_state')}
          value={state ?? ''}
          values={INVITE_REQUEST_STATES}
          textOf={(each) => t(`requests.${each}`)}
        />
      </Filters>
      <DeskList
        query={query}
        caption={t('requests.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        path={PATH}
        filtered={Boolean(state)}
        empty={{ title: t('requests.empty'), text: t('requests.empty_text') }}
      />
      <TimeZone />
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(null)} />}
    </>
  );
}

interface AnswerProps {
  request: InviteRequest;
  decision: Answer;
  onClose: () => void;
}

/** Mails a code, with an optional note; or declines, with a reason. */
export function AnswerDialog({ request: { id, email, locale }, decision, onClose }: AnswerProps) {
  const t = useTranslations('deskReleases');
  const user = useAppSelector(selectUser);
  const [answer] = useDeskInviteAnswerMutation();
  const form = useForm({
    initialValues: { decision, text: '' },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).inviteAnswerSchema,
    draft: { key: `invite-answer:${id}:${decision}:${user?.id}`, fields: ['text'] },
    onSubmit: async ({ text }) => {
      await answer(handledByForm({ id, decision, ...(text && { text }) })).unwrap();
      showToast(t(`requests.${decision}_done`));
      onClose();
    },
    // A colleague was faster: the list shows the result.
    onConflict: closeOnConflict(onClose),
  });
  return (
    <FormDialog
      title={t(`requests.${decision}_title`, { email })}
      intro={t(`requests.${decision}_intro`)}
      form={form}
      submit={t(`requests.${decision}_submit`)}
      submitting={t('requests.submitting')}
      onClose={onClose}
    >
      <Field
        required={decision === 'decline'}
        label={t(`requests.${decision}_text`)}
        hint={t(`requests.text_${locale}`)}
        error={form.errorOf('text')}
      >
        {(control) => <TextArea {...control} {...form.field('text')} rows={3} lang={htmlLang(locale)} />}
      </Field>
    </FormDialog>
  );
}
