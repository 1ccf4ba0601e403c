import type { AdminActivity } from '@yunduo/api-contract';
import type { ApiFailure } from '@yunduo/api-client';
import {
  claimFailure,
  failureText,
  loadChunk,
  LocaleLink,
  notePage,
  showToast,
  useAppSelector,
  useLocale,
  useLocalePath,
} from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { draftRevision, useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDeskActivitiesQuery, useDeskActivitySaveMutation } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import {
  Badge,
  Button,
  buttonClass,
  EmptyState,
  Field,
  Skeleton,
  TextInput,
  type BadgeTone,
  type Column,
} from '@yunduo/ui';
import { ACTIVITY, PAGE_SIZE } from '@yunduo/validation';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { useTranslations } from '../../../shell/words.ts';
import { DeskList, pageOf, RoomFailed } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './content.module.css';
import { BOTH_EMPTY, BothField, BothRich, fromShanghaiInput, toShanghaiInput } from './fields.tsx';
import { WithdrawActivity } from './take-away.tsx';
import { useFresh } from './use-fresh.ts';

const PATH = `${roomPath('content')}?kind=activities`;
/** An id of the database, in canonical form. */
const ID = /^[1-9]\d{0,8}$/;
const TONES: Readonly<Record<AdminActivity['state'], BadgeTone>> = {
  not_started: 'neutral',
  in_progress: 'good',
  ended: 'neutral',
};

/** Activities: past, current and upcoming, or the form of the one in the address. */
export default function Activities({ id }: { id: string | null }) {
  if (id === null) return <ActivityList />;
  return id === 'new' ? <ActivityForm activity={null} /> : <EditActivity key={id} id={id} />;
}

function EditActivity({ id }: { id: string }) {
  const t = useTranslations('deskContent');
  const desk = useTranslations('desk');
  // It alone: it may be on any page of the list.
  const query = useDeskActivitiesQuery(
    { id: Number(id) },
    { skip: !ID.test(id), refetchOnMountOrArgChange: true },
  );
  const fresh = useFresh(query);
  const found = query.data?.list.find((one) => String(one.id) === id && !one.withdrawn_at);
  if (fresh && found) return <ActivityForm activity={found} />;
  if (query.error) return <RoomFailed {...query} />;
  if (!fresh && ID.test(id)) return <Skeleton label={desk('loading')} rows={6} />;
  return (
    <EmptyState
      title={t('activities.gone')}
      action={
        <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={PATH}>
          {t('activities.back')}
        </LocaleLink>
      }
    />
  );
}

