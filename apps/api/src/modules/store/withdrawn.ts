import type { Bilingual } from '../../db/schema/bilingual.ts';

/** Why a version was withdrawn, by language; a reason in one text is shown to readers of both. */
export const yankReasonsOf = ({
  yankReason,
  yankReasons,
}: {
  yankReason: string | null;
  yankReasons: Bilingual | null;
}): Bilingual => yankReasons ?? { zh: yankReason ?? '', en: yankReason ?? '' };
