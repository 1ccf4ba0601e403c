import { useLocalePath } from '@yunduo/app-shell';
import { Button, SearchInput } from '@yunduo/ui';
import { SEARCH_MAX } from '@yunduo/validation';
import { Form } from 'react-router';
import { useWords } from '../../../shell/words.ts';
import { HiddenFields } from './hidden-fields.tsx';
import type { ListState } from './list-state.ts';
import styles from './search-form.module.css';

/** Searches the whole store: filters and order stay, the category does not. */
export function SearchForm({ state }: { state: ListState }) {
  const t = useWords('store');
  const localePath = useLocalePath();
  return (
    <Form className={styles.search} role="search" action={localePath('/store')}>
      <label className="sr" htmlFor="store-q">
        {t('search.label')}
      </label>
      {/* The key gives the field anew when the address changes, with back and forward too. */}
      <SearchInput
        key={state.q}
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
