import { string } from 'yup';
import { asciiEmail, isEmail } from '../email.ts';
import { codePoints, EMAIL_CODE_PATTERN, ONE_LINE_PATTERN } from '../patterns.ts';
import { typedCode } from '../typed-code.ts';
import { STACKED_MARKS, visibleLine, visibleText } from '../visible-text.ts';
import type { FieldMessage } from './message.ts';

/** Every message is a key of the `validation` words, translated by form and server. */
export const key = (message: FieldMessage): FieldMessage => message;

export const atMost = (max: number) => (value: string | null | undefined) =>
  !value || codePoints(value) <= max;
/** True if no letter carries more marks than any language uses. */
export const hasPlainLetters = (value: string | null | undefined) => !value || !STACKED_MARKS.test(value);

/** Of the controls that visible text has left, line breaks and tabs are allowed. */
const CONTROL = /[\v\f]/;
/** One line without control characters. Emoji bring the one joiner that is allowed. */
const breaksLine = (value: string) =>
  !ONE_LINE_PATTERN.test(value.replace(/\u200c|\u200d|[\u{e0020}-\u{e007f}]/gu, ''));

/** One line: hidden characters removed, single plain spaces, at most `max` characters of the result. */
export const lineField = (max: number, tooLong: FieldMessage) =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleLine(value) : value))
    .test('marks', key('text_marks'), hasPlainLetters)
    .test('line', key('one_line_characters'), (value) => !value || !breaksLine(value))
    .test('length', tooLong, atMost(max));

/** Text of several lines: hidden characters removed, at most `max` characters. */
export const textField = (max: number, tooLong: FieldMessage) =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleText(value) : value))
    .test('marks', key('text_marks'), hasPlainLetters)
    .test('length', tooLong, (value) => !value || (codePoints(value) <= max && !CONTROL.test(value)));

/** An email address as displayed; `normalEmail` gives the stored form. May be empty. */
export const emailField = () =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleText(value) : value))
    .test('email', key('email_invalid'), (value) => !value || isEmail(asciiEmail(value)));

/** An emailed code: six digits in any typed form. */
export const emailCodeField = () =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? typedCode(value) : value))
    .required(key('code_required'))
    .matches(EMAIL_CODE_PATTERN, { message: key('code_invalid'), excludeEmptyString: true });

/** A text of ASCII letters and digits: half-width, hidden characters removed. */
export const plainField = () =>
  string().transform((value: unknown) =>
    typeof value === 'string' ? visibleLine(value.normalize('NFKC')) : value,
  );
