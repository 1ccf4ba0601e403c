import { useAddressValues, useLocalePath, useSharedTranslations } from '@yunduo/app-shell';
import { Button, SearchInput, Select } from '@yunduo/ui';
import { APP_STATUSES, APP_TURNS, SEARCH_MAX } from '@yunduo/validation';
import { useRef, type ChangeEvent, type FormEvent } from 'react';
import { useSearchParams, useSubmit } from 'react-router';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './app-filters.module.css';

/** Search by name or app ID, filters by status and by the party that acts next; stored in the address. */
export function AppFilters() {
  const t = useTranslations('apps');
  const store = useSharedTranslations('storeTerms');
  const terms = useDeveloperTerms();
  const path = useLocalePath();
  const [query] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const shown = {
    q: query.get('q') ?? '',
    status: query.get('status') ?? '',
    turn: query.get('turn') ?? '',
  };
  useAddressValues(form, shown);
  const submit = ({ target }: ChangeEvent<HTMLSelectElement>) => target.form?.requestSubmit();
  const send = useSubmit();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]);
    void send(new URLSearchParams(chosen.filter(([, value]) => value !== '')), {
      action: path(PATHS.applications),
    });
  };
  return (
    <form
      ref={form}
      className={styles.filters}
      role="search"
      aria-label={t('filters.label')}
      action={path(PATHS.applications)}
      onSubmit={search}
    >
      <div className={styles.search}>
        <SearchInput
          name="q"
          aria-label={t('filters.search')}
          placeholder={t('filters.search')}
          maxLength={SEARCH_MAX}
          defaultValue={shown.q}
        />
        <Button type="submit" kind="line">
          {t('filters.submit')}
        </Button>
      </div>
      <Select name="status" aria-label={t('column.status')} defaultValue={shown.status} onChange={submit}>
        <option value="">{t('filters.any_status')}</option>
        {APP_STATUSES.map((status) => (
          <option key={status} value={status}>
            {store(`status.${status}`)}
          </option>
        ))}
      </Select>
      <Select name="turn" aria-label={t('filters.turn')} defaultValue={shown.turn} onChange={submit}>
        <option value="">{t('filters.any_turn')}</option>
        {APP_TURNS.map((turn) => (
          <option key={turn} value={turn}>
            {terms(`turn.${turn}`)}
          </option>
        ))}
      </Select>
    </form>
  );
}
