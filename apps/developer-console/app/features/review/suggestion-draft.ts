import { readDraft } from '@yunduo/app-shell/read-draft';
import { SUGGESTION_FIELDS, type SuggestionField } from '@yunduo/validation';

/** Draft key of a suggestion, per reviewer: another user of the same browser must not see it. */
export const suggestionKey = (
  reviewer: number | undefined,
  versionId: number,
  field: SuggestionField,
): string => `suggestion:${reviewer}:${versionId}:${field}`;

/** Element id of a field. */
export const placeOfField = (field: SuggestionField): string => `field-${field}`;

/** The first field with an unsent suggestion, which a decision would not include. */
export const fieldOfUnsentSuggestion = (
  reviewer: number | undefined,
  versionId: number,
): SuggestionField | undefined =>
  SUGGESTION_FIELDS.find((field) =>
    readDraft(suggestionKey(reviewer, versionId, field), { text: '' }).text.trim(),
  );
