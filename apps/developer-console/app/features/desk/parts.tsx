import { ListPages, LocaleLink, useAddressValues, useLocalePath } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';
import { Button, buttonClass, EmptyState, Skeleton, Table, type Column } from '@yunduo/ui';
import { useRef, type ChangeEvent, type FormEvent, type ReactNode } from 'react';
import { Navigate, useSearchParams, useSubmit } from 'react-router';
import { PartFailed } from '../../parts/part-failed.tsx';
import { useWords } from '../../shell/words.ts';
import styles from './desk.module.css';

// What the rooms of the desk share: lists with filters and pages, and what stands in their place.

/** The page of a list that the address names. */
export const pageOf = (query: URLSearchParams): number =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(query.get('page')) || 1)));

/** The same address with other values; an empty one takes its name out. What is filtered begins at its first page. */
function withQuery(path: string, query: URLSearchParams, changes: Record<string, string | number>): string {
  const other = new URLSearchParams(query);
  if (!('page' in changes)) other.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || (name === 'page' && value === 1)) other.delete(name);
    else other.set(name, String(value));
  }
  // What the path itself asks for is in the query already.
  const [bare = path] = path.split('?');
  return other.size > 0 ? `${bare}?${other}` : bare;
}

interface FiltersProps {
  /** The address of the room, without language. */
  path: string;
  /** What the address says of each field, by name. */
  shown: Readonly<Record<string, string | boolean>>;
  /** Selects (with `onChange={sendForm}`) and inputs; the class `wide` of the desk on the one that takes the space. */
  children: ReactNode;
}

/** Sends the form that a select stands in, when something is chosen. */
export const sendForm = ({ target }: ChangeEvent<HTMLSelectElement | HTMLInputElement>): void =>
  target.form?.requestSubmit();

/** The filters of a list; the address says what was chosen, so that back, forward and a shared link work. */
export function Filters({ path, shown, children }: FiltersProps) {
  const t = useWords('desk');
  const localePath = useLocalePath();
  const form = useRef<HTMLFormElement>(null);
  useAddressValues(form, shown);
  const send = useSubmit();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ]);
    void send(new URLSearchParams(chosen.filter(([, value]) => value !== '')), { action: localePath(path) });
  };
  return (
    <form
      ref={form}
      className={styles.filters}
      role="search"
      aria-label={t('list.filters')}
      action={localePath(path)}
      onSubmit={search}
    >
      {children}
      <Button type="submit" kind="line">
        {t('list.submit')}
      </Button>
    </form>
  );
}

interface Query {
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** In the place of what could not be loaded: the way to two-step sign-in where that is missing, else the way to try again. */
export function RoomFailed({ error, isFetching, refetch }: Query) {
  const t = useWords('desk');
  const failure = isApiFailure(error) ? error : null;
  if (failure?.code === 'STAFF_FACTOR_REQUIRED') return <StaffFactor />;
  // The role was taken away since the page was opened.
  if (failure?.status === 403)
    return <EmptyState title={t('not_operator.heading')}>{t('not_operator.text')}</EmptyState>;
  return <PartFailed retrying={isFetching} onRetry={() => void refetch()} />;
}

function StaffFactor() {
  const t = useWords('desk');
  const path = useLocalePath();
  return (
    <EmptyState
      title={t('staff_factor.heading')}
      action={
        <a className={buttonClass} data-kind="primary" data-size="md" href={path('/user?panel=two-step')}>
          {t('staff_factor.action')}
        </a>
      }
    >
      {t('staff_factor.text')}
    </EmptyState>
  );
}

interface DeskListProps<Row> {
  query: Query & {
    currentData?: { list: Row[]; page: number; page_size: number; total: number } | undefined;
  };
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** The address of the room, without language. */
  path: string;
  /** True when the list is not the whole one. */
  filtered: boolean;
  /** What an empty whole list says. */
  empty: { title: string; text: string };
}

/** A page of a list as a table (a list on a phone), with its states: loading, failed, empty, nothing found. */
export function DeskList<Row>({
  query,
  caption,
  columns,
  rowKey,
  path,
  filtered,
  empty,
}: DeskListProps<Row>) {
  const t = useWords('desk');
  const localePath = useLocalePath();
  const [address] = useSearchParams();
  const { currentData } = query;
  const pagePath = (page: number) => withQuery(path, address, { page });
  if (!currentData)
    return query.error ? <RoomFailed {...query} /> : <Skeleton label={t('loading')} rows={6} />;
  if (currentData.list.length === 0 && currentData.total > 0) {
    // What stood on this page is gone meanwhile.
    const last = Math.ceil(currentData.total / currentData.page_size);
    return <Navigate replace to={localePath(pagePath(last))} />;
  }
  if (currentData.list.length === 0) {
    return filtered ? (
      <EmptyState
        title={t('list.none')}
        action={
          <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={path}>
            {t('list.clear')}
          </LocaleLink>
        }
      >
        {t('list.none_text')}
      </EmptyState>
    ) : (
      <EmptyState title={empty.title}>{empty.text}</EmptyState>
    );
  }
  return (
    <>
      <Table caption={caption} columns={columns} rows={currentData.list} rowKey={rowKey} />
      <ListPages list={currentData} path={pagePath} />
    </>
  );
}
