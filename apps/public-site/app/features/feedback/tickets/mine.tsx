import type { FeedbackItem } from '@yunduo/api-contract';
import { ListPages, LocaleLink, useAppSelector, useLocale } from '@yunduo/app-shell';
import { useFeedbackMyQuery } from '@yunduo/data-access';
import { dayOf, textAttributes } from '@yunduo/i18n';
import { selectSignedIn } from '@yunduo/session';
import { buttonClass, EmptyState, Skeleton } from '@yunduo/ui';
import { ToLastPage } from '../../../shell/to-last-page.tsx';
import { useTranslations } from '../../../shell/words.ts';
import styles from './tickets.module.css';
import { minePath, ticketPath, WRITE } from '../views.ts';
import { Failed, StateBadge } from './ticket-parts.tsx';

/** The user's tickets, newest first. A default export, for `lazy`. */
export default function Mine({ page }: { page: number }) {
  const t = useTranslations('feedback');
  const signedIn = useAppSelector(selectSignedIn);
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = useFeedbackMyQuery({ page }, { skip: !signedIn, refetchOnMountOrArgChange: true });
  if (error && !data) return <Failed busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={t('loading')} shape="text" rows={3} />;
  if (data.total === 0) {
    return (
      <EmptyState
        title={t('none.title')}
        action={
          <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={WRITE}>
            {t('none.action')}
          </LocaleLink>
        }
      >
        {t('none.text')}
      </EmptyState>
    );
  }
  if (data.list.length === 0)
    return <ToLastPage total={data.total} pageSize={data.page_size} path={minePath} />;
  return (
    <>
      <ul className={styles.list} aria-label={t('list.caption')}>
        {data.list.map((item) => (
          <Row key={item.no} item={item} />
        ))}
      </ul>
      <ListPages list={data} path={minePath} />
    </>
  );
}

function Row({ item }: { item: FeedbackItem }) {
  const t = useTranslations('feedback');
  const locale = useLocale();
  return (
    <li>
      <div>
        <h2>
          <LocaleLink to={ticketPath(item.no)} {...textAttributes(item.title, locale)}>
            {item.title}
          </LocaleLink>
        </h2>
        <p className={styles.facts}>
          <span>{t(`types.${item.type}`)}</span>
          <time dateTime={item.created_at}>{dayOf(item.created_at, locale)}</time>
          <span className="num" translate="no">
            {item.no}
          </span>
          {item.attachments > 0 && <span>{t('list.attachments', { count: item.attachments })}</span>}
          <span>
            {item.answers > 0
              ? t('list.answers', { count: item.answers })
              : t(item.state === 'closed' ? 'list.unanswered' : 'list.no_answers')}
          </span>
        </p>
      </div>
      <StateBadge state={item.state} />
    </li>
  );
}
