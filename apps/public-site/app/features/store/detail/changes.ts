import type { AppRelease } from '@yunduo/api-contract';
import { changesLang } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import { CHANGE_KINDS } from '@yunduo/validation';

export type Change = AppRelease['changes'][number] & {
  version: string;
  /** Its language, if it is not the page's. */
  lang: string | undefined;
};

/** The changes of several releases, what a reader should heed first; newer releases before older ones. */
export function mergedChanges(releases: readonly AppRelease[], locale: Locale): Change[] {
  const all = releases.flatMap((release) =>
    release.changes.map((change) => ({
      ...change,
      version: release.version,
      lang: changesLang(release, locale),
    })),
  );
  return CHANGE_KINDS.flatMap((kind) => all.filter((change) => change.kind === kind));
}
