import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { lazyWithRetry, showToast, useSharedTranslations } from '@yunduo/app-shell';
import { focusFirstError, FormError, useFieldErrorText } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import { handledByForm, useDevAppSubmitMutation } from '@yunduo/data-access';
import { Button, LiveRegion } from '@yunduo/ui';
import { useEffect, useState } from 'react';
import type { ConflictListProps } from '../../app-pages/conflict-list.tsx';
import { SaveState } from '../../app-pages/save-state.tsx';
import { formRules } from '../../app-pages/use-autosave.ts';
import { showConflict } from '../../forms/conflict.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { UnsavedListing, useBeforeSubmission } from './before-submission.tsx';
import { DeleteButton } from './delete-button.tsx';
import { sizeText } from './size-field.tsx';
import { useVersionDraft, type VersionField, type VersionValues } from './use-version-draft.ts';
import { VersionFields } from './version-fields.tsx';
import styles from './versions.module.css';

const ConflictList = lazyWithRetry(() => import('../../app-pages/conflict-list.tsx'));

/** Sizes with units, kinds of changes by label; texts as they are. */
function useShown(): (field: VersionField, values: VersionValues) => unknown {
  const store = useSharedTranslations('storeTerms');
  return (field, values) => {
    if (field === 'size') return values.size > 0 ? `${sizeText(values.size)} MB` : '';
    if (field !== 'changes') return values[field];
    return values.changes.map(({ kind, text }) => ({ kind: store(`change.${kind}`), text }));
  };
}

/** Submits the version as saved; the call's names of fields are the form's, except the description's. */
function useSubmission(detail: DevAppDetail, version: DevVersion, { draft, state }: DraftOfVersion) {
  const [submit] = useDevAppSubmitMutation();
  const form = useForm({
    initialValues: state.content,
    source: { values: state.content, change: (part) => draft.change(part) },
    schema: async () => (await formRules()).developerVersionSubmitSchema,
    draft: null,
    async onSubmit() {
      const { dirty, failure, revision } = draft.get();
      // Not saved, or merged with a change from elsewhere, which is looked at before it is submitted.
      if (dirty.length > 0 && failure) throw failure;
      if (dirty.length > 0) return false;
      await submit(
        handledByForm({ version_id: version.id, revision: detail.revision, version_revision: revision }),
      ).unwrap();
    },
    onConflict: showConflict,
    // The app has a description too, so the checklist uses another name for the version's.
    serverNames: {
      'version_description.zh': 'description.zh',
      'version_description.en': 'description.en',
    },
  });
  const { failure } = form;
  useEffect(() => {
    // Errors outside this form are in the checklist, which may be out of view on a long page.
    if (failure?.code === 'SUBMIT_INCOMPLETE') document.getElementById('checks')?.focus();
  }, [failure]);
  return form;
}
type DraftOfVersion = ReturnType<typeof useVersionDraft>;

/** Saves at once, where the draft would save after a pause; then submits, or reports that it is saved. */
function useActions({ draft }: DraftOfVersion, { form: { id }, submit }: ReturnType<typeof useSubmission>) {
  const [doing, setDoing] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) focusFirstError(id);
  }, [tries, id]);
  const run = async (what: 'save' | 'submit', then: () => void) => {
    setDoing(true);
    await draft.flush();
    // What was changed elsewhere is merged: a save continues on top of it.
    if (what === 'save' && draft.get().status === 'waiting') await draft.flush();
    setDoing(false);
    then();
  };
  return {
    doing,
    // The rules apply to what was saved: a new tag clears the commit of the old one.
    submit: () => run('submit', submit),
    save: () =>
      run('save', () => {
        setTries((count) => count + 1);
        if (draft.get().dirty.length === 0) showToast({ message: 'edited' });
      }),
  };
}

/** A version in preparation: its facts, saved while typing, and the submission. A default export, for `lazyWithRetry`. */
export default function VersionForm({ detail, version }: { detail: DevAppDetail; version: DevVersion }) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const textOf = useFieldErrorText();
  const shown = useShown();
  const edited = useVersionDraft(detail, version);
  const { draft, state } = edited;
  const { content, base, conflicts, errors } = state;
  const submission = useSubmission(detail, version, edited);
  const { form, busy, error, errorOf } = submission;
  const { doing, save, submit } = useActions(edited, submission);
  const discard = () => draft.change(draft.get().base);
  // The submission includes the listing as saved.
  const { coming, unsaved, isAnswered } = useBeforeSubmission(detail, version);
  return (
    <form
      {...form}
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FieldConflicts
        conflicts={conflicts.map((field) => ({
          field,
          name: terms(`field.${field === 'description' ? 'version_description' : field}`),
          mine: shown(field, content),
          theirs: shown(field, base),
        }))}
        choose={(field, whose) => draft.choose(field, whose)}
      />
      <VersionFields
        values={content}
        change={(part) => draft.change(part)}
        errorOf={(path) => textOf(errors[path]) ?? errorOf(path as VersionField)}
      />
      <FormError error={error} />
      <UnsavedListing id={detail.id} count={unsaved} />
      <div className={styles.actions}>
        <Button
          busy={busy || coming || doing}
          disabled={unsaved > 0}
          onClick={() => {
            if (isAnswered()) void submit();
          }}
        >
          {t('submit')}
        </Button>
        {/* Enter in a field saves too: it must not submit a version by accident. */}
        <Button type="submit" kind="line" busy={doing}>
          {t('save')}
        </Button>
        <SaveState draft={draft} />
      </div>
      {/* Separated from the other actions; a version that was ever submitted cannot be deleted. */}
      {version.review_status === 'draft' && (
        <div className={styles.apart}>
          <DeleteButton detail={detail} version={version} onDeleted={discard} />
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
