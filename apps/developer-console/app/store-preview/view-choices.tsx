import { LOCALES } from '@yunduo/i18n';
import { useTranslations } from '../shell/words.ts';
import { type useView, WIDTHS, type Width } from './use-view.ts';
import styles from './view-choices.module.css';

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** Two exclusive options, side by side. */
function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Selection of the preview's language and width. */
export function ViewChoices({ view }: { view: ReturnType<typeof useView> }) {
  const t = useTranslations('preview');
  return (
    <>
      <Choice
        label={t('language.label')}
        options={LOCALES.map((value) => ({ value, label: t(`language.${value}`) }))}
        value={view.lang}
        onChange={view.setLang}
      />
      <Choice
        label={t('width.label')}
        options={(Object.keys(WIDTHS) as Width[]).map((value) => ({ value, label: t(`width.${value}`) }))}
        value={view.width}
        onChange={view.setWidth}
      />
    </>
  );
}
