import type { ReviewDetail } from '@yunduo/api-contract';
import {
  claimFailure,
  lazyWithRetry,
  notePage,
  showToast,
  useAppSelector,
  useLocale,
  useLocalePath,
  useSharedTranslations,
} from '@yunduo/app-shell';
import {
  handledByForm,
  isApiFailure,
  useReviewChecklistQuery,
  useReviewDecideMutation,
} from '@yunduo/data-access';
import type { ApiFailure } from '@yunduo/api-client';
import { focusFirstError, FormError } from '@yunduo/app-shell/form-error';
import { selectUser } from '@yunduo/session';
import { Button, Field, RadioGroup, Select, Skeleton, TextArea } from '@yunduo/ui';
import {
  REVIEW_CHECK_ITEMS,
  REVIEW_DECISIONS,
  type RejectReason,
  type ReviewDecision,
} from '@yunduo/validation';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { PartFailed } from '../../parts/part-failed.tsx';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useTranslations } from '../../shell/words.ts';
import { fieldOfUnsentSuggestion, placeOfField } from './suggestion-draft.ts';
import { Checklist } from './checklist.tsx';
import styles from './decision.module.css';
import { decisionErrors } from './decision-errors.ts';
import { noteOf, useDecisionDraft } from './use-decision-draft.ts';

const ConfirmDecision = lazyWithRetry(() => import('./confirm-decision.tsx'));

interface DecisionProps {
  data: ReviewDetail;
  /** Called if the version was decided or resubmitted meanwhile. */
  onLate: () => void;
}

/** Checklist and decision. Their draft survives a reload and another sign-in. */
export function Decision({ data, onLate }: DecisionProps) {
  const t = useTranslations('review');
  const rules = useSharedTranslations('validation');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const id = useId();
  const reviewer = useAppSelector(selectUser)?.id;
  const { data: tools, isError, isFetching, refetch } = useReviewChecklistQuery();
  const { draft, change, forget } = useDecisionDraft(data);
  // Number of attempts: after the first, errors are shown, and each one focuses the first error.
  const [tries, setTries] = useState(0);
  const [asking, setAsking] = useState(false);
  const { decide, failure } = useDecide(data, onLate, forget);
  const open = data.suggestions.filter(({ resolved_at }) => resolved_at === null);
  const errors = tries > 0 ? decisionErrors(draft, open.length) : {};
  useEffect(() => {
    if (tries > 0) focusFirstError(id);
  }, [id, tries]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const started = fieldOfUnsentSuggestion(reviewer, data.version_id);
    if (started) {
      // An unsent suggestion would not reach the developer, and cannot be sent after a decision.
      showToast(t('decision.suggestion_begun'), { kind: 'error' });
      document.getElementById(placeOfField(started))?.querySelector('textarea')?.focus();
      return;
    }
    const found = decisionErrors(draft, open.length);
    setTries((count) => count + 1);
    if (Object.keys(found).length === 0) setAsking(true);
  };
  const wordOf = (field: 'decision' | 'reason' | 'text') => errors[field] && t(errors[field]);

  if (!tools) {
    return isError ? (
      <PartFailed retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label={t('loading')} shape="text" rows={4} />
    );
  }
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">{t('decision.heading')}</h2>
      <form id={id} noValidate onSubmit={submit} className={styles.form}>
        <Checklist
          items={tools.items}
          draft={draft}
          lastAt={data.checklist.decided_at}
          unanswered={tries > 0}
          tooLong={errors.notes}
          onChange={(checks) => change({ checks })}
        />
        <OpenSuggestions suggestions={open} />
        <RadioGroup
          legend={t('decision.outcome')}
          name="decision"
          required
          value={draft.decision ?? ''}
          onChange={(decision) => change({ decision: decision as ReviewDecision })}
          error={wordOf('decision')}
          options={REVIEW_DECISIONS.map((value) => ({
            value,
            label: t(`decision.${value}`),
            hint: t(`decision.${value}_hint`),
          }))}
        />
        {draft.decision === 'reject' && (
          <Field required label={t('decision.reason')} error={wordOf('reason')}>
            {(control) => (
              <Select
                {...control}
                value={draft.reason ?? ''}
                onChange={({ target }) => change({ reason: (target.value || null) as RejectReason | null })}
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
          required={draft.decision === 'reject'}
          hint={t('decision.text_hint')}
          error={errors.length ? rules(errors.length) : wordOf('text')}
        >
          {(control) => (
            <TextArea
              {...control}
              value={draft.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
        </Field>
        <FormError error={failure} />
        <div className={styles.foot}>
          <Button type="submit">{t('decision.submit')}</Button>
          <span className="quiet">
            {t('decision.answered', {
              done: REVIEW_CHECK_ITEMS.filter((item) => draft.checks[item]).length,
              all: REVIEW_CHECK_ITEMS.length,
            })}
          </span>
        </div>
      </form>
      {asking && draft.decision && (
        <ConfirmDecision
          decision={draft.decision}
          app={data.content.name[locale]}
          version={data.listing ? terms('listing') : data.facts.version}
          open={open.length}
          onClose={() => setAsking(false)}
          onConfirm={() => decide(draft)}
        />
      )}
    </section>
  );
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
    async decide({ decision, reason, text, checks }: ReturnType<typeof useDecisionDraft>['draft']) {
      if (!decision) return;
      const onPage = notePage();
      try {
        const checklist = Object.values(checks).map((check) => ({ ...check, note: noteOf(check) }));
        await call(
          handledByForm({
            version_id: data.version_id,
            round: data.round,
            decision,
            text,
            checklist,
            ...(decision === 'reject' && reason && { reason }),
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
