import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { lazyWithRetry, showToast, useSharedWords } from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { Button, LiveRegion } from '@yunduo/ui';
import type { ConflictListProps } from '../../app-pages/conflict-list.tsx';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import { UnsavedListing, useBeforeSubmission } from './before-submission.tsx';
import { DeleteButton } from './delete-button.tsx';
import { sizeText } from './size-field.tsx';
import type { VersionField, VersionValues } from './use-version-edit.ts';
import { useVersionForm } from './use-version-form.ts';
import { VersionFields } from './version-fields.tsx';
import styles from './versions.module.css';

const ConflictList = lazyWithRetry(() => import('../../app-pages/conflict-list.tsx'));

/** Sizes with units, kinds of changes by label; texts as they are. */
function useShown(): (field: VersionField, values: VersionValues) => unknown {
  const store = useSharedWords('storeTerms');
  return (field, values) => {
    if (field === 'size') return values.size > 0 ? `${sizeText(values.size)} MB` : '';
    if (field !== 'changes') return values[field];
    return values.changes.map(({ kind, text }) => ({ kind: store(`change.${kind}`), text }));
  };
}

/** A version in preparation: its facts and the submission. Typed values stay in this browser until saved. */
export function VersionForm({ detail, version }: { detail: DevAppDetail; version: DevVersion }) {
  const t = useWords('versions');
  const terms = useDeveloperTerms();
  const shown = useShown();
  const {
    form,
    values,
    theirs,
    conflicts,
    choose,
    change,
    errorOf,
    error,
    busy,
    changed,
    save,
    submit,
    submitting,
  } = useVersionForm(detail, version);
  // The submission includes the listing as saved.
  const { coming, unsaved, isAnswered } = useBeforeSubmission(detail, version);
  const store = async () => {
    if (await save()) showToast({ message: 'edited' });
  };
  const handIn = () => {
    if (isAnswered()) void submit();
  };
  return (
    <form
      {...form}
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <FieldConflicts
        conflicts={conflicts.map((field) => ({
          field,
          name: terms(`field.${field === 'description' ? 'version_description' : field}`),
          mine: shown(field, values),
          theirs: shown(field, theirs),
        }))}
        choose={choose}
      />
      <VersionFields values={values} change={change} errorOf={errorOf} />
      <FormError error={error} />
      <UnsavedListing id={detail.id} count={unsaved} />
      <div className={styles.actions}>
        <Button busy={submitting || coming} disabled={unsaved > 0} onClick={handIn}>
          {t('submit')}
        </Button>
        {/* Enter in a field saves too: it must not submit a version by accident. */}
        <Button type="submit" kind="line" busy={busy && !submitting}>
          {t('save')}
        </Button>
        <LiveRegion role="status" as="span" className="quiet">
          {t(changed ? 'not_saved' : 'as_saved')}
        </LiveRegion>
      </div>
      {/* Separated from the other actions; a version that was ever submitted cannot be deleted. */}
      {version.review_status === 'draft' && (
        <div className={styles.apart}>
          <DeleteButton detail={detail} version={version} />
        </div>
      )}
    </form>
  );
}

/** Fields changed both here and elsewhere. */
function FieldConflicts<F extends string>({ conflicts, choose }: ConflictListProps<F>) {
  return (
    <LiveRegion role="alert">
      {conflicts.length > 0 && (
        <ConflictList conflicts={conflicts} choose={(field, whose) => choose(field as F, whose)} />
      )}
    </LiveRegion>
  );
}
