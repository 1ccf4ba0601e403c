import { useLocalePath, useSharedWords } from '@yunduo/app-shell';
import { Button, Select } from '@yunduo/ui';
import { STORE_SORTS } from '@yunduo/validation';
import { useEffect, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { useWords } from '../../../shell/words.ts';
import { HiddenFields } from './hidden-fields.tsx';
import type { ListState } from './list-state.ts';
import styles from './sort-form.module.css';

/** The order of the list. It applies as soon as it is chosen; without scripts a button stands beside it. */
export function SortForm({ state }: { state: ListState }) {
  const t = useWords('store');
  const terms = useSharedWords('storeTerms');
  const localePath = useLocalePath();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const select = useRef<HTMLSelectElement>(null);

  // What was chosen while the page had no scripts yet is applied now; after this, `onChange` hears it.
  useEffect(() => {
    if (select.current && select.current.value !== state.sort) void submit(form.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);

  return (
    <Form ref={form} className={styles.sort} action={localePath('/store')} autoComplete="off">
      <HiddenFields state={state} without={['sort', 'page']} />
      <label htmlFor="store-sort">{t('sort.label')}</label>
      <Select
        key={state.sort}
        ref={select}
        id="store-sort"
        name="sort"
        defaultValue={state.sort}
        onChange={(event) => void submit(event.currentTarget.form)}
      >
        {STORE_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {terms(`sort.${sort}`)}
          </option>
        ))}
      </Select>
      <Button kind="line" type="submit">
        {t('sort.submit')}
      </Button>
    </Form>
  );
}
