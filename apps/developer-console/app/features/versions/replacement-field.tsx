import { handledByPart, useDevAppListQuery } from '@yunduo/data-access';
import { Field, TextInput } from '@yunduo/ui';
import { PAGE_SIZE, SEARCH_MAX } from '@yunduo/validation';
import { useId, useMemo, type ComponentProps } from 'react';
import { useSettled } from '../../forms/use-name-availability.ts';
import { useTranslations } from '../../shell/words.ts';

interface ReplacementFieldProps {
  /** The app that is replaced: no suggestion. */
  id: number;
  label: string;
  error: string | undefined;
  input: ComponentProps<typeof TextInput> & { value: string };
}

/**
 * The app that replaces an unpublished one, by key or store address; suggests the developer's own published apps,
 * of more than one page those with the typed text.
 */
export function ReplacementField({ id, label, error, input }: ReplacementFieldProps) {
  const t = useTranslations('versions');
  const list = useId();
  const q = useSettled(input.value.trim().slice(0, SEARCH_MAX), '');
  const published = useMemo(
    () => handledByPart({ status: 'published', page_size: PAGE_SIZE.max } as const),
    [],
  );
  const found = useMemo(() => handledByPart({ ...published, q }), [published, q]);
  // A failure is not reported: the field works without suggestions.
  const { data: first } = useDevAppListQuery(published);
  const { data: matching } = useDevAppListQuery(found, {
    skip: q === '' || !first || first.total <= first.list.length,
  });
  const data = matching ?? first;
  return (
    <Field label={label} hint={t('replacement.hint')} error={error}>
      {(control) => (
        <>
          <TextInput
            {...control}
            {...input}
            list={list}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <datalist id={list}>
            {data?.list
              .filter((app) => app.id !== id)
              .map(({ app_key, name }) => (
                <option key={app_key} value={app_key}>
                  {name}
                </option>
              ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
