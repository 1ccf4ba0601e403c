import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { showToast } from '@yunduo/app-shell';
import { Button } from '@yunduo/ui';
import { FormFault } from '../../forms/form-fault.tsx';
import { useWords } from '../../shell/words.ts';
import { DeleteButton } from './delete-button.tsx';
import { useVersionForm } from './use-version-form.ts';
import { VersionFields } from './version-fields.tsx';
import styles from './versions.module.css';

/** A version in preparation: its facts, and handing it in. What is typed stays in this browser until it is saved. */
export function VersionForm({ detail, version }: { detail: DevAppDetail; version: DevVersion }) {
  const t = useWords('versions');
  const { form, values, change, errorOf, fault, busy, changed, save, submit, submitting } = useVersionForm(
    detail,
    version,
  );
  return (
    <form
      {...form}
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <VersionFields values={values} change={change} errorOf={errorOf} />
      <FormFault fault={fault} />
      <div className={styles.actions}>
        <Button type="submit" busy={submitting}>
          {t('submit')}
        </Button>
        <Button
          kind="line"
          busy={busy && !submitting}
          onClick={() => void save().then((saved) => saved && showToast({ message: 'edited' }))}
        >
          {t('save')}
        </Button>
        <span className="quiet" role="status">
          {t(changed ? 'not_saved' : 'as_saved')}
        </span>
      </div>
      {/* Apart from the rest; what was handed in once stays on record. */}
      {version.review_status === 'draft' && (
        <div className={styles.apart}>
          <DeleteButton detail={detail} version={version} />
        </div>
      )}
    </form>
  );
}
