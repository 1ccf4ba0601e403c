import { useSharedTranslations } from '@yunduo/app-shell';
import { Checkbox, Field, Select } from '@yunduo/ui';
import { ARCHITECTURES, OPERATING_SYSTEMS, OWN_APP_CATEGORIES } from '@yunduo/validation';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './listing.module.css';
import { FieldSuggestions } from './field-suggestions.tsx';
import { useField } from './use-listing-draft.ts';
import { controlId, useFieldError } from './use-field-error.ts';

export function Category() {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const store = useSharedTranslations('storeTerms');
  const { value, change } = useField('category');
  const errorAt = useFieldError('category');
  return (
    <div>
      <Field id={controlId('category')} label={terms('field.category')} required error={errorAt('category')}>
        {(control) => (
          <Select
            {...control}
            value={value ?? ''}
            onChange={({ target }) =>
              change(OWN_APP_CATEGORIES.find((category) => category === target.value) ?? null)
            }
          >
            <option value="">{t('choose')}</option>
            {/* Only editors set the recommendation; it is shown here. */}
            {value === 'recommend' && <option value="recommend">{store('category.recommend')}</option>}
            {OWN_APP_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {store(`category.${category}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <FieldSuggestions field="category" />
    </div>
  );
}

export function Systems() {
  const store = useSharedTranslations('storeTerms');
  const { value, change } = useField('os');
  return (
    <Boxes
      field="os"
      all={OPERATING_SYSTEMS}
      chosen={value}
      label={(os) => store(`os.${os}`)}
      onChange={change}
    />
  );
}

export function Architectures() {
  const store = useSharedTranslations('storeTerms');
  const { value, change } = useField('arch');
  return (
    <Boxes
      field="arch"
      all={ARCHITECTURES}
      chosen={value}
      label={(arch) => store(`arch.${arch}`)}
      onChange={change}
    />
  );
}

interface BoxesProps<T extends string> {
  field: 'os' | 'arch';
  all: readonly T[];
  chosen: readonly T[];
  label: (one: T) => string;
  onChange: (chosen: T[]) => void;
}

function Boxes<T extends string>({ field, all, chosen, label, onChange }: BoxesProps<T>) {
  const t = useTranslations('listing');
  const terms = useDeveloperTerms();
  const fault = useFieldError(field)(field);
  return (
    <div>
      <fieldset
        id={controlId(field)}
        className={styles.boxes}
        aria-describedby={fault ? `${controlId(field)}-error` : undefined}
      >
        <legend>{t('choices_needed', { field: terms(`field.${field}`) })}</legend>
        {all.map((one) => (
          <Checkbox
            key={one}
            checked={chosen.includes(one)}
            aria-invalid={fault ? true : undefined}
            onChange={({ target }) =>
              // In the vocabulary's order, as on the server.
              onChange(all.filter((other) => (other === one ? target.checked : chosen.includes(other))))
            }
          >
            {label(one)}
          </Checkbox>
        ))}
      </fieldset>
      {fault && (
        <p id={`${controlId(field)}-error`} className={styles.fault}>
          {fault}
        </p>
      )}
      <FieldSuggestions field={field} />
    </div>
  );
}
