import {
  DAY,
  LICENCE_GRACE,
  LICENCE_REMINDER_DAYS,
  LICENCE_TRANSFER_TTL,
  LICENCE_UNBIND,
} from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';
import styles from './licence.module.css';

const graceDays = LICENCE_GRACE / DAY;
const [first, second, third] = LICENCE_REMINDER_DAYS;

/** How a code is bound, and the rules; the numbers are those that the server keeps to. */
export function Rules() {
  const t = useWords('purchase');
  return (
    <div className={styles.rules}>
      <section aria-labelledby="steps-h">
        <h2 id="steps-h">{t('steps.heading')}</h2>
        <ol className={styles.columns}>
          {(['pay', 'find', 'bind'] as const).map((step) => (
            <li key={step}>
              <h3>{t(`steps.${step}`)}</h3>
              <p>{t(`steps.${step}_text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="rules-h">
        <h2 id="rules-h">{t('rules.heading')}</h2>
        <dl className={styles.terms}>
          <div>
            <dt>{t('rules.move')}</dt>
            <dd>{t('rules.move_text', { days: LICENCE_UNBIND.days, count: LICENCE_UNBIND.count })}</dd>
          </div>
          <div>
            <dt>{t('rules.end')}</dt>
            <dd>{t('rules.end_text', { first, second, third, days: graceDays })}</dd>
          </div>
          <div>
            <dt>{t('rules.give')}</dt>
            <dd>{t('rules.give_text', { days: LICENCE_TRANSFER_TTL / DAY })}</dd>
          </div>
          <div>
            <dt>{t('rules.refund')}</dt>
            <dd>{t('rules.refund_text')}</dd>
          </div>
          <div>
            <dt>{t('rules.invoice')}</dt>
            <dd>{t('rules.invoice_text')}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
