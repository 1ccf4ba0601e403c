import { object, string } from 'yup';
import { CHECK_APPS_MAX, EMAIL_MAX, REPORT_TEXT } from '../limits.ts';
import { codePoints, EMAIL_PATTERN } from '../patterns.ts';
import { REPORT_REASONS } from '../vocabulary.ts';
import type { FieldMessage } from './message.ts';

/** Every message is a key of the `validation` words. */
const key = (message: FieldMessage): FieldMessage => message;

const within = (min: number, max: number) => (value: string | undefined) =>
  !value || (codePoints(value) >= min && codePoints(value) <= max);

/** A report about an app: a reason, what is wrong in one's own words, and an address if an answer may come. */
export const reportSchema = object({
  reason: string()
    .required(key('report_reason_required'))
    .oneOf(REPORT_REASONS, key('report_reason_required')),
  text: string()
    .trim()
    .required(key('report_text_required'))
    .test('length', key('report_text_length'), within(REPORT_TEXT.min, REPORT_TEXT.max)),
  email: string()
    .trim()
    .max(EMAIL_MAX, key('email_invalid'))
    .matches(EMAIL_PATTERN, { message: key('email_invalid'), excludeEmptyString: true }),
});

/** What an operator tells the developer of an app that leaves the store. */
export const takedownSchema = object({
  reason: string()
    .trim()
    .required(key('takedown_reason_required'))
    .test('length', key('takedown_reason_length'), within(REPORT_TEXT.min, REPORT_TEXT.max)),
});

/** What an operator notes for colleagues when a report is closed. */
export const reportNoteSchema = object({
  note: string().trim().test('length', key('report_note_length'), within(0, REPORT_TEXT.max)),
});

/** `22.04`, `9`: as a system numbers its releases. */
const RELEASE_NUMBER = /^\d{1,4}(\.\d{1,4}){0,2}$/;
/** `4`, `0.5`: gigabytes as a person says them. */
const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;

/** What a reader says of a server, to learn whether an app fits. Whatever is left empty is not checked. */
export const serverFactsSchema = object({
  os: string(),
  os_version: string()
    .trim()
    .matches(RELEASE_NUMBER, { message: key('system_version_invalid'), excludeEmptyString: true }),
  arch: string(),
  mem_gb: string()
    .trim()
    .matches(AMOUNT, { message: key('amount_invalid'), excludeEmptyString: true }),
  disk_gb: string()
    .trim()
    .matches(AMOUNT, { message: key('amount_invalid'), excludeEmptyString: true }),
  cores: string()
    .trim()
    .matches(/^[1-9]\d{0,4}$/, { message: key('cores_invalid'), excludeEmptyString: true }),
  // The app that is asked about takes a place, too.
  installed: string().test(
    'count',
    key('installed_count'),
    (text) => (text ?? '').split('\n').filter((line) => line.trim() !== '').length < CHECK_APPS_MAX,
  ),
});
