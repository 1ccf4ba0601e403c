import type { DevSuggestion } from '@yunduo/api-contract';
import { readDraft } from '@yunduo/app-shell/read-draft';

/** Draft key of the answer to a suggestion. */
export const answerKey = (id: number): string => `answer:${id}`;

/** Element id of a suggestion. */
export const placeOfSuggestion = (id: number): string => `suggestion-${id}`;

/** True if a draft of the answer differs from the saved one: a submission would not include it. */
export function hasUnsentAnswer({ id, answer }: Pick<DevSuggestion, 'id' | 'answer'>): boolean {
  const saved = answer ?? '';
  return readDraft(answerKey(id), { answer: saved }).answer.trim() !== saved;
}
