import { SUGGESTION_FIELDS, type SuggestionField } from '@yunduo/validation';
import { keptForm } from '../../forms/kept-form.ts';

/** Under which name a suggestion is kept while it is written: a colleague at the same screen finds nothing of it. */
export const suggestionKey = (
  reviewer: number | undefined,
  versionId: number,
  field: SuggestionField,
): string => `suggestion:${reviewer}:${versionId}:${field}`;

/** Where a field stands on the page. */
export const placeOfField = (field: SuggestionField): string => `field-${field}`;

/** The first field with a suggestion that was begun and not noted: a decision would leave it behind. */
export const fieldOfBegun = (reviewer: number | undefined, versionId: number): SuggestionField | undefined =>
  SUGGESTION_FIELDS.find((field) =>
    keptForm(suggestionKey(reviewer, versionId, field))
      .read({ text: '' })
      .text?.trim(),
  );
