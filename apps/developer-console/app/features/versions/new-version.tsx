import type { DevAppDetail } from '@yunduo/api-contract';
import { loadChunk, showToast } from '@yunduo/app-shell';
import { handledByForm, useDevAppVersionSaveMutation } from '@yunduo/data-access';
import { Button, ControlRow, Field, TextInput } from '@yunduo/ui';
import { FormFault } from '../../forms/form-fault.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import styles from './versions.module.css';

interface NewVersionProps {
  detail: DevAppDetail;
  first: boolean;
  /** Hears its id; the form gives way to the one of the version. */
  onBegun: (id: number) => void;
}

/** A version begins with its number. */
export function NewVersion({ detail, first, onBegun }: NewVersionProps) {
  const t = useWords('versions');
  const terms = useDeveloperTerms();
  const [save] = useDevAppVersionSaveMutation();
  const { values, change, form, errorOf, fault, busy } = useCheckedForm({
    initialValues: { version: '' },
    schema: async () => (await loadChunk(() => import('../../forms/rules.ts'))).developerVersionCreateSchema,
    onSubmit: async ({ version }) => {
      const { id } = await save(handledByForm({ app_id: detail.id, version: version.trim() })).unwrap();
      onBegun(id);
      showToast({ message: 'created' });
    },
    keep: `new-version:${detail.id}`,
  });
  return (
    <section className={styles.section} aria-labelledby="new">
      <h2 id="new">{t(first ? 'new.first' : 'new.next')}</h2>
      <form {...form} className={styles.fields}>
        <p>{t('new.text')}</p>
        <FormFault fault={fault} />
        <Field required label={terms('field.version')} hint={t('version_hint')} error={errorOf('version')}>
          {(control) => (
            <ControlRow>
              <TextInput
                {...control}
                className="num"
                inputMode="decimal"
                placeholder="1.0.0"
                value={values.version}
                onChange={({ target }) => change({ version: target.value })}
              />
              <Button type="submit" busy={busy}>
                {t('new.submit')}
              </Button>
            </ControlRow>
          )}
        </Field>
      </form>
    </section>
  );
}
