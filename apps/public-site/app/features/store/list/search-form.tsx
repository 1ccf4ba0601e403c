import { useAddressValues, useLocalePath } from '@yunduo/app-shell';
import { Button, SearchInput } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { useRef } from 'react';
import { Form } from 'react-router';
import { useWords } from '../../../shell/words.ts';
import { HiddenFields } from './hidden-fields.tsx';
import type { ListState } from './list-state.ts';
import styles from './search-form.module.css';

/** Searches the whole store: filters and order stay, the category does not. */
export function SearchForm({ state }: { state: ListState }) {
  const t = useWords('store');
  const localePath = useLocalePath();
  const form = useRef<HTMLFormElement>(null);
  useAddressValues(form, { q: state.q });
  return (
    <Form ref={form} className={styles.search} role="search" action={localePath('/store')}>
      <label className="sr" htmlFor="store-q">
        {t('search.label')}
      </label>
      <SearchInput
        id="store-q"
        name="q"
        defaultValue={state.q}
        maxLength={SEARCH_MAX}
        placeholder={t('search.placeholder')}
        enterKeyHint="search"
      />
      <HiddenFields state={state} without={['q', 'cate', 'page']} />
      <Button kind="line" type="submit">
        {t('search.submit')}
      </Button>
    </Form>
  );
}
