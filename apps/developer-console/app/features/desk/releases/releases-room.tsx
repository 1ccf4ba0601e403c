import type { adminInvite, DataOf, Invitation } from '@yunduo/api-contract';
import {
  CopyButton,
  FormDialog,
  lazyWithRetry,
  loadChunk,
  LocaleLink,
  useAppSelector,
  useLocale,
} from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  useDeskInvitationsCreateMutation,
  useDeskInvitationsQuery,
} from '@yunduo/data-access';
import { dayOf, momentOf } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  Field,
  PageHead,
  Select,
  Skeleton,
  Tabs,
  TextInput,
} from '@yunduo/ui';
import { DAY, INVITATION, INVITATION_STATES } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { csvMoment, csvZone, saveCsv } from '../../../parts/csv.ts';
import { serverNow } from '../../../shell/runtime-config.ts';
import { useTranslations } from '../../../shell/words.ts';
import { DeskList, Filters, pageOf, SelectFilter } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './releases.module.css';
import { Revoke } from './revoke.tsx';

const Releases = lazyWithRetry(() => import('./releases.tsx'));
const Requests = lazyWithRetry(() => import('./requests.tsx'));

const KINDS = ['invitations', 'requests', 'releases'] as const;
const PATH = roomPath('releases');

/** Invitation codes and releases. The address selects which is shown. */
export default function ReleasesRoom() {
  const t = useTranslations('deskReleases');
  const desk = useTranslations('desk');
  const [address] = useSearchParams();
  const kind = KINDS.find((known) => known === address.get('kind')) ?? 'invitations';
  const id = address.get('id');
  // Here, so that new codes, which are shown once, outlast a look at the requests.
  const [made, setMade] = useState<Made>([]);
  const waiting = <Skeleton label={desk('loading')} rows={6} />;
  return (
    <>
      <PageHead title={desk('room.releases')} lead={t('lead')} />
      <Tabs label={t('kinds')} className={styles.kinds}>
        {KINDS.map((each) => (
          <LocaleLink
            key={each}
            to={each === 'invitations' ? PATH : `${PATH}?kind=${each}`}
            aria-current={each === kind ? 'page' : undefined}
          >
            {t(`kind.${each}`)}
          </LocaleLink>
        ))}
      </Tabs>
      {kind === 'invitations' && <Invitations made={made} onMade={setMade} />}
      {kind === 'requests' && <Requests waiting={waiting} />}
      {kind === 'releases' && <Releases publishing={id === 'new'} waiting={waiting} />}
    </>
  );
}

const TONES: Readonly<Record<Invitation['state'], BadgeTone>> = {
  usable: 'good',
  used_up: 'neutral',
  expired: 'neutral',
  revoked: 'neutral',
};
type Made = DataOf<typeof adminInvite.createMany>['list'];

interface InvitationsProps {
  /** New codes that the operator has not put away yet. */
  made: Made;
  onMade: (made: Made) => void;
}

