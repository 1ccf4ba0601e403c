import { Field, TextInput } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';
import { useEditedApp } from './app-id.ts';
import { useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

/** The key by which clients identify the app; fixed after the first submission. */
export function AppKey() {
  const t = useTranslations('listing');
  const { keyFixed } = useEditedApp();
  const { value, change } = useField('app_key');
  return (
    <Field
      id={controlId('app_key')}
      label={t('app_key.label')}
      hint={t(keyFixed ? 'app_key.fixed' : 'app_key.hint')}
      error={useFieldError('app_key')('app_key')}
    >
      {(control) => (
        <TextInput
          {...control}
          className="num"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={keyFixed}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}
