import { Skeleton } from '@yunduo/ui';
import { RichEditor } from '../../parts/rich-editor/lazy.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { langOf, LOCALES } from './both-field.tsx';
import styles from './listing.module.css';
import { FieldSuggestions } from './field-suggestions.tsx';
import { useDraft, useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

/** The description in both languages, as rich text; the server sanitises the result. */
export function Details() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const { draft } = useDraft();
  const { value: details } = useField('details');
  const errorAt = useFieldError('details');
  return (
    <div className={styles.fields}>
      {LOCALES.map((locale) => {
        const id = controlId(`details.${locale}`);
        const fault = errorAt(`details.${locale}`);
        return (
          <div key={locale}>
            <p id={`${id}-label`} className={styles.label}>
              {t(`in.${locale}`, { field: terms('field.details') })}
            </p>
            <RichEditor
              waiting={<Skeleton label={t('editor_loading')} rows={3} />}
              id={id}
              lang={langOf(locale)}
              html={details[locale]}
              fault={fault}
              // One language is enough: the other may follow later.
              required={!details[locale === 'zh' ? 'en' : 'zh']}
              onChange={(html) =>
                draft.change({ details: { ...draft.get().content.details, [locale]: html } })
              }
            />
            {fault && (
              <p id={`${id}-error`} className={styles.fault}>
                {fault}
              </p>
            )}
          </div>
        );
      })}
      <FieldSuggestions field="details" />
    </div>
  );
}
