import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale, useSharedTranslations, ListPages } from '@yunduo/app-shell';
import { AppLogo, Badge, DescriptionList, buttonClass, EmptyState } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { dayOf } from '@yunduo/i18n';
import styles from './app-list.module.css';
import { listPath, type ListState, activeFilters, EVERYTHING, withoutFilters } from './list-state.ts';
import type { AppPage } from './store-page.tsx';

function AppList({ apps }: { apps: readonly AppItem[] }) {
  return (
    <ul className={styles.apps}>
      {apps.map((app) => (
        <AppRow key={app.id} app={app} />
      ))}
    </ul>
  );
}

/** A tick: most apps are certified, and the word on each would be louder than their names. */
function CertifiedMark() {
  const terms = useSharedTranslations('storeTerms');
  return (
    <span className={styles.certified}>
      <span className="sr">{terms('badge.certified')}</span>
    </span>
  );
}

function AppRow({ app }: { app: AppItem }) {
  const t = useTranslations('store');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  return (
    <li className={styles.app}>
      <AppLogo appKey={app.app_key} src={app.logo} size={56} />
      <div className={styles.name}>
        <h3>
          <LocaleLink to={`/store/${String(app.id)}`} lang={foreignLang(app, 'name', locale)}>
            {app.name}
          </LocaleLink>
        </h3>
        {app.source !== 'official' && <Badge>{terms(`source.${app.source}`)}</Badge>}
        {app.certified && <CertifiedMark />}
      </div>
      <p className={styles.intro} lang={foreignLang(app, 'intro', locale)}>
        {app.intro}
      </p>
      <DescriptionList
        items={[
          { term: t('item.version'), value: app.version },
          { term: t('item.size'), value: app.human_size },
          { term: t('item.downloads'), value: `↓ ${app.human_download_num}` },
          {
            term: t('item.updated'),
            value: <time dateTime={app.updated_at}>{dayOf(app.updated_at, locale)}</time>,
          },
        ]}
      />
    </li>
  );
}

/** A page of the list with pagination, or the reason why it is empty. */
export function AppsOfPage({ state, apps }: { state: ListState; apps: AppPage }) {
  if (apps.list.length === 0) return <EmptyList state={state} total={apps.total} pageSize={apps.page_size} />;
  return (
    <>
      <AppList apps={apps.list} />
      <ListPages list={apps} path={(page) => listPath({ ...state, page })} />
    </>
  );
}

interface EmptyListProps {
  state: ListState;
  /** Number of matching apps: above 0 if the page is past the last one. */
  total: number;
  pageSize: number;
}

/** No matches: the reason, and the filters to remove. */
function EmptyList({ state, total, pageSize }: EmptyListProps) {
  const t = useTranslations('store');

  if (total > 0) {
    return (
      <EmptyState
        as="h3"
        title={t('empty.title_beyond')}
        action={
          <LocaleLink to={listPath({ ...state, page: 1 })} className={buttonClass} data-kind="line">
            {t('empty.first')}
          </LocaleLink>
        }
      >
        {t('empty.beyond', { count: Math.ceil(total / pageSize) })}
      </EmptyState>
    );
  }

  const ways: [to: ListState, words: string][] = [];
  if (activeFilters(state) > 0) ways.push([withoutFilters(state), t('empty.clear')]);
  if (state.q && state.category) {
    ways.push([{ ...EVERYTHING, q: state.q, sort: state.sort }, t('empty.everywhere')]);
  }
  if (ways.length === 0) ways.push([EVERYTHING, t('empty.all')]);

  const text =
    activeFilters(state) > 0
      ? t('empty.filtered')
      : state.q
        ? t('empty.search', { q: state.q })
        : t('empty.plain');
  return (
    <EmptyState
      as="h3"
      title={t('empty.title')}
      action={ways.map(([to, words]) => (
        <LocaleLink key={words} to={listPath(to)} className={buttonClass} data-kind="line">
          {words}
        </LocaleLink>
      ))}
    >
      {text}
    </EmptyState>
  );
}
