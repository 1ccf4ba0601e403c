import { array, number, object, string, type InferType } from 'yup';
import { FEEDBACK, FEEDBACK_TITLE_MAX } from '../limits.ts';
import { PHONE_PATTERN, QQ_PATTERN, WECHAT_PATTERN } from '../patterns.ts';
import { CONTACT_KINDS, FEEDBACK_TYPES } from '../vocabulary.ts';
import type { FieldMessage } from './message.ts';
import { key, lineField, plainField, textField } from './text.ts';

/** `(010) 8888-8888`, `138.0013.8000`, `021—55551234`: digits with plain hyphens and spaces. */
const plainNumber = (typed: unknown): unknown =>
  typeof typed === 'string'
    ? typed
        .replace(/[\p{Pd}\u2212\u30fc.·]/gu, '-')
        .replace(/ *[()] */g, ' ')
        .trim()
    : typed;

const contactValue = (matches: RegExp, message: FieldMessage) =>
  plainField()
    .transform(matches === PHONE_PATTERN ? plainNumber : (typed: unknown) => typed)
    .required(key(message))
    .matches(matches, { message: key(message), excludeEmptyString: true });

/**
 * A second contact besides the email address (specification §3: QQ, phone or WeChat); optional as a whole.
 */
const contact = object({
  kind: string().required(key('contact_kind_required')).oneOf(CONTACT_KINDS, key('contact_kind_required')),
  value: string()
    .trim()
    .when('kind', {
      is: 'qq',
      then: () => contactValue(QQ_PATTERN, 'qq_invalid'),
      otherwise: (field) =>
        field.when('kind', {
          is: 'wechat',
          then: () => contactValue(WECHAT_PATTERN, 'wechat_invalid'),
          otherwise: () => contactValue(PHONE_PATTERN, 'phone_invalid'),
        }),
    }),
});

/** Feedback (specification §3 and §5: title at most 64 characters). */
export const feedbackSchema = object({
  type: string().required(key('feedback_type_required')).oneOf(FEEDBACK_TYPES, key('feedback_type_required')),
  title: lineField(FEEDBACK_TITLE_MAX, 'feedback_title_length').required(key('feedback_title_required')),
  description: textField(FEEDBACK.descriptionMax, 'feedback_description_length').required(
    key('feedback_description_required'),
  ),
  attachment_ids: array()
    .of(number().required().integer())
    .default([])
    .max(FEEDBACK.files, key('attachments_max')),
  contact: contact.nullable().default(null),
});

const CONTACT_VALUES = {
  qq: contactValue(QQ_PATTERN, 'qq_invalid'),
  phone: contactValue(PHONE_PATTERN, 'phone_invalid'),
  wechat: contactValue(WECHAT_PATTERN, 'wechat_invalid'),
};

/** The same rules over the flat values of the form, with an empty kind for no contact. */
export const feedbackFormSchema = feedbackSchema.omit(['contact', 'attachment_ids']).shape({
  contact_kind: string()
    .default('')
    .oneOf(['', ...CONTACT_KINDS], key('contact_kind_required')),
  contact_value: string()
    .trim()
    .default('')
    .when('contact_kind', ([kind], field) =>
      Object.hasOwn(CONTACT_VALUES, String(kind))
        ? CONTACT_VALUES[kind as keyof typeof CONTACT_VALUES]
        : field,
    ),
});

export type FeedbackForm = InferType<typeof feedbackSchema>;
