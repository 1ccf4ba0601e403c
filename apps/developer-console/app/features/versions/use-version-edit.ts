import type { DevVersion } from '@yunduo/api-contract';
import { WRITTEN } from '@yunduo/session';
import { useEffect, useState } from 'react';
import { choose, markSaved, merge, StoredDraft, write, type DraftState } from '@yunduo/app-shell/draft-state';

export type VersionValues = Pick<
  DevVersion,
  'version' | 'git_version' | 'size' | 'description' | 'changes'
> & {
  git_commit: string;
  repo_url: string;
  package_sha256: string;
};
export type VersionField = keyof VersionValues;

/** Storage key of a version's unsaved changes. */
export const versionKey = (id: number): string => `${WRITTEN}version:${id}`;

const valuesOf = ({
  version,
  git_version,
  git_commit,
  repo_url,
  size,
  package_sha256,
  description,
  changes,
}: DevVersion): VersionValues => ({
  version,
  git_version,
  git_commit: git_commit ?? '',
  repo_url: repo_url ?? '',
  size,
  package_sha256: package_sha256 ?? '',
  description,
  changes,
});

/** Merges local changes with the server's current version. */
export const over = (edited: DraftState<VersionValues>, version: DevVersion): DraftState<VersionValues> =>
  merge(edited, valuesOf(version), version.revision);

/** The facts of a version during editing: stored in this browser, and merged with changes saved elsewhere. */
export function useVersionEdit(version: DevVersion) {
  const [stored] = useState(() => new StoredDraft<VersionValues>(versionKey(version.id)));
  const [edited, setEdited] = useState(() => stored.restore(valuesOf(version), version.revision));
  // An older answer that arrives after a newer one is ignored.
  if (version.revision > edited.revision) setEdited(over(edited, version));
  useEffect(() => stored.save(edited), [stored, edited]);
  return {
    edited,
    change: (part: Partial<VersionValues>) => setEdited((now) => write(now, part)),
    choose: (field: VersionField, whose: 'mine' | 'theirs') => setEdited((now) => choose(now, field, whose)),
    /** It was saved elsewhere. */
    meet: (fresh: DevVersion) => setEdited((now) => over(now, fresh)),
    take: (sent: Partial<VersionValues>, saved: DevVersion) =>
      setEdited((now) => markSaved(now, sent, valuesOf(saved), saved.revision)),
  };
}
