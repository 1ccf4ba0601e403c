import type { ReviewChecklist } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import type { Form } from '@yunduo/app-shell/forms';
import { dayOf } from '@yunduo/i18n';
import { Button, Field, RadioGroup, TextInput } from '@yunduo/ui';
import {
  REVIEW_CHECK_ANSWERS,
  type RejectReason,
  type ReviewCheckAnswer,
  type ReviewCheckItem,
  type ReviewDecision,
} from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';
import styles from './decision.module.css';

/** The form of a decision. */
export interface DecisionValues {
  checks: Record<ReviewCheckItem, { answer: ReviewCheckAnswer | ''; note: string }>;
  decision: ReviewDecision | '';
  reason: RejectReason | '';
  text: string;
}

interface ChecklistProps {
  items: ReviewChecklist['items'];
  form: Form<DecisionValues>;
  /** When the checklist was last completed, if ever. */
  lastAt: string | null;
}

/** Checks for every version; a failed one takes a note. */
export function Checklist({ items, form, lastAt }: ChecklistProps) {
  const t = useTranslations('review');
  const locale = useLocale();
  const { checks } = form.values;
  const unanswered = items.filter(({ item }) => !checks[item].answer);
  return (
    <div className={styles.checklist}>
      <div className={styles.head}>
        <h3>{t('decision.checklist')}</h3>
        {/* Existing answers are kept: this button must not pass an item that failed. */}
        <Button
          kind="line"
          size="sm"
          disabled={unanswered.length === 0}
          onClick={() =>
            form.setValue('checks', {
              ...checks,
              ...Object.fromEntries(unanswered.map(({ item }) => [item, { answer: 'yes', note: '' }])),
            })
          }
        >
          {t('decision.all_passed')}
        </Button>
      </div>
      {lastAt && <p className="quiet">{t('decision.last', { date: dayOf(lastAt, locale) })}</p>}
      {items.map(({ item, title, hint }) => {
        const { answer } = checks[item];
        return (
          <div key={item} className={styles.item}>
            <RadioGroup
              required
              legend={title[locale]}
              hint={hint[locale]}
              name={`check-${item}`}
              value={answer}
              error={form.errorOf(`checks.${item}.answer`)}
              onChange={(chosen) => form.setValue(`checks.${item}.answer`, chosen)}
              options={REVIEW_CHECK_ANSWERS.map((value) => ({ value, label: t(`decision.${value}`) }))}
            />
            {answer !== '' && answer !== 'yes' && (
              <Field label={t('decision.note_field')} error={form.errorOf(`checks.${item}.note`)}>
                {(control) => (
                  <TextInput
                    {...control}
                    {...form.field(`checks.${item}.note`)}
                    aria-label={t('decision.note', { item: title[locale] })}
                  />
                )}
              </Field>
            )}
          </div>
        );
      })}
    </div>
  );
}
