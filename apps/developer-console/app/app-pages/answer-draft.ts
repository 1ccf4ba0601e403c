import type { DevSuggestion } from '@yunduo/api-contract';
import { localDraft } from '@yunduo/app-shell/drafts';

/** The key of the draft of an answer to a suggestion. */
export const answerKey = (id: number): string => `answer:${id}`;

/** Where the suggestion stands on the page. */
export const placeOfSuggestion = (id: number): string => `suggestion-${id}`;

/** Whether an answer was begun that says something else than the saved one: a submission would leave it behind. */
export function hasUnsentAnswer({ id, answer }: Pick<DevSuggestion, 'id' | 'answer'>): boolean {
  const saved = answer ?? '';
  return localDraft(answerKey(id)).readInto({ answer: saved }).answer.trim() !== saved;
}
