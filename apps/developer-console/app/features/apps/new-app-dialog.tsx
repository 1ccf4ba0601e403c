import { FormDialog, loadChunk, notePage, showToast, useAppSelector, useLocalePath } from '@yunduo/app-shell';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevAppSaveMutation } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Field, LiveRegion, TextInput } from '@yunduo/ui';
import { APP_NAME, codePoints, visibleLine } from '@yunduo/validation';
import { useNavigate } from 'react-router';
import { showConflict } from '../../forms/conflict.ts';
import { useNameAvailability } from '../../forms/use-name-availability.ts';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './new-app-dialog.module.css';

const LOCALES = ['zh', 'en'] as const;
type Name = Record<(typeof LOCALES)[number], string>;

const nameSchema = async () => {
  const { developerAppSubmitSchema } = await loadChunk(() => import('../../forms/rules.ts'));
  return developerAppSubmitSchema.pick(['name']);
};

/** A name in one language or both creates an app; everything else is entered on its page. */
export default function NewAppDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('apps');
  const navigate = useNavigate();
  const path = useLocalePath();
  const [save] = useDevAppSaveMutation();
  // Per user: another user of the same browser must not see the draft.
  const key = `new-app:${useAppSelector(selectUser)?.id}`;
  const form = useForm({
    initialValues: { name: { zh: '', en: '' } },
    schema: nameSchema,
    onSubmit: async ({ name }) => {
      const onPage = notePage();
      const { id } = await save(handledByForm({ name })).unwrap();
      showToast({ message: 'created' });
      if (onPage()) await navigate(path(`${PATHS.listing}?id=${id}`));
    },
    onConflict: showConflict,
    draft: { key },
  });
  // Only its own button discards the draft; an accidental Escape or press outside closes the dialog.
  const giveUp = () => {
    form.removeDraft();
    onClose();
  };
  const { values } = form;
  const setName = (part: Partial<Name>) => form.setValue('name', { ...values.name, ...part });
  return (
    <FormDialog
      title={t('create.heading')}
      intro={t('create.text', APP_NAME)}
      form={form}
      submit={t('create.submit')}
      cancel={t('create.cancel')}
      onClose={onClose}
      onCancel={giveUp}
    >
      {LOCALES.map((locale) => (
        <NameField
          key={locale}
          locale={locale}
          value={values.name[locale]}
          required={!values.name[locale === 'zh' ? 'en' : 'zh'].trim()}
          error={form.errorOf(`name.${locale}`)}
          onChange={(text) => setName({ [locale]: text })}
        />
      ))}
    </FormDialog>
  );
}

interface NameFieldProps {
  locale: keyof Name;
  value: string;
  error: string | undefined;
  /** One language is enough: a name in the other one makes this field optional. */
  required: boolean;
  onChange: (text: string) => void;
}

function NameField({ locale, value, error, required, onChange }: NameFieldProps) {
  const t = useTranslations('apps');
  const availability = useNameAvailability(value);
  return (
    <Field
      label={t(`create.${locale}`)}
      required={required}
      error={error}
      hint={
        // The live region is mounted before it announces the availability.
        <LiveRegion
          role="status"
          as="span"
          className={availability?.state === 'taken' ? styles.taken : undefined}
        >
          {availability?.text ?? '\u00a0'}
        </LiveRegion>
      }
      aside={<span className="num quiet">{`${codePoints(visibleLine(value))}/${APP_NAME.max}`}</span>}
    >
      {(control) => (
        <TextInput
          {...control}
          lang={locale === 'zh' ? 'zh-CN' : 'en'}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
