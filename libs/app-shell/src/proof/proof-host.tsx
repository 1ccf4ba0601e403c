import { onProofRequired } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import type { ProofMethod } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { useAppSelector } from '../common/shell-hooks.ts';
import { useLocale } from '../i18n/use-translations.ts';
import { lazyWithRetry } from '../lazy/lazy-with-retry.tsx';

// Loaded with its words on demand: other pages load neither.
const DIALOGS = {
  zh: lazyWithRetry(() => import('./proof-dialog.zh.tsx')),
  en: lazyWithRetry(() => import('./proof-dialog.en.tsx')),
};

interface Question {
  methods: readonly ProofMethod[];
  /** The session in which the dialog was opened. */
  generation: number;
  answer: (proved: boolean) => void;
}

/**
 * Asks the user to confirm their identity when a call needs a fresh proof; the call then continues
 * (`base-query.ts`). Once per layout. The dialog closes with the session that opened it.
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