function Invitations({ made, onMade }: InvitationsProps) {
  const t = useTranslations('deskReleases');
  const locale = useLocale();
  const [address] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const state = INVITATION_STATES.find((known) => known === address.get('state'));
  const query = useDeskInvitationsQuery(
    { ...(state && { state }), page: pageOf(address) },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<Invitation>[] = [
    {
      key: 'code',
      header: t('invitations.code'),
      cell: ({ head, note }) => (
        <>
          <b className="num">{head}…</b>
          {note && <small className={styles.long}>{note}</small>}
        </>
      ),
    },
    {
      key: 'state',
      header: t('invitations.state'),
      cell: (one) => <Badge tone={TONES[one.state]}>{t(`invitations.${one.state}`)}</Badge>,
    },
    {
      key: 'use',
      header: t('invitations.use'),
      cell: ({ used, uses, last_used_at }) => (
        <>
          {t('invitations.used', { used, uses })}
          {last_used_at && (
            <small>
              <time dateTime={last_used_at}>
                {t('invitations.last', { moment: momentOf(last_used_at, locale) })}
              </time>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'expires',
      header: t('invitations.expires'),
      cell: ({ expires_at }) =>
        expires_at ? <time dateTime={expires_at}>{dayOf(expires_at, locale)}</time> : t('invitations.never'),
    },
    {
      key: 'actions',
      header: t('invitations.actions'),
      kind: 'actions',
      cell: (one) =>
        one.state === 'usable' && (
          <Button
            kind="line"
            size="sm"
            aria-label={t('invitations.revoke_label', { head: one.head })}
            onClick={() => setRevoking(one)}
          >
            {t('invitations.revoke')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <div className={styles.toolbar}>
        <Filters path={PATH} shown={{ state: state ?? '' }}>
          <SelectFilter
            name="state"
            label={t('invitations.state')}
            any={t('invitations.any_state')}
            value={state ?? ''}
            values={INVITATION_STATES}
            textOf={(each) => t(`invitations.${each}`)}
          />
        </Filters>
        <Button onClick={() => setCreating(true)}>{t('invitations.create')}</Button>
      </div>
      {made.length > 0 && <MadeCodes made={made} onDone={() => onMade([])} />}
      <DeskList
        query={query}
        caption={t('invitations.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        path={PATH}
        filtered={Boolean(state)}
        empty={{ title: t('invitations.empty'), text: t('invitations.empty_text') }}
      />
      <TimeZone />
      {creating && (
        <CreateCodes
          onClose={() => setCreating(false)}
          onMade={(list) => {
            // Those that are not saved yet can never be shown again.
            onMade([...made, ...list]);
            setCreating(false);
          }}
        />
      )}
      {revoking && <Revoke invitation={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const EXPIRIES = [7, 30, 90, 365] as const;
type Values = { count: string; uses: string; days: string; note: string };
const AT_FIRST: Values = { count: '10', uses: '1', days: '90', note: '' };

/** Creates several codes of one kind at once. */
export function CreateCodes({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const t = useTranslations('deskReleases');
  const user = useAppSelector(selectUser);
  const [create] = useDeskInvitationsCreateMutation();
  const form = useForm<Values>({
    initialValues: AT_FIRST,
    schema: async () => (await loadChunk(() => import('./rules.ts'))).invitationsSchema,
    onSubmit: async ({ count, uses, days, note }) => {
      const call = create(
        handledByForm({
          count: Number(count),
          uses: Number(uses),
          note,
          expires_at: days === '' ? null : new Date(serverNow() + Number(days) * DAY).toISOString(),
        }),
      );
      const made = await call.unwrap();
      // Only this answer contains the codes: the store drops them, the page shows them.
      call.reset();
      onMade(made.list);
    },
    draft: { key: `new-invitations:${user?.id}` },
    serverNames: { expires_at: 'days' },
  });
  const { field, errorOf } = form;
  return (
    <FormDialog
      title={t('create.title')}
      intro={t('create.intro')}
      form={form}
      submit={t('create.submit')}
      submitting={t('create.submitting')}
      onClose={onClose}
      onCancel={() => {
        form.removeDraft();
        onClose();
      }}
    >
      <Field
        required
        label={t('create.count')}
        hint={t('create.count_hint', { max: INVITATION.batchMax })}
        error={errorOf('count')}
      >
        {(control) => <TextInput {...control} {...field('count')} inputMode="numeric" autoComplete="off" />}
      </Field>
      <Field required label={t('create.uses')} error={errorOf('uses')}>
        {(control) => <TextInput {...control} {...field('uses')} inputMode="numeric" autoComplete="off" />}
      </Field>
      <Field label={t('create.expires')} error={errorOf('days')}>
        {(control) => (
          <Select
            {...control}
            value={form.values.days}
            onChange={({ target }) => form.setValue('days', target.value)}
          >
            {EXPIRIES.map((days) => (
              <option key={days} value={String(days)}>
                {t('create.days', { count: days })}
              </option>
            ))}
            <option value="">{t('create.never')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('create.note')} error={errorOf('note')}>
        {(control) => <TextInput {...control} {...field('note')} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

/** The new codes, shown once. They take the focus, so that the operator does not miss them. */
function MadeCodes({ made, onDone }: { made: Made; onDone: () => void }) {
  const t = useTranslations('deskReleases');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [made]);
  const codes = made.map(({ code }) => code);
  const save = () =>
    saveCsv(
      'invitations.csv',
      ['code', 'uses', csvZone('expires_at')],
      made.map(({ code, invitation: { uses, expires_at } }) => [
        code,
        uses,
        expires_at && csvMoment(expires_at),
      ]),
    );
  return (
    <section className={styles.made} aria-labelledby="made-codes">
      <h2 id="made-codes" ref={heading} tabIndex={-1}>
        {t('made.heading', { count: made.length })}
      </h2>
      <p>{t('made.text')}</p>
      <pre translate="no" role="group" aria-label={t('made.codes')}>
        {codes.join('\n')}
      </pre>
      <p className={styles.row}>
        <CopyButton text={codes.join('\n')} label={t('made.copy')} withText />
        <Button kind="line" size="sm" onClick={save}>
          {t('made.csv')}
        </Button>
        <Button kind="line" size="sm" onClick={onDone}>
          {t('made.done')}
        </Button>
      </p>
    </section>
  );
}
