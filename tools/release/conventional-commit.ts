import type { ChangelogChange } from 'nx/release/changelog-renderer/index.js';

const SUBJECT = /^(?<type>\w+)(?:\((?<scope>[^)]*)\))?(?<bang>!)?: (?<description>.+)$/;

/** Parses a conventional commit; null for any other message. */
export function changeOf(app: string, hash: string, subject: string, body: string): ChangelogChange | null {
  const { type, scope = '', bang, description } = SUBJECT.exec(subject)?.groups ?? {};
  if (!type || !description) return null;
  return {
    type,
    scope,
    description,
    body,
    isBreaking: Boolean(bang) || /^BREAKING[ -]CHANGE:/m.test(body),
    githubReferences: [],
    shortHash: hash.slice(0, 8),
    affectedProjects: [app],
  };
}
