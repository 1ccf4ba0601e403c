import type { DevSuggestion } from '@yunduo/api-contract';
import { keptForm } from '../forms/kept-form.ts';

/** Under which name an answer to a suggestion is kept while it is written. */
export const answerKey = (id: number): string => `answer:${id}`;

/** Where the suggestion stands on the page. */
export const placeOfSuggestion = (id: number): string => `suggestion-${id}`;

/** Whether an answer was begun that says something else than the saved one: a submission would leave it behind. */
export function isAnswerBegun({ id, answer }: Pick<DevSuggestion, 'id' | 'answer'>): boolean {
  const { answer: written } = keptForm(answerKey(id)).read({ answer: '' });
  return written !== undefined && written.trim() !== (answer ?? '');
}
