import type { ApiFailure } from '@yunduo/api-client';
import type { ReviewDetail } from '@yunduo/api-contract';
import {
  claimFailure,
  lazyWithRetry,
  loadChunk,
  notePage,
  showToast,
  useAppSelector,
  useLocale,
  useLocalePath,
} from '@yunduo/app-shell';
import { FormError } from '@yunduo/app-shell/form-error';
import { useForm } from '@yunduo/app-shell/forms';
import {
  handledByForm,
  isApiFailure,
  useReviewChecklistQuery,
  useReviewDecideMutation,
} from '@yunduo/data-access';
import { localized } from '@yunduo/i18n';
import { selectUser } from '@yunduo/session';
import { Button, Field, RadioGroup, Select, Skeleton, TextArea } from '@yunduo/ui';
import { REVIEW_CHECK_ITEMS, REVIEW_DECISIONS, type ReviewDecision } from '@yunduo/validation';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PartFailed } from '../../parts/part-failed.tsx';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { Checklist, type DecisionValues } from './checklist.tsx';
import { useClaimExtension } from './claim-bar.tsx';
import styles from './decision.module.css';
import { fieldOfUnsentSuggestion, placeOfField } from './suggestion-draft.ts';

const ConfirmDecision = lazyWithRetry(() => import('./confirm-decision.tsx'));

interface DecisionProps {
  data: ReviewDetail;
  /** Called if the version was decided or resubmitted meanwhile. */
  onLate: () => void;
}

/**
 * Checklist and decision. Their draft survives a reload and an expired session; it belongs to one reviewer and one
 * submission. A new one starts with the checklist of the previous decision.
 */
