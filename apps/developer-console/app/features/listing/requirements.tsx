import { Field, TextInput } from '@yunduo/ui';
import { useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import { LOCALES, langOf } from './both-field.tsx';
import styles from './listing.module.css';
import { FieldSuggestions } from './field-suggestions.tsx';
import { useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

const REQUIREMENTS = ['os', 'cpu', 'mem', 'hard_disk', 'gpu', 'network_card'] as const;

/** Server requirements of the app, collapsed until used. A default export, for `lazyWithRetry`. */
export default function Requirements() {
  const t = useTranslations('listing');
  const words = useTranslations('needs');
  const { value, change } = useField('requirements');
  const errorAt = useFieldError('requirements');
  // Initially open if it has content; afterwards under the user's control.
  const [open, setOpen] = useState(REQUIREMENTS.some((part) => value[part].zh || value[part].en));
  return (
    <details
      className={styles.folded}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words('requirements_open')}</summary>
      <div className={styles.fields}>
        {REQUIREMENTS.map((part) => (
          <div key={part} className={styles.both}>
            {LOCALES.map((locale) => (
              <Field
                key={locale}
                id={controlId(`requirements.${part}.${locale}`)}
                label={t(`in.${locale}`, { field: words(`requirement.${part}`) })}
                error={errorAt(`requirements.${part}.${locale}`)}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    lang={langOf(locale)}
                    value={value[part][locale]}
                    onChange={({ target }) =>
                      change({ ...value, [part]: { ...value[part], [locale]: target.value } })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
        ))}
      </div>
      <FieldSuggestions field="requirements" />
    </details>
  );
}
