import { useAddressValues, useLocalePath, useSharedTranslations } from '@yunduo/app-shell';
import { Button, Select, SearchInput } from '@yunduo/ui';
import { STORE_SORTS, SEARCH_MAX } from '@yunduo/validation';
import { useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { useTranslations } from '../../../shell/words.ts';
import { type ListState, listFields } from './list-state.ts';
import styles from './list-forms.module.css';

/**
 * The sort order. It applies at once: through this component after hydration, through the head script
 * (`data-auto-submit`) before. Without scripts there is a button.
 */
export function SortForm({ state }: { state: ListState }) {
  const t = useTranslations('store');
  const terms = useSharedTranslations('storeTerms');
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

/** Searches the whole store: filters and order are kept, the category is not. */
export function SearchForm({ state }: { state: ListState }) {
  const t = useTranslations('store');
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

interface HiddenFieldsProps {
  state: ListState;
  /** Names of fields that the form has itself, or drops. */
  without: readonly string[];
}

/** The current choices as hidden fields, so that one form does not reset another. */
export function HiddenFields({ state, without }: HiddenFieldsProps) {
  return listFields(state)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
