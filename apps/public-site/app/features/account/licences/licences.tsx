import { useSearchParams, useNavigate } from 'react-router';
import { LicenceDetailView } from './licence-detail.tsx';
import { licenceIdOf, licenceQuery, type LicenceQuery, licencesPath, soughtIn } from './licence-query.ts';
import { ListPages, LocaleLink, useAddressValues, useLocalePath, useRefetchAt } from '@yunduo/app-shell';
import { useLicenceListQuery } from '@yunduo/data-access';
import { Button, buttonClass, EmptyState, PageHead, SearchInput, Skeleton, Tabs } from '@yunduo/ui';
import { LICENCE_STATES, PAGE_SIZE } from '@yunduo/validation';
import { useRef, useState } from 'react';
import { ToLastPage } from '../../../shell/to-last-page.tsx';
import { PartFailed } from '../../../shell/part-failed.tsx';
import { useTranslations } from '../../../shell/words.ts';
import { LicenceTable } from './licence-table.tsx';
import { IncomingTransfers } from './incoming-transfers.tsx';
import styles from './licences.module.css';
import { OfflineDialog } from './offline-dialog.tsx';

/** The panel of authorization codes: the list, or the one in the query. A default export, for `lazy`. */
export default function Licences() {
  const [query] = useSearchParams();
  const id = licenceIdOf(query);
  return id === null ? <LicenceList /> : <LicenceDetailView key={id} id={id} />;
}

/** All licences of the user, by state, and offers from others. */
function LicenceList() {
  const t = useTranslations('licences');
  const [params] = useSearchParams();
  const query = licenceQuery(params);
  const [offline, setOffline] = useState(false);
  const { currentData, data, error, isFetching, refetch } = useLicenceListQuery(
    {
      ...(query.state && { state: query.state }),
      ...(query.q && { q: query.q }),
      page: query.page,
      page_size: PAGE_SIZE.default,
    },
    { refetchOnMountOrArgChange: true },
  );
  useRefetchAt(
    [
      ...(data?.incoming ?? []).flatMap(({ expires_at, licence_expires_at }) => [
        expires_at,
        licence_expires_at,
      ]),
      ...(currentData?.list ?? []).flatMap(({ expires_at, grace_until, transfer }) => [
        expires_at,
        grace_until,
        transfer?.expires_at,
      ]),
    ],
    refetch,
  );

  return (
    <>
      <PageHead title={t('heading')} lead={t('lead')}>
        <div className={styles.buttons}>
          <Button kind="line" onClick={() => setOffline(true)}>
            {t('offline')}
          </Button>
          <LocaleLink to="/auth" className={buttonClass} data-kind="line">
            {t('buy')}
          </LocaleLink>
        </div>
      </PageHead>
      {/* Offers come first: until they have loaded, nothing below is rendered that they would move. */}
      {data || error ? (
        <>
          {data && data.incoming.length > 0 && <IncomingTransfers offers={data.incoming} />}
          <section className={styles.list} aria-label={t('table')}>
            <StateTabs query={query} counts={data?.counts} />
            <CodeSearch query={query} counts={data?.counts} />
            {currentData ? (
              currentData.list.length > 0 ? (
                <>
                  <LicenceTable list={currentData.list} />
                  <ListPages list={currentData} path={(page) => licencesPath({ ...query, page })} />
                </>
              ) : currentData.total > 0 ? (
                <ToLastPage
                  total={currentData.total}
                  pageSize={currentData.page_size}
                  path={(page) => licencesPath({ ...query, page })}
                />
              ) : (
                <NoCodes query={query} />
              )
            ) : error ? (
              <PartFailed title={t('failed.title')} retrying={isFetching} onRetry={() => void refetch()}>
                {t('failed.text')}
              </PartFailed>
            ) : (
              <Skeleton label={t('loading')} shape="table" rows={8} />
            )}
          </section>
        </>
      ) : (
        <Skeleton label={t('loading')} shape="table" rows={8} />
      )}
      {offline && <OfflineDialog onClose={() => setOffline(false)} />}
    </>
  );
}

type Counts = Record<(typeof LICENCE_STATES)[number], number>;
const sumOf = (counts: Counts) => Object.values(counts).reduce((all, count) => all + count, 0);

interface CountedQuery {
  query: LicenceQuery;
  counts: Counts | undefined;
}

/** Search by server and code, for users with more than one page of codes. */
function CodeSearch({ query, counts }: CountedQuery) {
  const t = useTranslations('licences');
  const navigate = useNavigate();
  const path = useLocalePath();
  const form = useRef<HTMLFormElement>(null);
  useAddressValues(form, { q: query.q });
  // The counts are of the search's matches: few matches do not mean few codes.
  const [many, setMany] = useState(query.q !== '');
  if (!many && counts && sumOf(counts) > PAGE_SIZE.default) setMany(true);
  if (!many) return null;
  return (
    <form
      ref={form}
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const q = soughtIn(String(new FormData(event.currentTarget).get('q')));
        void navigate(path(licencesPath({ ...query, q, page: 1 })), { preventScrollReset: true });
      }}
    >
      <SearchInput
        aria-label={t('search.label')}
        name="q"
        defaultValue={query.q}
        placeholder={t('search.placeholder')}
        enterKeyHint="search"
      />
      <Button kind="line" type="submit">
        {t('search.submit')}
      </Button>
    </form>
  );
}

function StateTabs({ query, counts }: CountedQuery) {
  const t = useTranslations('licences');
  const sum = counts && sumOf(counts);
  // A member without codes has nothing to filter.
  if (sum === 0 && query.state === null && query.q === '') return null;
  return (
    <Tabs label={t('filter')}>
      {([null, ...LICENCE_STATES] as const).map((state) => (
        <LocaleLink
          key={state}
          to={licencesPath({ ...query, state, page: 1 })}
          preventScrollReset
          aria-current={state === query.state ? 'page' : undefined}
        >
          {t(`states.${state ?? 'all'}`)}{' '}
          {counts && <span className="num quiet">{state ? counts[state] : sum}</span>}
        </LocaleLink>
      ))}
    </Tabs>
  );
}

function NoCodes({ query: { state, q } }: { query: LicenceQuery }) {
  const t = useTranslations('licences');
  const filtered = state !== null || q !== '';
  return (
    <EmptyState
      title={q ? t('empty.sought', { q }) : t(filtered ? 'empty.filtered' : 'empty.title')}
      action={
        <LocaleLink
          to={filtered ? licencesPath({ state: null, q: '', page: 1 }) : '/auth'}
          className={buttonClass}
          data-kind={filtered ? 'line' : 'primary'}
        >
          {t(filtered ? 'empty.clear' : 'buy')}
        </LocaleLink>
      }
    >
      {filtered ? undefined : t('empty.text')}
    </EmptyState>
  );
}
