import type { DevAppDetail } from '@yunduo/api-contract';
import { loadChunk, showToast } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevAppVersionSaveMutation } from '@yunduo/data-access';
import { Button, ControlRow, Field, TextInput } from '@yunduo/ui';
import { showConflict } from '../../forms/conflict.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './versions.module.css';

interface NewVersionProps {
  detail: DevAppDetail;
  /** Called with its id; the version's form then replaces this one. */
  onBegun: (id: number) => void;
}

/** Form that starts a version with its number. */
export default function NewVersion({ detail, onBegun }: NewVersionProps) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const [save] = useDevAppVersionSaveMutation();
  const { field, form, errorOf, error, busy } = useForm({
    initialValues: { version: '' },
    schema: async () => (await loadChunk(() => import('../../forms/rules.ts'))).developerVersionCreateSchema,
    onSubmit: async ({ version }) => {
      const { id } = await save(handledByForm({ app_id: detail.id, version })).unwrap();
      onBegun(id);
      showToast({ message: 'created' });
    },
    onConflict: showConflict,
    draft: { key: `new-version:${detail.id}` },
  });
  return (
    <form {...form} className={styles.fields}>
      <p>{t('new.text')}</p>
      <FormError error={error} />
      <Field required label={terms('field.version')} hint={t('version_hint')} error={errorOf('version')}>
        {(control) => (
          <ControlRow>
            <TextInput
              {...control}
              {...field('version')}
              className="num"
              inputMode="decimal"
              placeholder="1.0.0"
            />
            <Button type="submit" busy={busy}>
              {t('new.submit')}
            </Button>
          </ControlRow>
        )}
      </Field>
    </form>
  );
}
