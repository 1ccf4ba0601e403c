import { object, string } from 'yup';
import { typedApps } from '../app-reference.ts';
import { CHECK_APPS_MAX, REPORT_TEXT } from '../limits.ts';
import { codePoints } from '../patterns.ts';
import { REPORT_REASONS } from '../vocabulary.ts';
import { emailField, key, plainField, textField } from './text.ts';

const atLeast = (min: number) => (value: string | undefined) => !value || codePoints(value) >= min;

/** A report about an app: a reason, a description, and an optional address for an answer. */
export const reportSchema = object({
  reason: string()
    .required(key('report_reason_required'))
    .oneOf(REPORT_REASONS, key('report_reason_required')),
  text: textField(REPORT_TEXT.max, 'report_text_length')
    .required(key('report_text_required'))
    .test('shortest', key('report_text_length'), atLeast(REPORT_TEXT.min)),
  email: emailField(),
});

/** An operator's message to the developer of an unpublished app. */
export const takedownSchema = object({
  reason: textField(REPORT_TEXT.max, 'takedown_reason_length')
    .required(key('takedown_reason_required'))
    .test('shortest', key('takedown_reason_length'), atLeast(REPORT_TEXT.min)),
});

/** An operating system's version: `22.04`, `9`. */
const RELEASE_NUMBER = /^\d{1,4}(\.\d{1,4}){0,2}$/;
/** Gigabytes: `4`, `0.5`. */
const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;

/** A server's properties for the compatibility check. Empty fields are not checked. */
export const serverFactsSchema = object({
  os: string(),
  os_version: plainField().matches(RELEASE_NUMBER, {
    message: key('system_version_invalid'),
    excludeEmptyString: true,
  }),
  arch: string(),
  mem_gb: plainField().matches(AMOUNT, { message: key('amount_invalid'), excludeEmptyString: true }),
  disk_gb: plainField().matches(AMOUNT, { message: key('amount_invalid'), excludeEmptyString: true }),
  cores: plainField().matches(/^[1-9]\d{0,4}$/, { message: key('cores_invalid'), excludeEmptyString: true }),
  // The app itself counts as one.
  installed: string().test(
    'count',
    key('installed_count'),
    (text) => typedApps(text ?? '').length < CHECK_APPS_MAX,
  ),
});
