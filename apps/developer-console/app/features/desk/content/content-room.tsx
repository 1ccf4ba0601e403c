import type { AdminArticle } from '@yunduo/api-contract';
import { lazyWithRetry, LocaleLink, showToast, useLocale } from '@yunduo/app-shell';
import { useDeskArticleOrderMutation, useDeskArticlesQuery } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, buttonClass, Checkbox, Icon, PageHead, Skeleton, Tabs, type Column } from '@yunduo/ui';
import { ARTICLE_PLACES, ARTICLE_STATUSES, PAGE_SIZE } from '@yunduo/validation';
import { useSearchParams } from 'react-router';
import { TimeZone } from '../../../parts/time-zone.tsx';
import { useTranslations } from '../../../shell/words.ts';
import { DeskList, Filters, pageOf, SelectFilter, sendForm } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import { ArticleState, oneLine } from './article-state.tsx';
import shared from '../desk.module.css';
import styles from './content.module.css';

const ArticleEditor = lazyWithRetry(() => import('./article-editor.tsx'));
const Activities = lazyWithRetry(() => import('./activities.tsx'));
const Protocols = lazyWithRetry(() => import('./protocols.tsx'));

const KINDS = ['articles', 'activities', 'protocols'] as const;
const PATH = roomPath('content');
const kindPath = (kind: (typeof KINDS)[number]): string =>
  kind === 'articles' ? PATH : `${PATH}?kind=${kind}`;

/** The site's content: articles, activities and agreements. The address selects the list and the edited item. */
export default function ContentRoom() {
  const t = useTranslations('deskContent');
  const desk = useTranslations('desk');
  const [address] = useSearchParams();
  const kind = KINDS.find((known) => known === address.get('kind')) ?? 'articles';
  const id = address.get('id');
  const waiting = <Skeleton label={desk('loading')} rows={6} />;
  if (kind === 'articles' && id !== null) return <ArticleEditor key={id} id={id} waiting={waiting} />;
  return (
    <>
      <PageHead title={desk('room.content')} lead={t('lead')} />
      <Tabs label={t('kinds')} className={styles.kinds}>
        {KINDS.map((each) => (
          <LocaleLink key={each} to={kindPath(each)} aria-current={each === kind ? 'page' : undefined}>
            {t(`kind.${each}`)}
          </LocaleLink>
        ))}
      </Tabs>
      {kind === 'articles' && <Articles />}
      {kind === 'activities' && <Activities key={id} id={id} waiting={waiting} />}
      {kind === 'protocols' && <Protocols key={id} writing={id === 'new'} waiting={waiting} />}
    </>
  );
}

function Articles() {
  const t = useTranslations('deskContent');
  const locale = useLocale();
  const [address] = useSearchParams();
  const [order, { isLoading: ordering }] = useDeskArticleOrderMutation();
  const place = ARTICLE_PLACES.find((known) => known === address.get('place'));
  const status = ARTICLE_STATUSES.find((known) => known === address.get('status'));
  const scheduled = address.get('scheduled') === 'true';
  const query = useDeskArticlesQuery(
    {
      ...(place && { use_to: place }),
      ...(status && { status }),
      ...(scheduled && { scheduled }),
      page: pageOf(address),
      page_size: PAGE_SIZE.max,
    },
    { refetchOnMountOrArgChange: true },
  );
  // An order covers all articles of a place: it can be changed only where all are shown.
  const shown = query.currentData;
  const ordered =
    place && !status && !scheduled && shown && shown.list.length === shown.total
      ? shown.list.filter((one) => one.status !== 'archived')
      : [];
  // Until the list is read again it has the old order: a second press would undo the first.
  const moving = ordering || query.isFetching;
  const move = async (from: number, to: number) => {
    const before = ordered.map(({ id }) => id);
    const ids = [...before];
    const [moved] = ids.splice(from, 1);
    if (!place || moved === undefined) return;
    ids.splice(to, 0, moved);
    if ('data' in (await order({ use_to: place, ids, before }))) showToast(t('articles.moved'));
  };
  const columns: Column<AdminArticle>[] = [
    {
      key: 'title',
      header: t('articles.title'),
      cell: (article) => (
        <>
          <b>{oneLine(article.content.title[locale])}</b>
          <small>{t(`place.${article.content.use_to}`)}</small>
        </>
      ),
    },
    { key: 'status', header: t('articles.status'), cell: (article) => <ArticleState article={article} /> },
    {
      key: 'changed',
      header: t('articles.changed'),
      cell: ({ updated_at, updated_by }) => (
        <>
          <time dateTime={updated_at}>{momentOf(updated_at, locale)}</time>
          {updated_by && <small className={styles.long}>{updated_by}</small>}
        </>
      ),
    },
    {
      key: 'actions',
      header: t('articles.actions'),
      kind: 'actions',
      cell: (article) => {
        const title = oneLine(article.content.title[locale]);
        const at = ordered.findIndex(({ id }) => id === article.id);
        return (
          <span className={styles.actions}>
            {at >= 0 && (
              <>
                <Button
                  kind="bare"
                  size="sm"
                  aria-label={t('articles.up', { title })}
                  aria-disabled={at === 0 || moving}
                  onClick={() => at > 0 && !moving && void move(at, at - 1)}
                >
                  <Icon name="down" className={`icon ${styles.flip ?? ''}`} />
                </Button>
                <Button
                  kind="bare"
                  size="sm"
                  aria-label={t('articles.down', { title })}
                  aria-disabled={at === ordered.length - 1 || moving}
                  onClick={() => at < ordered.length - 1 && !moving && void move(at, at + 1)}
                >
                  <Icon name="down" />
                </Button>
              </>
            )}
            <LocaleLink
              className={buttonClass}
              data-kind="line"
              data-size="sm"
              to={`${PATH}?id=${article.id}`}
              aria-label={t('articles.edit_label', { title })}
            >
              {t('articles.edit')}
            </LocaleLink>
          </span>
        );
      },
    },
  ];
  return (
    <>
      <div className={styles.toolbar}>
        <p className="quiet">{t('articles.order_hint')}</p>
        <LocaleLink
          className={buttonClass}
          data-kind="primary"
          data-size="md"
          to={`${PATH}?id=new${place ? `&place=${place}` : ''}`}
        >
          {t('articles.create')}
        </LocaleLink>
      </div>
      <Filters path={PATH} shown={{ place: place ?? '', status: status ?? '', scheduled }}>
        <SelectFilter
          name="place"
          label={t('articles.place')}
          any={t('articles.any_place')}
          value={place ?? ''}
          values={ARTICLE_PLACES}
          textOf={(each) => t(`place.${each}`)}
        />
        <SelectFilter
          name="status"
          label={t('articles.status')}
          any={t('articles.any_status')}
          value={status ?? ''}
          values={ARTICLE_STATUSES}
          textOf={(each) => t(`status.${each}`)}
        />
        <Checkbox
          className={shared.check}
          name="scheduled"
          value="true"
          defaultChecked={scheduled}
          onChange={sendForm}
        >
          {t('schedule.only')}
        </Checkbox>
      </Filters>
      <DeskList
        query={query}
        caption={t('articles.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        path={PATH}
        filtered={Boolean(place ?? status) || scheduled}
        empty={{ title: t('articles.empty'), text: t('articles.empty_text') }}
      />
      <TimeZone />
    </>
  );
}
