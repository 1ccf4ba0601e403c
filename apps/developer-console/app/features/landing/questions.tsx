import { Prose } from '@yunduo/app-shell';
import { useWords } from '../../shell/words.ts';
import styles from './landing.module.css';
import type { Question } from './questions-of.server.ts';

/** What developers ask before they begin. The answers are a file that the build wrote, not a part of the application. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  const t = useWords('landing');
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">{t('questions')}</h2>
      <div className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <Prose html={answer} />
          </details>
        ))}
      </div>
    </section>
  );
}
