import { useAddressValues, useLocalePath, useSharedWords } from '@yunduo/app-shell';
import { Button, Select } from '@yunduo/ui';
import { STORE_SORTS } from '@yunduo/validation';
import { useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { useWords } from '../../../shell/words.ts';
import { HiddenFields } from './hidden-fields.tsx';
import type { ListState } from './list-state.ts';
import styles from './sort-form.module.css';

/**
 * The order of the list. It applies as soon as it is chosen: here once the page is hydrated, by the head script
 * (`data-auto-submit`) before. Without scripts a button stands beside it.
 */
export function SortForm({ state }: { state: ListState }) {
  const t = useWords('store');
  const terms = useSharedWords('storeTerms');
  const localePath = useLocalePath();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  useAddressValues(form, { sort: state.sort });

  return (
    <Form
      ref={form}
      className={styles.sort}
      action={localePath('/store')}
      autoComplete="off"
      data-auto-submit
    >
      <HiddenFields state={state} without={['sort', 'page']} />
      <label htmlFor="store-sort">{t('sort.label')}</label>
      <Select
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
