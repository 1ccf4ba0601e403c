import { Field, TextArea, TextInput, LiveRegion } from '@yunduo/ui';
import { useNameAvailability } from '../../forms/use-name-availability.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { useAppId } from './app-id.ts';
import styles from './listing.module.css';
import { FieldSuggestions } from './field-suggestions.tsx';
import { useField, useDraftState } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

export const LOCALES = ['zh', 'en'] as const;
export const langOf = (locale: 'zh' | 'en'): string => (locale === 'zh' ? 'zh-CN' : 'en');

interface BothFieldProps {
  field: 'name' | 'intro' | 'description';
  max: number;
  rows?: number;
  optional?: boolean;
}

/** Without the invisible characters that people copy along, with letters and their accents as one: as stored. */
const storedLength = (text: string): number =>
  [
    ...text
      .normalize('NFC')
      .replace(/(?![\u200c\u200d])[\p{Cf}\u2800\u3164]/gu, '')
      .trim(),
  ].length;

/** A text in both languages, side by side; a missing one is marked. */
export function BothField({ field, max, rows, optional }: BothFieldProps) {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const { value, change } = useField(field);
  const errorAt = useFieldError(field);
  const other = { zh: value.en, en: value.zh };
  return (
    <div>
      <div className={styles.both}>
        {LOCALES.map((locale) => {
          const lacks = !value[locale].trim() && Boolean(other[locale].trim());
          const props = {
            lang: langOf(locale),
            value: value[locale],
            autoComplete: 'off',
            onChange: ({ target }: { target: { value: string } }) =>
              change({ ...value, [locale]: target.value }),
          };
          return (
            <Field
              key={locale}
              id={controlId(`${field}.${locale}`)}
              label={t(optional ? `in_optional.${locale}` : `in.${locale}`, {
                field: terms(`field.${field}`),
              })}
              error={errorAt(`${field}.${locale}`)}
              // One language is enough: the other may follow later.
              required={!optional && !other[locale].trim()}
              hint={
                lacks ? (
                  <b className={styles.lacks}>{t(`lacks.${locale}`)}</b>
                ) : (
                  field === 'name' && <NameHint name={value[locale]} locale={locale} />
                )
              }
              aside={<span className="num quiet">{`${storedLength(value[locale])}/${max}`}</span>}
            >
              {(control) =>
                rows ? (
                  <TextArea {...control} {...props} rows={rows} />
                ) : (
                  <TextInput {...control} {...props} />
                )
              }
            </Field>
          );
        })}
      </div>
      <FieldSuggestions field={field} />
    </div>
  );
}

/** Hint on the availability of the typed name. */
function NameHint({ name, locale }: { name: string; locale: 'zh' | 'en' }) {
  const own = useDraftState(({ base }) => base.name[locale]);
  const id = useAppId();
  const availability = useNameAvailability(name, { id, own });
  return (
    <LiveRegion
      role="status"
      as="span"
      className={availability?.state === 'taken' ? styles.lacks : undefined}
    >
      {availability?.text ?? '\u00a0'}
    </LiveRegion>
  );
}
