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

/** The app has a description too: the checklist calls this one otherwise. */
const ownPath = (path: string): string => path.replace(/^version_description/, 'description');
const isConflict = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && error.code === 'EDIT_CONFLICT';

/** The facts of a version while they are written: saved when asked, handed in as they were saved. */
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
    // What is missing elsewhere stands in the checklist, which a long page has out of sight.
    if (!focusFirstError(id) && error?.code === 'SUBMIT_INCOMPLETE')
      document.getElementById('checks')?.focus();
  });
  useEffect(() => {
    if (asked > 0) point();
  }, [asked]);

  /** Null when they did not come: they are asked for again. */
  const schemas = () => loadChunk(() => import('../../forms/rules.ts')).catch(() => null);
  const refuse = (error: unknown) => {
    if (!isApiFailure(error)) throw error;
    const fields = Object.entries((error.data.fields ?? {}) as FieldErrors);
    setErrors(Object.fromEntries(fields.map(([path, message]) => [ownPath(path), message])));
    if (!showConflict(error)) setError(error);
    // Somebody was quicker, or something is missing elsewhere: what stands comes anew, what was typed stays.
    dispatch(publishingApi.util.invalidateTags(['DevApp']));
  };
  /** Only what was written here: the rest may have been written elsewhere. Resolves to the revision that stands. */
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
  /** Stores it; what only somebody else wrote meanwhile goes together with it by itself. */
  const storeOver = async (): Promise<number> => {
    try {
      return await store(edited);
    } catch (error) {
      if (!isConflict(error)) throw error;
      // It is tried again, or becomes a choice between two texts.
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
  /** Does it with valid values; true when it was done. */
  const attempt = async (what: 'save' | 'submit', run: () => Promise<unknown>): Promise<boolean> => {
    if (doing) return false;
    if (conflicts.length > 0) {
      // Which text stays is said first.
      setAsked((count) => count + 1);
      return false;
    }
    setDoing(what);
    setError(null);
    try {
      // The button answers the press; rules and call come after that picture.
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
    /** As saved elsewhere, for the fields of `conflicts`. */
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
        // What somebody else wrote meanwhile is looked at before it is handed in.
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