export default function Decision({ data, onLate }: DecisionProps) {
  const t = useTranslations('review');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const reviewer = useAppSelector(selectUser)?.id;
  const { data: tools, error, isFetching, refetch } = useReviewChecklistQuery();
  const [asking, setAsking] = useState<DecisionValues | null>(null);
  const open = data.suggestions.filter(({ resolved_at }) => resolved_at === null);
  const form = useForm<DecisionValues>({
    initialValues: {
      checks: checksOf(data.checklist.checks),
      decision: '',
      reason: '',
      text: '',
    },
    schema: async () => (await loadChunk(() => import('./rules.ts'))).decisionFormSchema(open.length),
    onSubmit: (values) => {
      const started = fieldOfUnsentSuggestion(reviewer, data.version_id);
      if (started) {
        // An unsent suggestion would not reach the developer, and cannot be sent after a decision.
        showToast(t('decision.suggestion_begun'), { kind: 'error' });
        document.getElementById(placeOfField(started))?.querySelector('textarea')?.focus();
      } else setAsking(values);
      return Promise.resolve(false);
    },
    draft: { key: `decision:${reviewer}:${data.version_id}:${data.round}` },
  });
  const { decide, failure } = useDecide(data, onLate, form.removeDraft);
  const { values, errorOf } = form;
  useClaimExtension(data, JSON.stringify(values));
  // A version can be appealed once.
  const isFinal = data.appeal || data.rounds.some(({ appealed }) => appealed);
  // A listing updates the version in the store.
  const isLater = data.app.taken_down || (data.listing && data.app.status !== 'published');
  const hintOf = (decision: ReviewDecision) => {
    if (decision === 'reject' && isFinal) return 'decision.reject_hint_final';
    return decision === 'approve' && isLater
      ? 'decision.approve_hint_later'
      : (`decision.${decision}_hint` as const);
  };

  if (!tools) {
    return error ? (
      <PartFailed retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label={t('loading')} shape="text" rows={4} />
    );
  }
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">{t('decision.heading')}</h2>
      <form {...form.form} className={styles.form}>
        <Checklist items={tools.items} form={form} lastAt={data.checklist.decided_at} />
        <OpenSuggestions suggestions={open} />
        <RadioGroup
          legend={t('decision.outcome')}
          name="decision"
          required
          value={values.decision}
          onChange={(decision) => form.setValue('decision', decision)}
          error={errorOf('decision')}
          options={REVIEW_DECISIONS.map((value) => ({
            value,
            label: t(`decision.${value}`),
            hint: t(hintOf(value)),
          }))}
        />
        {values.decision === 'reject' && (
          <Field required label={t('decision.reason')} error={errorOf('reason')}>
            {(control) => (
              <Select
                {...control}
                name="reason"
                value={values.reason}
                onChange={({ target }) => form.setValue('reason', target.value)}
              >
                <option value="">{t('decision.reason_choose')}</option>
                {tools.reasons.map(({ reason, title }) => (
                  <option key={reason} value={reason}>
                    {title[locale]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field
          label={t('decision.text')}
          required={values.decision === 'reject'}
          hint={t('decision.text_hint')}
          error={errorOf('text')}
        >
          {(control) => <TextArea {...control} {...form.field('text')} />}
        </Field>
        <FormError error={failure} />
        <div className={styles.foot}>
          <Button type="submit" busy={form.busy}>
            {t('decision.submit')}
          </Button>
          <span className="quiet">
            {t('decision.answered', {
              done: REVIEW_CHECK_ITEMS.filter((item) => values.checks[item].answer).length,
              all: REVIEW_CHECK_ITEMS.length,
            })}
          </span>
        </div>
      </form>
      {asking?.decision && (
        <ConfirmDecision
          decision={asking.decision}
          app={localized(data.content.name, locale)}
          version={data.listing ? terms('listing') : data.facts.version}
          open={open.length}
          later={isLater}
          onClose={() => setAsking(null)}
          onConfirm={() => decide(asking)}
        />
      )}
    </section>
  );
}

/** The answers of the previous decision; the other items are empty. */
function checksOf(previous: ReviewDetail['checklist']['checks']): DecisionValues['checks'] {
  const answered = new Map(previous.map(({ item, answer, note }) => [item, { answer, note }]));
  return Object.fromEntries(
    REVIEW_CHECK_ITEMS.map((item) => [item, answered.get(item) ?? { answer: '', note: '' }]),
  ) as DecisionValues['checks'];
}

/** Sends a decision. Success returns to the desk; a late decision calls `onLate`; the form shows other errors. */
function useDecide(data: ReviewDetail, onLate: () => void, forget: () => void) {
  const t = useTranslations('review');
  const path = useLocalePath();
  const navigate = useNavigate();
  const [call] = useReviewDecideMutation();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  return {
    failure,
    async decide({ checks, decision, reason, text }: DecisionValues) {
      if (!decision) return;
      const onPage = notePage();
      setFailure(null);
      try {
        const checklist = REVIEW_CHECK_ITEMS.flatMap((item) => {
          const { answer, note } = checks[item];
          return answer ? { item, answer, note } : [];
        });
        await call(
          handledByForm({
            version_id: data.version_id,
            round: data.round,
            decision,
            text,
            checklist,
            ...(reason && { reason }),
          }),
        ).unwrap();
        forget();
        showToast(t(`decision.done.${decision}`));
        if (onPage()) await navigate(path(PATHS.review));
      } catch (error) {
        if (!isApiFailure(error)) throw error;
        if (error.code !== 'STATE_CHANGED') return setFailure(error);
        claimFailure(error);
        onLate();
      }
    },
  };
}

/** Open suggestions, each with a link. */
function OpenSuggestions({ suggestions }: { suggestions: ReviewDetail['suggestions'] }) {
  const t = useTranslations('review');
  const terms = useDeveloperTerms();
  if (suggestions.length === 0) return <p className="quiet">{t('decision.none_open')}</p>;
  const fields = [...new Set(suggestions.map(({ field }) => field))];
  return (
    <p>
      {t('decision.open', { count: suggestions.length })}{' '}
      {fields.map((field, index) => (
        <span key={field}>
          {index > 0 && ' · '}
          <a href={`#${placeOfField(field)}`}>{terms(`field.${field}`)}</a>
        </span>
      ))}
    </p>
  );
}
