import type { AdminFeedback } from '@yunduo/api-contract';
import { LocaleLink, useAppSelector, useLocale } from '@yunduo/app-shell';
import { useDeskFeedbackQuery } from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Badge, PageHead, Tabs, type Column } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { FEEDBACK_ASSIGNEES, FEEDBACK_STATES, FEEDBACK_TYPES } from '../lists.ts';
import { DeskList, Filters, pageOf, SearchFilter, SelectFilter } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import { Reports } from './reports.tsx';
import { FEEDBACK_TONES, Thread } from './thread.tsx';

/** All feedback, one thread (`?no=`), or the reports about apps (`?view=reports`). */
export default function FeedbackRoom() {
  const t = useTranslations('deskFeedback');
  const desk = useTranslations('desk');
  const [address] = useSearchParams();
  const number = address.get('no');
  if (number !== null) return <Thread key={number} number={number} />;
  const reports = address.get('view') === 'reports';
  const path = roomPath('feedback');
  return (
    <>
      <PageHead title={desk('room.feedback')} lead={t('lead')} />
      <Tabs label={t('views')} className={styles.views}>
        <LocaleLink to={path} aria-current={reports ? undefined : 'page'}>
          {t('feedback')}
        </LocaleLink>
        <LocaleLink to={`${path}?view=reports`} aria-current={reports ? 'page' : undefined}>
          {t('reports')}
        </LocaleLink>
      </Tabs>
      {reports ? <Reports /> : <Tickets />}
      <TimeZone />
    </>
  );
}

function feedbackInput(query: URLSearchParams) {
  const q = query.get('q')?.trim().slice(0, SEARCH_MAX);
  const state = FEEDBACK_STATES.find((known) => known === query.get('state'));
  const type = FEEDBACK_TYPES.find((known) => known === query.get('type'));
  const assignee = FEEDBACK_ASSIGNEES.find((known) => known === query.get('assignee'));
  return {
    ...(q && { q }),
    ...(state && { state }),
    ...(type && { type }),
    ...(assignee && { assignee }),
    page: pageOf(query),
  };
}

function Tickets() {
  const t = useTranslations('deskFeedback');
  const locale = useLocale();
  const [address] = useSearchParams();
  const user = useAppSelector(selectUser);
  const input = feedbackInput(address);
  const query = useDeskFeedbackQuery(input, { refetchOnMountOrArgChange: true });
  const path = roomPath('feedback');
  const columns: Column<AdminFeedback>[] = [
    {
      key: 'title',
      header: t('column.title'),
      cell: ({ no, title, type }) => (
        <>
          <LocaleLink className={styles.long} {...textAttributes(title, locale)} to={`${path}?no=${no}`}>
            {title}
          </LocaleLink>
          <small>
            {t(`types.${type}`)} · <span className="num">{no}</span>
          </small>
        </>
      ),
    },
    {
      key: 'user',
      header: t('column.user'),
      cell: ({ user }) => (
        <>
          <span className={styles.email}>{user.email}</span>
          {user.nickname && (
            <small>
              <bdi>{user.nickname}</bdi>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      cell: ({ state }) => <Badge tone={FEEDBACK_TONES[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      key: 'assignee',
      header: t('assign.label'),
      cell: ({ assignee }) => {
        if (!assignee) return <span className="quiet">–</span>;
        return (
          <span className={styles.email}>{assignee.id === user?.id ? t('assign.me') : assignee.email}</span>
        );
      },
    },
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <time dateTime={created_at}>{momentOf(created_at, locale)}</time>,
    },
    {
      key: 'answered',
      header: t('column.answered'),
      cell: ({ answered_at }) =>
        answered_at ? (
          <time dateTime={answered_at}>{momentOf(answered_at, locale)}</time>
        ) : (
          <span className="quiet">–</span>
        ),
    },
  ];
  const shown = {
    q: address.get('q') ?? '',
    state: input.state ?? '',
    type: input.type ?? '',
    assignee: input.assignee ?? '',
  };
  return (
    <>
      <Filters path={path} shown={shown}>
        <SearchFilter label={t('search')} hint={t('search_hint')} value={shown.q} />
        <SelectFilter
          name="state"
          label={t('state')}
          any={t('any_state')}
          value={shown.state}
          values={FEEDBACK_STATES}
          textOf={(state) => t(`states.${state}`)}
        />
        <SelectFilter
          name="type"
          label={t('type')}
          any={t('any_type')}
          value={shown.type}
          values={FEEDBACK_TYPES}
          textOf={(type) => t(`types.${type}`)}
        />
        <SelectFilter
          name="assignee"
          label={t('assign.label')}
          any={t('assign.anyone')}
          value={shown.assignee}
          values={FEEDBACK_ASSIGNEES}
          textOf={(each) => t(`assign.filter.${each}`)}
        />
      </Filters>
      <DeskList
        query={query}
        caption={t('feedback')}
        columns={columns}
        rowKey={({ no }) => no}
        path={path}
        filtered={Object.keys(input).length > 1}
        empty={{ title: t('empty'), text: t('empty_text') }}
      />
    </>
  );
}
