import { codePoints, isEmail, normalEmail, visibleLine } from '@yunduo/validation';
import { InvalidArgumentError } from 'commander';

// Option parsers for Commander: `.option('--uses <number>', 'how often', wholeNumber)`.

/** A whole number from 1, with at most nine digits. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1)
    throw new InvalidArgumentError('A whole number from 1 is needed.');
  return value;
}

/** A year of the calendar. */
export function year(text: string): number {
  const value = Number(text);
  if (!/^\d{4}$/.test(text) || value < 1970) throw new InvalidArgumentError('A year such as 2026 is needed.');
  return value;
}

/** An address, normalised as in accounts. */
export function email(text: string): string {
  const address = normalEmail(text);
  if (!isEmail(address)) {
    throw new InvalidArgumentError('An email address is needed.');
  }
  return address;
}

/** A time: `2026-12-01T08:00:00Z`, or a day, which starts at midnight in Asia/Shanghai as on our pages. */
export function moment(text: string): Date {
  const [, day = '', time = 'T00:00', zone = '+08:00'] =
    /^([12]\d{3}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const value = new Date(`${day}${time}${zone}`);
  // Strict: February 30th is an error, not March 2nd.
  const real = new Date(`${day}T00:00Z`);
  if (Number.isNaN(value.getTime()) || Number.isNaN(real.getTime()) || !real.toISOString().startsWith(day)) {
    throw new InvalidArgumentError(
      'A day (2026-12-01) or a moment with its zone (2026-12-01T08:00:00Z) is needed.',
    );
  }
  return value;
}

/** A non-empty text of one line. */
export const line =
  (max: number) =>
  (text: string): string => {
    const shown = visibleLine(text);
    if (!shown || codePoints(shown) > max || /\p{Cc}/u.test(text)) {
      throw new InvalidArgumentError(`Enter one line of up to ${max} characters.`);
    }
    return shown;
  };

/** One of a closed set. */
export const oneOf =
  <const T extends readonly string[]>(values: T) =>
  (text: string): T[number] => {
    if (!values.includes(text)) throw new InvalidArgumentError(`One of ${values.join(', ')} is needed.`);
    return text;
  };