function ActivityList() {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [address] = useSearchParams();
  const [withdrawing, setWithdrawing] = useState<AdminActivity | null>(null);
  const query = useDeskActivitiesQuery(
    { page: pageOf(address), page_size: PAGE_SIZE.max },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<AdminActivity>[] = [
    { key: 'title', header: t('activities.title'), cell: ({ title }) => <b>{title[locale]}</b> },
    {
      key: 'state',
      header: t('activities.state'),
      cell: ({ state, withdrawn_at }) =>
        withdrawn_at ? (
          <Badge>{t('activities.withdrawn')}</Badge>
        ) : (
          <Badge tone={TONES[state]}>{t(`activities.${state}`)}</Badge>
        ),
    },
    {
      key: 'dates',
      header: t('activities.dates'),
      cell: ({ starts_at, ends_at }) => (
        <>
          <time dateTime={starts_at}>{momentOf(starts_at, locale)}</time> –
          <br />
          <time dateTime={ends_at}>{momentOf(ends_at, locale)}</time>
        </>
      ),
    },
    {
      key: 'joined',
      header: t('activities.joined'),
      kind: 'number',
      cell: ({ joined_count }) => joined_count,
    },
    {
      key: 'actions',
      header: t('activities.actions'),
      kind: 'actions',
      cell: (one) =>
        !one.withdrawn_at && (
          <span className={styles.actions}>
            <LocaleLink
              className={buttonClass}
              data-kind="line"
              data-size="sm"
              to={`${PATH}&id=${one.id}`}
              aria-label={t('activities.edit_label', { title: one.title[locale] })}
            >
              {t('activities.edit')}
            </LocaleLink>
            <Button
              kind="bare"
              size="sm"
              aria-label={t('activities.withdraw_label', { title: one.title[locale] })}
              onClick={() => setWithdrawing(one)}
            >
              {t('activities.withdraw')}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      <div className={styles.toolbar}>
        <p className="quiet">{t('activities.lead')}</p>
        <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={`${PATH}&id=new`}>
          {t('activities.create')}
        </LocaleLink>
      </div>
      <DeskList
        query={query}
        caption={t('activities.caption')}
        columns={columns}
        rowKey={({ id: row }) => row}
        path={PATH}
        filtered={false}
        empty={{ title: t('activities.empty'), text: t('activities.empty_text') }}
      />
      <TimeZone />
      {withdrawing && <WithdrawActivity activity={withdrawing} onClose={() => setWithdrawing(null)} />}
    </>
  );
}

/** One activity in both languages. Saving publishes it. */
export function ActivityForm({ activity }: { activity: AdminActivity | null }) {
  const t = useTranslations('deskContent');
  const localePath = useLocalePath();
  const navigate = useNavigate();
  const user = useAppSelector(selectUser);
  const [save] = useDeskActivitySaveMutation();
  const draftKey = `activity:${activity?.id ?? 'new'}:${user?.id}`;
  // The one that the texts are based on.
  const [revision, setRevision] = useState(() => draftRevision(draftKey, activity?.revision ?? 0));
  const form = useForm({
    initialValues: {
      title: activity?.title ?? BOTH_EMPTY,
      intro: activity?.intro ?? BOTH_EMPTY,
      html: activity?.html ?? BOTH_EMPTY,
      terms: activity?.terms ?? BOTH_EMPTY,
      starts_at: activity ? toShanghaiInput(activity.starts_at) : '',
      ends_at: activity ? toShanghaiInput(activity.ends_at) : '',
    },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).activitySchema,
    draft: { key: draftKey, revision },
    onSubmit: async ({ starts_at, ends_at, ...words }) => {
      const dates = {
        starts_at: fromShanghaiInput(starts_at, activity?.starts_at),
        ends_at: fromShanghaiInput(ends_at, activity?.ends_at),
      };
      const edited = activity && { id: activity.id, revision };
      const onPage = notePage();
      await save(handledByForm({ ...words, ...dates, ...edited })).unwrap();
      showToast(t('activities.saved'));
      if (onPage()) void navigate(localePath(PATH));
    },
    onConflict: (failure: ApiFailure) => {
      if (failure.code !== 'EDIT_CONFLICT') return false;
      claimFailure(failure);
      const now = failure.data.revision;
      if (now !== undefined) setRevision(now);
      showToast(now === undefined ? failureText(failure) : t('activities.conflict'), { kind: 'error' });
      return true;
    },
  });
  const { values, errorOf, field } = form;
  return (
    <>
      <p className={styles.back}>
        <LocaleLink to={PATH}>{t('activities.back')}</LocaleLink>
      </p>
      <h2 className={styles.heading}>
        {t(activity ? 'activities.edit_heading' : 'activities.create_heading')}
      </h2>
      <form {...form.form} className={styles.form}>
        <BothField
          form={form}
          name="title"
          label={t('activities.title')}
          value={values.title}
          max={ACTIVITY.titleMax}
          required
        />
        <BothField
          form={form}
          name="intro"
          label={t('activities.intro')}
          value={values.intro}
          max={ACTIVITY.introMax}
          rows={3}
          required
        />
        <div className={styles.both}>
          <Field required label={t('activities.starts')} error={errorOf('starts_at')}>
            {(control) => <TextInput {...control} {...field('starts_at')} type="datetime-local" />}
          </Field>
          <Field required label={t('activities.ends')} error={errorOf('ends_at')}>
            {(control) => <TextInput {...control} {...field('ends_at')} type="datetime-local" />}
          </Field>
        </div>
        <BothRich form={form} name="html" label={t('activities.html')} value={values.html} />
        <BothField
          form={form}
          name="terms"
          label={t('activities.terms')}
          value={values.terms}
          max={ACTIVITY.termsMax}
          rows={6}
        />
        <FormError error={form.error} />
        <div className={styles.deeds}>
          <Button type="submit" busy={form.busy}>
            {t(form.busy ? 'activities.saving' : 'activities.save')}
          </Button>
        </div>
      </form>
    </>
  );
}
