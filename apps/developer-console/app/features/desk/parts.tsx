import { ListPages, LocaleLink, useAddressValues, useLocalePath } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';
import {
  Button,
  buttonClass,
  EmptyState,
  PageHead,
  SearchInput,
  Select,
  Skeleton,
  Table,
  type Column,
} from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useRef, type ChangeEvent, type FormEvent, type ReactNode } from 'react';
import { Navigate, useSearchParams, useSubmit } from 'react-router';
export { pageOf } from '../../parts/page-of.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import { useTranslations } from '../../shell/words.ts';
import styles from './desk.module.css';
import { roomPath, type Room } from './rooms.ts';

// Parts shared by the desk's pages: lists with filters and pagination, and their fallback states.

/** The address of another page of a list, with the same filters. */
function pagePath(path: string, query: URLSearchParams, page: number): string {
  const other = new URLSearchParams(query);
  if (page === 1) other.delete('page');
  else other.set('page', String(page));
  // The query already contains the parameters of the path.
  const [bare = path] = path.split('?');
  return other.size > 0 ? `${bare}?${other}` : bare;
}

interface FiltersProps {
  /** Path of the page, without language prefix. */
  path: string;
  /** Current value of each field, by name, from the address. */
  shown: Readonly<Record<string, string | boolean>>;
  /**
   * `SearchFilter`, `SelectFilter`, and other inputs (`onChange={sendForm}`); other text inputs need a
   * `SendFilters`.
   */
  children: ReactNode;
}

/** Submits the form of a select when its value changes. */
export const sendForm = ({ target }: ChangeEvent<HTMLSelectElement | HTMLInputElement>): void =>
  target.form?.requestSubmit();

/** The filters of a list, stored in the address so that back, forward and shared links work. */
export function Filters({ path, shown, children }: FiltersProps) {
  const t = useTranslations('desk');
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
    </form>
  );
}

/** The button that applies typed filters; selects and checkboxes apply at once. */
export function SendFilters() {
  const t = useTranslations('desk');
  return (
    <Button type="submit" kind="line">
      {t('list.submit')}
    </Button>
  );
}

interface SearchFilterProps {
  label: string;
  /** What can be searched for. */
  hint: string;
  /** Current value, from the address. */
  value: string;
}

/** The filter by text (`q`) and its button, which take the remaining space. */
export function SearchFilter({ label, hint, value }: SearchFilterProps) {
  return (
    <div className={styles.search}>
      <SearchInput
        name="q"
        aria-label={label}
        placeholder={hint}
        maxLength={SEARCH_MAX}
        defaultValue={value}
      />
      <SendFilters />
    </div>
  );
}

interface SelectFilterProps<Value extends string> {
  name: string;
  label: string;
  /** Text of the first option, which shows all. */
  any: string;
  /** Value of the first option: `all` where the list is filtered by default. */
  anyValue?: 'all';
  /** Current value, from the address. */
  value: string;
  values: readonly Value[];
  textOf: (value: Value) => string;
}

/** A filter by one of several values; a change applies at once. */
export function SelectFilter<Value extends string>({
  name,
  label,
  any,
  anyValue,
  value,
  values,
  textOf,
}: SelectFilterProps<Value>) {
  return (
    <Select name={name} aria-label={label} defaultValue={value} onChange={sendForm}>
      <option value={anyValue ?? ''}>{any}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {textOf(each)}
        </option>
      ))}
    </Select>
  );
}

interface Query {
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Replaces data that failed to load: a link to two-step sign-in if that is missing, otherwise a retry button. */
export function RoomFailed({ error, isFetching, refetch }: Query) {
  const t = useTranslations('desk');
  const failure = isApiFailure(error) ? error : null;
  if (failure?.code === 'STAFF_FACTOR_REQUIRED') return <StaffFactor />;
  // The role was revoked after the page was opened.
  if (failure?.status === 403)
    return <EmptyState title={t('not_operator.heading')}>{t('not_operator.text')}</EmptyState>;
  return <PartFailed retrying={isFetching} onRetry={() => void refetch()} />;
}

function StaffFactor() {
  const t = useTranslations('desk');
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

interface RoomFileProps<File> {
  room: Room;
  /** Of the page until the file is there. */
  title: string;
  words: { back: string; missing: string; missing_text: string };
  query: Query;
  /** Undefined while it is loaded, null if there is none. */
  file: File | null | undefined;
  children: (file: File) => ReactNode;
}

/** The page of one thing of a room, with the way back to the list. */
export function RoomFile<File>({ room, title, words, query, file, children }: RoomFileProps<File>) {
  const t = useTranslations('desk');
  if (file === null)
    return (
      <EmptyState
        failed
        as="h1"
        title={words.missing}
        action={
          <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={roomPath(room)}>
            {words.back}
          </LocaleLink>
        }
      >
        {words.missing_text}
      </EmptyState>
    );
  return (
    <>
      <LocaleLink className={styles.back} to={roomPath(room)}>
        {words.back}
      </LocaleLink>
      {file === undefined ? (
        <>
          <PageHead title={title} />
          {query.error ? <RoomFailed {...query} /> : <Skeleton label={t('loading')} rows={6} />}
        </>
      ) : (
        children(file)
      )}
    </>
  );
}

interface DeskListProps<Row> {
  query: Query & {
    currentData?: { list: Row[]; page: number; page_size: number; total: number } | undefined;
  };
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Path of the page, without language prefix. */
  path: string;
  /** True if filters are active. */
  filtered: boolean;
  /** Text of an empty list without filters. */
  empty: { title: string; text: string };
}

/** A page of a list as a table (a list on a phone), with its states: loading, failed, empty, no matches. */
export function DeskList<Row>({
  query,
  caption,
  columns,
  rowKey,
  path,
  filtered,
  empty,
}: DeskListProps<Row>) {
  const t = useTranslations('desk');
  const localePath = useLocalePath();
  const [address] = useSearchParams();
  const { currentData } = query;
  const pageAt = (page: number) => pagePath(path, address, page);
  if (!currentData)
    return query.error ? <RoomFailed {...query} /> : <Skeleton label={t('loading')} shape="table" rows={8} />;
  if (currentData.list.length === 0 && currentData.total > 0) {
    // This page of the list has become empty meanwhile.
    const last = Math.ceil(currentData.total / currentData.page_size);
    return <Navigate replace to={localePath(pageAt(last))} />;
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
      <ListPages list={currentData} path={pageAt} />
    </>
  );
}
