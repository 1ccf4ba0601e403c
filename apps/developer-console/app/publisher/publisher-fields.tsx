import type { FieldProps } from '@yunduo/app-shell/forms';
import { Field, TextInput } from '@yunduo/ui';
import { useTranslations } from '../shell/words.ts';
import styles from './publisher.module.css';

export interface PublisherValues {
  name: { zh: string; en: string };
  support_email: string;
  website: string;
}

export const NO_PUBLISHER: PublisherValues = { name: { zh: '', en: '' }, support_email: '', website: '' };

type Path = 'name.zh' | 'name.en' | 'support_email' | 'website';

interface PublisherFieldsProps {
  name: PublisherValues['name'];
  field: (path: Path) => FieldProps;
  errorOf: (path: Path) => string | undefined;
}

/** Publisher fields, for the forms that create and change a publisher. */
export function PublisherFields({ name, field, errorOf }: PublisherFieldsProps) {
  const t = useTranslations('publisher');
  const other = { zh: name.en, en: name.zh };
  return (
    <>
      <div className={styles.names}>
        {(['zh', 'en'] as const).map((locale) => (
          <Field
            key={locale}
            label={t(`name_in.${locale}`)}
            hint={t('name_hint')}
            error={errorOf(`name.${locale}`)}
            // One language is enough: the other may follow later.
            required={!other[locale].trim()}
          >
            {(control) => (
              <TextInput
                {...control}
                {...field(`name.${locale}`)}
                lang={locale === 'zh' ? 'zh-CN' : 'en'}
                autoComplete="organization"
              />
            )}
          </Field>
        ))}
      </div>
      <Field required label={t('email')} hint={t('email_hint')} error={errorOf('support_email')}>
        {(control) => (
          <TextInput
            {...control}
            {...field('support_email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('website_in')} error={errorOf('website')}>
        {(control) => (
          <TextInput
            {...control}
            {...field('website')}
            type="url"
            inputMode="url"
            autoComplete="url"
            spellCheck={false}
            placeholder="https://example.com"
          />
        )}
      </Field>
    </>
  );
}
