import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { AutosavedDraft, type SavedState } from '@yunduo/app-shell/autosaved-draft';
import {
  handledByView,
  isApiFailure,
  useDevAppVersionSaveMutation,
  type AppDispatch,
} from '@yunduo/data-access';
import { WRITTEN } from '@yunduo/session';
import { fieldErrors } from '@yunduo/validation';
import { useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { formRules, fetchDetail, useAutosave } from '../../app-pages/use-autosave.ts';
import { showConflict } from '../../forms/conflict.ts';

export type VersionValues = Pick<
  DevVersion,
  'version' | 'git_version' | 'size' | 'description' | 'changes'
> & {
  git_commit: string;
  repo_url: string;
  package_sha256: string;
};
export type VersionField = keyof VersionValues;
type VersionDraft = AutosavedDraft<VersionValues, null>;

/** Storage key of a version's unsaved changes. */
export const versionKey = (id: number): string => `${WRITTEN}version:${id}`;

const versionState = (version: DevVersion): SavedState<VersionValues, null> => ({
  values: {
    version: version.version,
    git_version: version.git_version,
    git_commit: version.git_commit ?? '',
    repo_url: version.repo_url ?? '',
    size: version.size,
    package_sha256: version.package_sha256 ?? '',
    description: version.description,
    changes: version.changes,
  },
  revision: version.revision,
  extra: null,
});

/** The facts of a version during editing, and their state: a draft that saves itself, as the listing does. */
export function useVersionDraft({ id: appId }: DevAppDetail, version: DevVersion) {
  const { id } = version;
  const dispatch = useDispatch<AppDispatch>();
  const [save] = useDevAppVersionSaveMutation();
  const fresh = async () => {
    const { versions } = await fetchDetail(dispatch, appId);
    return versions.find((one) => one.id === id);
  };
  const draft: VersionDraft = useAutosave({
    key: versionKey(id),
    create: () =>
      new AutosavedDraft(versionKey(id), versionState(version), {
        async save({ repo_url, ...part }, revision) {
          const address = repo_url !== undefined && { repo_url: repo_url.trim() || null };
          // The page itself shows what could not be saved, and why.
          const input = handledByView({ app_id: appId, id, revision, ...part, ...address });
          try {
            return versionState(await save(input).unwrap());
          } catch (error) {
            // Submitted or deleted elsewhere: the page shows the new state instead of the form.
            if (isApiFailure(error)) showConflict(error);
            throw error;
          }
        },
        async reload() {
          const now = await fresh();
          if (!now) throw new Error('The version was deleted elsewhere.');
          return versionState(now);
        },
        check: async (part) => fieldErrors((await formRules()).developerVersionDraftSchema, part),
      }),
    // A version that was deleted elsewhere has no newer state.
    refetch: async () => (await fresh())?.revision ?? Infinity,
  });
  useEffect(() => draft.receive(versionState(version)), [draft, version]);
  return { draft, state: useSyncExternalStore(draft.subscribe, draft.get) };
}
