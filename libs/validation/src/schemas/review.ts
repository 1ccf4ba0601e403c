import { array, boolean, number, object, string, type InferType, type StringSchema } from 'yup';
import { DEV_TOKEN } from '../developer-limits.ts';
import {
  CALENDAR_NAME_MAX,
  REVIEW_CHECK_NOTE_MAX,
  REVIEW_REASON_MAX,
  STATS_DAYS_MAX,
  SUGGESTION_MAX,
} from '../limits.ts';
import {
  REJECT_REASONS,
  REVIEW_CHECK_ANSWERS,
  REVIEW_CHECK_ITEMS,
  REVIEW_DECISIONS,
  SUGGESTION_FIELDS,
  TOKEN_SCOPES,
} from '../vocabulary.ts';
import { DAY } from '../time.ts';
import { key, lineField, textField } from './text.ts';

/** A build token: a name, its permissions and its lifetime in days. */
export const buildTokenSchema = object({
  // Shown in the subject of emails.
  name: lineField(DEV_TOKEN.nameMax, 'token_name_length').required(key('token_name_required')),
  scopes: array(string().oneOf(TOKEN_SCOPES, key('token_scopes_required')).required())
    .required(key('token_scopes_required'))
    .min(1, key('token_scopes_required')),
  expires_in_days: number()
    .required(key('token_expiry_invalid'))
    .integer(key('token_expiry_invalid'))
    .min(1, key('token_expiry_invalid'))
    .max(DEV_TOKEN.daysMax, key('token_expiry_invalid')),
});

/** First and last day of the statistics: in order, and at most a year. */
export const statsRangeSchema = object({
  from: string()
    .required(key('stats_range_invalid'))
    .test('day', key('stats_range_invalid'), (value) => isDay(value)),
  to: string()
    .required(key('stats_range_invalid'))
    .test('day', key('stats_range_invalid'), (value) => isDay(value))
    .test('range', key('stats_range_invalid'), (value, { parent }) => {
      const days = (Date.parse(value) - Date.parse((parent as { from: string }).from)) / DAY + 1;
      return Number.isNaN(days) || (days >= 1 && days <= STATS_DAYS_MAX);
    }),
});

/** A requested change at one field. */
export const suggestionSchema = object({
  field: string()
    .required(key('suggestion_field_required'))
    .oneOf(SUGGESTION_FIELDS, key('suggestion_field_required')),
  text: textField(SUGGESTION_MAX, 'suggestion_text_length').required(key('suggestion_text_required')),
});

/** A reviewer's decision. A rejection has a reason from the closed set and a text. */
export const decisionSchema = object({
  decision: decisionField(),
  reason: string().when('decision', {
    is: 'reject',
    then: rejectReason,
    otherwise: (schema) => schema.oneOf(REJECT_REASONS, key('reject_reason_required')),
  }),
  text: decisionText(),
  checklist: array(
    object({
      item: string().required().oneOf(REVIEW_CHECK_ITEMS),
      answer: string().required().oneOf(REVIEW_CHECK_ANSWERS),
      note: checkNote(),
    }),
  ).default([]),
});

/**
 * The form of a decision, with the server's rules: every item answered, no failed item in an approval, at least one open
 * suggestion for requested changes. A passed item has no note: an earlier one is not sent.
 */
export const decisionFormSchema = (openSuggestions: number) =>
  object({
    checks: object(
      Object.fromEntries(
        REVIEW_CHECK_ITEMS.map((item) => [
          item,
          object({
            answer: string()
              .required(key('check_required'))
              .oneOf(REVIEW_CHECK_ANSWERS, key('check_required')),
            note: checkNote().when('answer', { is: 'yes', then: (schema) => schema.transform(() => '') }),
          }),
        ]),
      ),
    ),
    decision: decisionField()
      .test(
        'suggestions',
        key('suggestions_required'),
        (decision) => decision !== 'request_changes' || openSuggestions > 0,
      )
      .test('checks', key('checks_failed'), (decision, { parent }) => {
        const { checks } = parent as { checks: Record<string, { answer?: string }> };
        return decision !== 'approve' || !Object.values(checks).some(({ answer }) => answer === 'no');
      }),
    reason: string().when('decision', {
      is: 'reject',
      then: rejectReason,
      otherwise: (schema) => schema.strip(),
    }),
    text: decisionText(),
  });

function decisionField() {
  return string().required(key('decision_required')).oneOf(REVIEW_DECISIONS, key('decision_required'));
}

function rejectReason(schema: StringSchema) {
  return schema.required(key('reject_reason_required')).oneOf(REJECT_REASONS, key('reject_reason_required'));
}

function decisionText() {
  return textField(REVIEW_REASON_MAX, 'decision_text_length').when('decision', {
    is: 'reject',
    then: (schema) => schema.required(key('reject_text_required')),
    otherwise: (schema) => schema.default(''),
  });
}

function checkNote() {
  return textField(REVIEW_CHECK_NOTE_MAX, 'check_note_length').default('');
}

/** One day that differs from its weekday. */
export const calendarDaySchema = object({
  day: string()
    .required(key('calendar_day_invalid'))
    .test('day', key('calendar_day_invalid'), (value) => isDay(value)),
  working: boolean().required(),
  name: object({ zh: dayName(), en: dayName() }),
});

function dayName() {
  return lineField(CALENDAR_NAME_MAX, 'calendar_name_length').required(key('calendar_name_required'));
}

/** A real calendar day, YYYY-MM-DD. */
function isDay(value: string | undefined): boolean {
  if (value === undefined || !/^2\d{3}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

export type SuggestionForm = InferType<typeof suggestionSchema>;
