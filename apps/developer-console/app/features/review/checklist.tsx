import type { ReviewChecklist } from '@yunduo/api-contract';
import { useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Button, Field, RadioGroup, TextInput } from '@yunduo/ui';
import { REVIEW_CHECK_ANSWERS, type ReviewCheckAnswer, type ReviewCheckItem } from '@yunduo/validation';
import { useTranslations } from '../../shell/words.ts';
import styles from './decision.module.css';
import type { Checks, DecisionDraft } from './use-decision-draft.ts';

interface ChecklistProps {
  items: ReviewChecklist['items'];
  draft: DecisionDraft;
  /** When the checklist was last completed, if ever. */
  lastAt: string | null;
  /** True to mark unanswered items. */
  unanswered: boolean;
  /** Items with a note that is too long. */
  tooLong: readonly ReviewCheckItem[] | undefined;
  onChange: (checks: Checks) => void;
}

/** Checks for every version; a failed one takes a note. */
export function Checklist({
  items,
  draft: { checks },
  lastAt,
  unanswered,
  tooLong,
  onChange,
}: ChecklistProps) {
  const t = useTranslations('review');
  const rules = useSharedTranslations('validation');
  const locale = useLocale();
  return (
    <div className={styles.checklist}>
      <div className={styles.head}>
        <h3>{t('decision.checklist')}</h3>
        {/* Existing answers are kept: this button must not pass an item that failed. */}
        <Button
          kind="line"
          size="sm"
          disabled={items.every(({ item }) => checks[item])}
          onClick={() =>
            onChange({
              ...Object.fromEntries(items.map(({ item }) => [item, { item, answer: 'yes', note: '' }])),
              ...checks,
            })
          }
        >
          {t('decision.all_passed')}
        </Button>
      </div>
      {lastAt && <p className="quiet">{t('decision.last', { date: dayOf(lastAt, locale) })}</p>}
      {items.map(({ item, title, hint }) => {
        const check = checks[item];
        return (
          <div key={item} className={styles.item}>
            <RadioGroup
              required
              legend={title[locale]}
              hint={hint[locale]}
              name={`check-${item}`}
              value={check?.answer ?? ''}
              error={unanswered && !check ? t('decision.unanswered') : undefined}
              onChange={(answer) =>
                onChange({
                  ...checks,
                  [item]: { item, note: check?.note ?? '', answer: answer as ReviewCheckAnswer },
                })
              }
              options={REVIEW_CHECK_ANSWERS.map((value) => ({ value, label: t(`decision.${value}`) }))}
            />
            {check && check.answer !== 'yes' && (
              <Field
                label={t('decision.note_field')}
                error={tooLong?.includes(item) ? rules('check_note_length') : undefined}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    aria-label={t('decision.note', { item: title[locale] })}
                    value={check.note}
                    onChange={({ target }) =>
                      onChange({ ...checks, [item]: { ...check, note: target.value } })
                    }
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
