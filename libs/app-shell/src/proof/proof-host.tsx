import { onProofRequired } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import type { ProofMethod } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { useAppSelector } from '../common/shell-hooks.ts';
import { useLocale } from '../i18n/use-words.ts';
import { lazyWithRetry } from '../lazy/lazy-with-retry.tsx';

// With its words: a page in which nobody is asked pays for neither.
const DIALOGS = {
  zh: lazyWithRetry(() => import('./proof-dialog.zh.tsx')),
  en: lazyWithRetry(() => import('./proof-dialog.en.tsx')),
};

interface Question {
  methods: readonly ProofMethod[];
  /** The session that was asked. */
  generation: number;
  answer: (proved: boolean) => void;
}

/**
 * Asks who is at the screen to confirm that it is them, when a call of theirs needs a fresh proof; the call goes on
 * afterwards (`base-query.ts`). Once per layout. The question goes with the session that it was put to.
 */
export function ProofHost() {
  const generation = useAppSelector(selectGeneration);
  const Dialog = DIALOGS[useLocale()];
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => {
    let open: Question | null = null;
    const stop = onProofRequired(
      (methods) =>
        new Promise((resolve) => {
          const answer = (proved: boolean) => {
            open = null;
            setQuestion(null);
            resolve(proved);
          };
          open = { methods, generation, answer };
          setQuestion(open);
        }),
    );
    return () => {
      stop();
      open?.answer(false);
    };
  }, [generation]);

  if (question?.generation !== generation) return null;
  return (
    <Dialog
      methods={question.methods}
      onClose={() => question.answer(false)}
      onProved={() => question.answer(true)}
    />
  );
}
