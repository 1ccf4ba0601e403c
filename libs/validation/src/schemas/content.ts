import { array, number, object, string, type InferType } from 'yup';
import { asciiUrl, isHttpsUrl } from '../https-url.ts';
import { URL_MAX } from '../limits.ts';
import { ACTIVITY, ARTICLE, PROTOCOL_TEXT_MAX } from '../operator-limits.ts';
import { codePoints, PICTURE_NAME_PATTERN, SITE_PATH_PATTERN, VERSION_PATTERN } from '../patterns.ts';
import { visibleText } from '../visible-text.ts';
import { ARTICLE_PLACES, PROTOCOL_SLUGS } from '../operator-vocabulary.ts';
import type { FieldMessage } from './message.ts';
import { hasPlainLetters, key, plainField } from './text.ts';

/** Editorial content, always in both languages. Form, server and command line use these rules. */
const inOne = (max: number, message: FieldMessage) =>
  string()
    .transform((value: unknown) => (typeof value === 'string' ? visibleText(value) : value))
    .default('')
    .test('marks', key('text_marks'), hasPlainLetters)
    .test('length', key(message), (value) => codePoints(value) <= max);

/** An optional text: in both languages or in neither. */
const maybeBoth = (max: number, message: FieldMessage = 'text_length') =>
  object({ zh: inOne(max, message), en: inOne(max, message) }).test(
    'both',
    key('text_required_both'),
    ({ zh, en }) => (zh === '') === (en === ''),
  );
/** A required text in both languages. */
const both = (
  max: number,
  message: FieldMessage = 'text_length',
  missing: FieldMessage = 'text_required_both',
) =>
  object({ zh: inOne(max, message), en: inOne(max, message) }).test(
    'both',
    key(missing),
    ({ zh, en }) => zh !== '' && en !== '',
  );

const isAddress = (href: string): boolean =>
  href.length <= URL_MAX && (SITE_PATH_PATTERN.test(href) || isHttpsUrl(href));

interface LinkFields {
  href?: unknown;
  text?: { zh?: unknown; en?: unknown } | null;
}
const isEmptyLink = ({ href, text }: LinkFields): boolean =>
  [href, text?.zh, text?.en].every((part) => typeof part === 'string' && visibleText(part) === '');

/** An article of the home page or of `about`. */
export const articleSchema = object({
  use_to: string().required(key('field_invalid')).oneOf(ARTICLE_PLACES, key('field_invalid')),
  /** Null: keeps its position, or goes last. */
  position: number()
    .nullable()
    .default(null)
    .integer(key('field_invalid'))
    .min(0, key('field_invalid'))
    .max(ARTICLE.positionMax, key('field_invalid')),
  title: both(ARTICLE.titleMax),
  intro: maybeBoth(ARTICLE.introMax),
  html: maybeBoth(ARTICLE.htmlMax, 'html_length'),
  picture: string()
    .nullable()
    .default(null)
    .matches(PICTURE_NAME_PATTERN, { message: key('picture_unknown'), excludeEmptyString: true }),
  link: object({
    text: both(ARTICLE.linkTextMax, 'text_length', 'link_both'),
    href: string()
      .transform((value: unknown) => (typeof value === 'string' ? asciiUrl(value) : value))
      .required(key('link_both'))
      .test('address', key('link_invalid'), (value) => value === '' || isAddress(value)),
  })
    // A form always submits the fields of a link; all empty means no link.
    .transform((value: LinkFields | null) => (value && isEmptyLink(value) ? null : value))
    .nullable()
    .default(null),
  facts: array()
    // A partner needs only a name; a figure needs a value.
    .of(object({ label: both(ARTICLE.factMax), value: maybeBoth(ARTICLE.factMax) }))
    .default([])
    .max(ARTICLE.facts, key('facts_max')),
});

const isMoment = (text: string): boolean => text === '' || !Number.isNaN(Date.parse(text));

/**
 * When an article goes online, and when it goes offline again; empty for neither. Whether a time has passed is known to
 * the server alone.
 */
export const articleScheduleSchema = object({
  publish_at: string()
    .default('')
    .test('moment', key('schedule_start_invalid'), isMoment)
    .test(
      'either',
      key('schedule_required'),
      (value, { parent }) => value !== '' || Boolean((parent as { end_at?: string }).end_at),
    ),
  end_at: string()
    .default('')
    .test('moment', key('schedule_end_invalid'), isMoment)
    .test('later', key('schedule_end_invalid'), (value, { parent }) => {
      const start = (parent as { publish_at?: string }).publish_at;
      return value === '' || !start || Date.parse(value) > Date.parse(start);
    }),
});

/** A promotional activity: `html` is rich text, `terms` is Markdown. */
export const activitySchema = object({
  title: both(ACTIVITY.titleMax),
  intro: both(ACTIVITY.introMax),
  html: maybeBoth(ACTIVITY.htmlMax, 'html_length'),
  terms: maybeBoth(ACTIVITY.termsMax, 'html_length'),
  starts_at: string().required(key('activity_dates_invalid')),
  ends_at: string()
    .required(key('activity_dates_invalid'))
    .test(
      'later',
      key('activity_dates_invalid'),
      (value, { parent }) =>
        Date.parse(value) > Date.parse((parent as { starts_at?: string }).starts_at ?? ''),
    ),
});

/** A new version of a text that users agree to. */
export const protocolSchema = object({
  id: string().required(key('field_invalid')).oneOf(PROTOCOL_SLUGS, key('field_invalid')),
  version: plainField()
    .required(key('version_required'))
    .matches(VERSION_PATTERN, { message: key('version_format'), excludeEmptyString: true }),
  markdown: both(PROTOCOL_TEXT_MAX, 'protocol_text_length', 'protocol_text_required'),
});

export type ArticleForm = InferType<typeof articleSchema>;
