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

/** Where this browser keeps what is not saved of it. */
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

/** What is written over what the server has by now. */
export const over = (edited: DraftState<VersionValues>, version: DevVersion): DraftState<VersionValues> =>
  merge(edited, valuesOf(version), version.revision);

/** The facts of a version as they are being written: stored in this browser, and merged with what comes from elsewhere. */
export function useVersionEdit(version: DevVersion) {
  const [stored] = useState(() => new StoredDraft<VersionValues>(versionKey(version.id)));
  const [edited, setEdited] = useState(() => stored.restore(valuesOf(version), version.revision));
  // An answer that was on its way while a later one arrived says nothing new.
  if (version.revision > edited.revision) setEdited(over(edited, version));
  useEffect(() => stored.save(edited), [stored, edited]);
  return {
    edited,
    change: (part: Partial<VersionValues>) => setEdited((now) => write(now, part)),
    choose: (field: VersionField, whose: 'mine' | 'theirs') => setEdited((now) => choose(now, field, whose)),
    /** Somebody else saved it. */
    meet: (fresh: DevVersion) => setEdited((now) => over(now, fresh)),
    take: (sent: Partial<VersionValues>, saved: DevVersion) =>
      setEdited((now) => markSaved(now, sent, valuesOf(saved), saved.revision)),
  };
}
