import type { TotpSetup } from '@yunduo/api-contract';
import { CopyButton, useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useSiteInfoQuery, useTotpConfirmMutation } from '@yunduo/data-access';
import { momentOf } from '@yunduo/i18n';
import { Button, Field, TextInput } from '@yunduo/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { codeInput } from '../../../forms/code-input.ts';
import { formSchema } from '../../../forms/form-schema.ts';
import { useTranslations } from '../../../shell/words.ts';
import { saveFile } from '../save-file.ts';
import { QrCode } from '../qr-code.tsx';
import panel from '../account.module.css';
import styles from './second-factor.module.css';

/** The secret of a setup, and its picture. */
export type Scanned = Pick<TotpSetup, 'secret' | 'uri'>;

interface SetUpProps {
  setup: Scanned;
  onCancel: () => void;
  onAgain: () => void;
  /** With recovery codes if the account had none. */
  onDone: (codes: readonly string[] | null) => void;
}

/** Scan or type the secret, then enter the first code. */
export function SetUp({ setup, onCancel, onAgain, onDone }: SetUpProps) {
  const t = useTranslations('secondFactor');
  const shell = useSharedTranslations('shell');
  const [confirm] = useTotpConfirmMutation();
  const form = useForm({
    id: 'totp-setup',
    initialValues: { code: '' },
    schema: formSchema('totpSchema'),
    draft: null,
    onSubmit: async (values) => onDone((await confirm(handledByForm(values)).unwrap()).recovery_codes),
  });
  return (
    <div className={styles.setup}>
      <Part heading={t('setup.heading')}>{t('setup.lead')}</Part>
      <div className={styles.scan}>
        <QrCode text={setup.uri} label={t('setup.picture')} />
        <div>
          <p>{t('setup.by_hand')}</p>
          <p className={styles.secret}>
            <code translate="no">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={setup.secret} label={t('setup.copy_secret')} withText />
          </p>
        </div>
      </div>
      <form {...form.form} className={panel.form}>
        <Field
          id="totp-setup-code"
          label={t('setup.code')}
          hint={t('setup.code_hint')}
          error={form.errorOf('code')}
        >
          {(control) => <TextInput {...control} {...codeInput(form.field('code'))} />}
        </Field>
        <FormError
          error={form.error}
          action={
            <Button kind="line" size="sm" onClick={onAgain}>
              {t('setup.again')}
            </Button>
          }
        />
        <div className={panel.foot}>
          <Button type="submit" busy={form.busy}>
            {t(form.busy ? 'setup.confirming' : 'setup.confirm')}
          </Button>
          <Button kind="line" onClick={onCancel}>
            {shell('cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Section that replaces the view with the pressed button: its heading takes the focus. */
function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div>
      <h2 ref={ref} tabIndex={-1}>
        {heading}
      </h2>
      <p className="quiet">{children}</p>
    </div>
  );
}

interface NewCodesProps {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** New recovery codes, shown once: to copy, save as a file or print. */
export function NewCodes({ codes, email, onDone }: NewCodesProps) {
  const t = useTranslations('secondFactor');
  const locale = useLocale();
  const { data: site } = useSiteInfoQuery();
  const text = codes.join('\n');
  const save = () => {
    const date = momentOf(new Date().toISOString(), locale);
    const title = t('saved.file_title', { brand: site?.name ?? '', email, date });
    saveFile('recovery-codes.txt', `${title}\n\n${text}\n`, 'text/plain');
  };
  return (
    <div className={styles.setup}>
      <Part heading={t('saved.heading')}>{t('saved.lead')}</Part>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={panel.foot}>
        <CopyButton text={text} label={t('saved.copy')} withText />
        <Button kind="line" size="sm" onClick={save}>
          {t('saved.download')}
        </Button>
        <Button size="sm" onClick={onDone}>
          {t('saved.done')}
        </Button>
      </div>
    </div>
  );
}
