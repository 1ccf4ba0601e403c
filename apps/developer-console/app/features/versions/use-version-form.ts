import type { ApiFailure } from '@yunduo/api-client';
import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { afterPaint, claimFailure, loadChunk, painted, showToast } from '@yunduo/app-shell';
import { focusFirstError, useFieldErrorText } from '@yunduo/app-shell/form-error';
import {
  publishingApi,
  handledByForm,
  isApiFailure,
  useDevAppSubmitMutation,
  useDevAppVersionSaveMutation,
  type AppDispatch,
} from '@yunduo/data-access';
import { fieldErrors, type FieldErrors } from '@yunduo/validation';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { showConflict } from '../../forms/conflict.ts';
import { pick, type DraftState } from '@yunduo/app-shell/draft-state';
import { over, useVersionEdit, type VersionValues } from './use-version-edit.ts';

/** The app has a description too: so the checklist uses another name for this one. */
const ownPath = (path: string): string => path.replace(/^version_description/, 'description');
const isConflict = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && error.code === 'EDIT_CONFLICT';

/** Form of a version's facts: saved on request, submitted as saved. */
export function useVersionForm(detail: DevAppDetail, version: DevVersion) {
  const id = useId();
  const dispatch = useDispatch<AppDispatch>();
  const textOf = useFieldErrorText();
  const { edited, change, choose, meet, take } = useVersionEdit(version);
  const { content: values, base, conflicts } = edited;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [error, setError] = useState<ApiFailure | null>(null);
  const [asked, setAsked] = useState(0);
  const [doing, setDoing] = useState<'save' | 'submit' | null>(null);
  const [saveVersion] = useDevAppVersionSaveMutation();
  const [submitVersion] = useDevAppSubmitMutation();

  const point = useEffectEvent(() => {
    // Errors outside this form are in the checklist, which may be out of view on a long page.
    if (!focusFirstError(id) && error?.code === 'SUBMIT_INCOMPLETE')
      document.getElementById('checks')?.focus();
  });
  useEffect(() => {
    if (asked > 0) point();
  }, [asked]);

  /** Null if they failed to load: the next attempt loads them again. */
  const schemas = () => loadChunk(() => import('../../forms/rules.ts')).catch(() => null);
  const refuse = (error: unknown) => {
    if (!isApiFailure(error)) throw error;
    const fields = Object.entries((error.data.fields ?? {}) as FieldErrors);
    setErrors(Object.fromEntries(fields.map(([path, message]) => [ownPath(path), message])));
    if (!showConflict(error)) setError(error);
    // Changed elsewhere, or something else is missing: refetch the state, and keep the typed values.
    dispatch(publishingApi.util.invalidateTags(['DevApp']));
  };
  /** Sends only fields changed here: others may have changed elsewhere. Resolves to the current revision. */
  const store = async ({ dirty, content, revision }: DraftState<VersionValues>): Promise<number> => {
    if (dirty.length === 0) return revision;
    const sent = pick(content, dirty);
    const { repo_url, ...rest } = sent;
    const answer = await saveVersion(
      handledByForm({
        app_id: detail.id,
        id: version.id,
        revision,
        ...rest,
        ...(repo_url !== undefined && { repo_url: repo_url.trim() || null }),
      }),
    ).unwrap();
    take(sent, answer);
    return answer.revision;
  };
  /** Saves, and merges fields that only changed elsewhere automatically. */
  const storeOver = async (): Promise<number> => {
    try {
      return await store(edited);
    } catch (error) {
      if (!isConflict(error)) throw error;
      // The conflict is retried, or becomes a choice between two texts.
      claimFailure(error);
      const asking = publishingApi.endpoints.devAppDetail.initiate(
        { id: detail.id },
        { forceRefetch: true, subscribe: false },
      );
      const { versions } = await dispatch(asking).unwrap();
      const fresh = versions.find((other) => other.id === version.id);
      if (!fresh?.editable) throw error;
      meet(fresh);
      const met = over(edited, fresh);
      if (met.conflicts.length > 0) throw error;
      return store(met);
    }
  };
  /** Runs an action with valid values; true on success. */
  const attempt = async (what: 'save' | 'submit', run: () => Promise<unknown>): Promise<boolean> => {
    if (doing) return false;
    if (conflicts.length > 0) {
      // Conflicts must be resolved first.
      setAsked((count) => count + 1);
      return false;
    }
    setDoing(what);
    setError(null);
    try {
      // The button's busy state is painted before the rules load and the call starts.
      await painted();
      const rules = await schemas();
      if (!rules) {
        showToast({ message: 'server_busy' }, { kind: 'error' });
        return false;
      }
      const found = await (what === 'save'
        ? fieldErrors(rules.developerVersionDraftSchema, values)
        : fieldErrors(rules.developerVersionSubmitSchema, values));
      setErrors(found);
      if (Object.keys(found).length > 0) return false;
      await run();
      return true;
    } catch (error) {
      refuse(error);
      return false;
    } finally {
      setDoing(null);
      setAsked((count) => count + 1);
    }
  };

  return {
    values,
    /** Values saved elsewhere, for the fields of `conflicts`. */
    theirs: base,
    conflicts,
    choose,
    changed: edited.dirty.length > 0,
    busy: doing !== null,
    submitting: doing === 'submit',
    error,
    change(part: Partial<VersionValues>) {
      change(part);
      setErrors((all) =>
        Object.fromEntries(Object.entries(all).filter(([path]) => !((path.split(/[.[]/)[0] ?? '') in part))),
      );
    },
    errorOf: (path: string): string | undefined => textOf(errors[path]),
    save: () => attempt('save', storeOver),
    submit: () =>
      attempt('submit', async () => {
        // The user must see changes from elsewhere before a submission.
        const revision = await store(edited);
        await submitVersion(
          handledByForm({ version_id: version.id, revision: detail.revision, version_revision: revision }),
        ).unwrap();
      }),
    form: {
      id,
      noValidate: true,
      method: 'post' as const,
      onFocus: () => afterPaint(() => void schemas()),
    },
  };
}
