import { Field, TextInput } from '@yunduo/ui';
import { APP_KEYWORDS } from '@yunduo/validation';
import { useState } from 'react';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { FieldSuggestions } from './field-suggestions.tsx';
import { useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

export function Licence() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const { value, change } = useField('licence');
  return (
    <div>
      <Field
        id={controlId('licence')}
        label={terms('field.licence')}
        required
        hint={t('licence_hint')}
        error={useFieldError('licence')('licence')}
      >
        {(control) => (
          <TextInput {...control} value={value} onChange={({ target }) => change(target.value)} />
        )}
      </Field>
      <FieldSuggestions field="licence" />
    </div>
  );
}

export function Homepage() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const { value, change } = useField('homepage');
  return (
    <div>
      <Field
        id={controlId('homepage')}
        label={t('optional', { field: terms('field.homepage') })}
        error={useFieldError('homepage')('homepage')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={value ?? ''}
            onChange={({ target }) => change(target.value || null)}
          />
        )}
      </Field>
      <FieldSuggestions field="homepage" />
    </div>
  );
}

const wordsOf = (text: string): string[] => text.split(/[,，、]/).flatMap((word) => word.trim() || []);

/** Keywords in one line. */
export function Keywords() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const { value, change } = useField('keywords');
  const errorAt = useFieldError('keywords');
  const [input, setInput] = useState('');
  // Typed text is kept, including commas, unless the keywords changed elsewhere.
  const text = wordsOf(input).join() === value.join() ? input : value.join(', ');
  const fault =
    errorAt('keywords') ?? value.map((_word, index) => errorAt(`keywords[${index}]`)).find(Boolean);
  return (
    <div>
      <Field
        id={controlId('keywords')}
        label={t('optional', { field: terms('field.keywords') })}
        hint={t('keywords_hint', APP_KEYWORDS)}
        error={fault}
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            onChange={({ target }) => {
              setInput(target.value);
              change(wordsOf(target.value));
            }}
          />
        )}
      </Field>
      <FieldSuggestions field="keywords" />
    </div>
  );
}
