import { string } from 'yup';
import { asciiEmail, isEmail } from '../email.ts';
import { codePoints, EMAIL_CODE_PATTERN, ONE_LINE_PATTERN } from '../patterns.ts';
import { typedCode } from '../typed-code.ts';
import { STACKED_MARKS, visibleLine, visibleText } from '../visible-text.ts';
import type { FieldMessage } from './message.ts';

/** Every message is a key of the `validation` words; a form translates it, the server too. */
export const key = (message: FieldMessage): FieldMessage => message;

export const atMost = (max: number) => (value: string | null | undefined) =>
  !value || codePoints(value) <= max;
/** Whether no letter carries more marks than a language writes. */
export const hasPlainLetters = (value: string | null | undefined) => !value || !STACKED_MARKS.test(value);

/** Lines and tabs are a person's; other control characters are nobody's. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** A line holds nothing that breaks it. Emoji bring the one mark that joins them. */
const breaksLine = (value: string) =>
  !ONE_LINE_PATTERN.test(value.replace(/\u200c|\u200d|[\u{e0020}-\u{e007f}]/gu, ''));

/** One line: nothing hidden, single plain spaces, at most `max` characters of what is left. */
export const lineField = (max: number, tooLong: FieldMessage) =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleLine(value) : value))
    .test('marks', key('text_marks'), hasPlainLetters)
    .test('line', key('one_line_characters'), (value) => !value || !breaksLine(value))
    .test('length', tooLong, atMost(max));

/** Running text of several lines: nothing hidden, at most `max` characters. */
export const textField = (max: number, tooLong: FieldMessage) =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleText(value) : value))
    .test('marks', key('text_marks'), hasPlainLetters)
    .test('length', tooLong, (value) => !value || (codePoints(value) <= max && !CONTROL.test(value)));

/** A mail address as it is shown; `normalEmail` makes of it what is stored. May be empty. */
export const emailField = () =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleText(value) : value))
    .test('email', key('email_invalid'), (value) => !value || isEmail(asciiEmail(value)));

/** The code of a mail: six digits, however they were typed. */
export const emailCodeField = () =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? typedCode(value) : value))
    .required(key('code_required'))
    .matches(EMAIL_CODE_PATTERN, { message: key('code_invalid'), excludeEmptyString: true });

/** What is made of letters and digits of a keyboard: half-width, without hidden characters. */
export const plainField = () =>
  string().transform((value: unknown) =>
    typeof value === 'string' ? visibleLine(value.normalize('NFKC')) : value,
  );
