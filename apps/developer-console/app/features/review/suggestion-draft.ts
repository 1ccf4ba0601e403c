import { localDraft } from '@yunduo/app-shell/drafts';
import { SUGGESTION_FIELDS, type SuggestionField } from '@yunduo/validation';

/** The key of a suggestion's draft, by reviewer: a colleague at the same screen finds nothing of it. */
export const suggestionKey = (
  reviewer: number | undefined,
  versionId: number,
  field: SuggestionField,
): string => `suggestion:${reviewer}:${versionId}:${field}`;

/** Where a field stands on the page. */
export const placeOfField = (field: SuggestionField): string => `field-${field}`;

/** The first field with a suggestion that was begun and not noted: a decision would leave it behind. */
export const fieldOfUnsentSuggestion = (
  reviewer: number | undefined,
  versionId: number,
): SuggestionField | undefined =>
  SUGGESTION_FIELDS.find((field) =>
    localDraft(suggestionKey(reviewer, versionId, field))
      .readInto({ text: '' })
      .text.trim(),
  );
