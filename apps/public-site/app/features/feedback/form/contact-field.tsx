import { Field, Select, TextInput } from '@yunduo/ui';
import { CONTACT_KINDS, type ContactKind } from '@yunduo/validation';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../feedback.module.css';

interface ContactFieldProps {
  kind: string;
  value: string;
  error: string | undefined;
  onChange: (name: 'contact_kind' | 'contact_value', value: string) => void;
}

const KEYBOARD = { qq: 'numeric', phone: 'tel', wechat: 'text' } as const;

/** Optional contact in addition to the email address: QQ, phone or WeChat (R3.13). */
export function ContactField({ kind, value, error, onChange }: ContactFieldProps) {
  const t = useTranslations('feedback');
  const known = CONTACT_KINDS.find((one): one is ContactKind => one === kind);
  return (
    <div className={styles.contact}>
      <Field id="feedback-contact-kind" label={t('contact')} hint={known ? undefined : t('contact_hint')}>
        {(control) => (
          <Select
            {...control}
            name="contact_kind"
            value={kind}
            onChange={({ currentTarget }) => onChange('contact_kind', currentTarget.value)}
          >
            <option value="">{t('contact_kinds.none')}</option>
            {CONTACT_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`contact_kinds.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {known && (
        <Field required id="feedback-contact-value" label={t(`contact_values.${known}`)} error={error}>
          {(control) => (
            <TextInput
              {...control}
              name="contact_value"
              value={value}
              onChange={({ currentTarget }) => onChange('contact_value', currentTarget.value)}
              inputMode={KEYBOARD[known]}
              autoComplete={known === 'phone' ? 'tel' : 'off'}
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </div>
  );
}
