import { array, number, object, string, ValidationError, type StringSchema, type TestContext } from 'yup';
import {
  APPEAL_TEXT_MAX,
  APP_DETAILS_MAX,
  PACKAGE_BYTES_MAX,
  SUGGESTION_ANSWER_MAX,
} from '../developer-limits.ts';
import {
  APP_DESCRIPTION_MAX,
  APP_INTRO_MAX,
  APP_KEYWORDS,
  APP_LICENCE_MAX,
  APP_NAME,
  APP_RELATIONS,
  APP_REQUIREMENT_MAX,
  SCREENSHOT_ALT_MAX,
  SCREENSHOTS_MAX,
  URL_MAX,
  VERSION_CHANGES,
  VERSION_DESCRIPTION_MAX,
  YANK_REASON_MAX,
} from '../limits.ts';
import {
  APP_KEY_PATTERN,
  codePoints,
  GIT_COMMIT_PATTERN,
  SHA256_PATTERN,
  VERSION_PATTERN,
} from '../patterns.ts';
import { parseAppReference } from '../app-reference.ts';
import { isGitRef } from '../git-ref.ts';
import { asciiUrl, isHttpsUrl } from '../https-url.ts';
import { isVersionConstraint } from '../version-constraint.ts';
import { DIRECTION_CONTROLS, hasHidden, plainSpaces, visibleText, withoutHidden } from '../visible-text.ts';
import { ARCHITECTURES, CHANGE_KINDS, OPERATING_SYSTEMS, OWN_APP_CATEGORIES } from '../vocabulary.ts';
import type { FieldMessage } from './message.ts';
import { atMost, hasPlainLetters, key, plainField } from './text.ts';

/**
 * The listing of an app (specification §3, §5). A draft keeps the limits but may lack any field. A submission
 * must be complete in at least one language; the store marks the other as not translated. Form and server use
 * the same rules.
 */
const LOCALES = ['zh', 'en'] as const;

/** Line breaks and invisible characters. The emoji joiner is not allowed in a name either. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;
export const isVisibleName = (value: string | null | undefined) =>
  !value || !(INVISIBLE.test(value) || hasHidden(value));

/** Text that displays differently from what is stored would deceive a reviewer. */
const readsAsWritten = (value: string | null | undefined) => !value || !DIRECTION_CONTROLS.test(value);

/** Transforms strings and leaves other types to the rules. */
const cleaned = (clean: (text: string) => string) =>
  string().transform((value: unknown) => (typeof value === 'string' ? clean(value) : value));
/** Line breaks and tabs, which are pasted along. */
const LINE_BREAKS = /[\t-\r\u2028\u2029]+/g;
/** One line: trimmed, runs of spaces and line breaks become one space, invisible characters are removed. */
export const line = () =>
  cleaned((value) => plainSpaces(withoutHidden(value.replace(LINE_BREAKS, ' '))))
    .test('direction', key('text_direction'), readsAsWritten)
    .test('marks', key('text_marks'), hasPlainLetters);
/** Several lines, trimmed. */
const text = () =>
  cleaned((value) => withoutHidden(value).trim())
    .test('direction', key('text_direction'), readsAsWritten)
    .test('marks', key('text_marks'), hasPlainLetters);

/** The same rule for both languages. A draft may omit both to leave them unchanged. */
const both = (rule: () => StringSchema<string | undefined>) =>
  object({ zh: rule(), en: rule() }).default(undefined).optional();

export const address = () =>
  cleaned(asciiUrl)
    .nullable()
    .test('https', key('https_address_invalid'), (value) => !value || isHttpsUrl(value));

/** A name is rejected, not cleaned, so that its developer sees that it contains invalid characters. */
const name = () =>
  cleaned((value) => plainSpaces(value.normalize('NFC')))
    .test('length', key('app_name_length'), atMost(APP_NAME.max))
    .test('characters', key('app_name_characters'), isVisibleName)
    .test('marks', key('text_marks'), hasPlainLetters);
const details = () => string().test('length', key('details_length'), atMost(APP_DETAILS_MAX));
const requirement = () => line().test('length', key('requirement_length'), atMost(APP_REQUIREMENT_MAX));
const alt = () => line().test('length', key('screenshot_alt_length'), atMost(SCREENSHOT_ALT_MAX));
const changeText = () => line().test('length', key('change_text_length'), atMost(VERSION_CHANGES.length));

/** A version requirement; a space before the plus is accepted. */
const constraint = () =>
  plainField()
    .transform((value: unknown) => (typeof value === 'string' ? value.replace(/ \+$/, '+') : value))
    .default('');

const relation = object({
  kind: string().oneOf(['dependency', 'conflict'], key('relation_invalid')).required(key('relation_invalid')),
  /** The key of a store app, or the name of a system package. */
  app_key: string().nullable().default(null),
  package: line()
    .transform((value: unknown) => (typeof value === 'string' ? value.normalize('NFKC') : value))
    .nullable()
    .default(null),
  constraint: constraint(),
  note: both(() => line().test('length', key('relation_invalid'), atMost(APP_RELATIONS.note))),
})
  .test('target', key('relation_invalid'), ({ app_key, package: other }) => !app_key !== !other)
  .test('package', key('relation_invalid'), ({ package: other }) => atMost(APP_RELATIONS.package)(other))
  .test('version', (value, context) =>
    value.constraint.length <= APP_RELATIONS.constraint &&
    isVersionConstraint(value.constraint, value.app_key ? 'app' : 'package')
      ? true
      : context.createError({
          path: `${context.path}.constraint`,
          message: key('constraint_invalid'),
        }),
  );

const draft = {
  app_key: plainField()
    .matches(APP_KEY_PATTERN, key('app_key_invalid'))
    .max(40, key('app_key_invalid'))
    .optional(),
  name: both(name),
  intro: both(() => line().test('length', key('intro_length'), atMost(APP_INTRO_MAX))),
  description: both(() => text().test('length', key('app_description_length'), atMost(APP_DESCRIPTION_MAX))),
  details: both(details),
  category: string().nullable().oneOf(OWN_APP_CATEGORIES, key('category_required')).optional(),
  os: array(string().oneOf(OPERATING_SYSTEMS, key('os_required')).required()).optional(),
  arch: array(string().oneOf(ARCHITECTURES, key('arch_required')).required()).optional(),
  /** Id of an uploaded picture. */
  logo: number().nullable().optional(),
  screenshots: array(object({ id: number().required(), alt: both(alt) }))
    .max(SCREENSHOTS_MAX, key('screenshots_max'))
    .optional(),
  keywords: array(
    line().required(key('keyword_length')).test('length', key('keyword_length'), atMost(APP_KEYWORDS.length)),
  )
    .max(APP_KEYWORDS.count, key('keywords_max'))
    .optional(),
  licence: line().test('length', key('app_licence_length'), atMost(APP_LICENCE_MAX)).optional(),
  homepage: address().optional(),
  requirements: object({
    os: both(requirement),
    gpu: both(requirement),
    hard_disk: both(requirement),
    mem: both(requirement),
    cpu: both(requirement),
    network_card: both(requirement),
  })
    .default(undefined)
    .optional(),
  relations: array(relation).max(APP_RELATIONS.count, key('relations_max')).optional(),
};

/** A draft: an omitted field stays unchanged. */
export const developerAppDraftSchema = object(draft);

/** True if a reader of this HTML sees something: tags and spaces are not content; a picture is. */
export const isWritten = (html: string | undefined): boolean =>
  /<img\s/i.test(html ?? '') || visibleText((html ?? '').replace(/<[^>]*>|&nbsp;/g, ' ')) !== '';

type Words = Partial<Record<(typeof LOCALES)[number], string>> | undefined;
type Holds = (value: string | undefined) => boolean;

/** Errors of one text, for each of these languages in which the rule fails. */
function errorsIn(
  context: TestContext,
  value: unknown,
  locales: readonly (typeof LOCALES)[number][],
  { message, holds }: { message: FieldMessage; holds: Holds },
) {
  const errors = locales
    .filter((locale) => !holds((value as Words)?.[locale]))
    .map((locale) => context.createError({ path: `${context.path}.${locale}`, message }));
  return errors.length === 0 || new ValidationError(errors, value, context.path);
}

/** The rule applied to each language separately. */
const inEach = (message: FieldMessage, holds: Holds) =>
  function (this: TestContext, value: unknown) {
    return errorsIn(this, value, LOCALES, { message, holds });
  };

const filled = (value: string | undefined): boolean => visibleText(value ?? '') !== '';
const nameLength = (value: string | undefined): boolean =>
  !filled(value) || codePoints((value ?? '').trim()) >= APP_NAME.min;

/** The texts of an app that are required per language. */
interface AppTexts {
  name?: Words;
  intro?: Words;
  details?: Words;
  screenshots?: readonly { alt?: Words }[] | null;
}

const missingIn = (texts: AppTexts, locale: (typeof LOCALES)[number]): number =>
  [
    filled(texts.name?.[locale]),
    filled(texts.intro?.[locale]),
    isWritten(texts.details?.[locale]),
    ...(texts.screenshots ?? []).map((screenshot) => filled(screenshot?.alt?.[locale])),
  ].filter((there) => !there).length;

/**
 * Languages to complete for a submission: none if one is complete, otherwise those that lack the fewest
 * texts, and both if nothing is written yet.
 */
export function languagesToComplete(texts: AppTexts): (typeof LOCALES)[number][] {
  const missing = LOCALES.map((locale) => missingIn(texts, locale));
  const least = Math.min(...missing);
  return least === 0 ? [] : LOCALES.filter((_, index) => missing[index] === least);
}

/** Required in the languages to complete. */
const inOneLanguage = (message: FieldMessage, holds: Holds) =>
  function (this: TestContext, value: unknown) {
    const app = this.from?.at(-1)?.value as AppTexts | undefined;
    return errorsIn(this, value, languagesToComplete(app ?? {}), { message, holds });
  };

/** Required in either language, for a text that is independent of the others. */
export const localized = (message: FieldMessage) =>
  function (this: TestContext, value: unknown) {
    const written = LOCALES.some((locale) => filled((value as Words)?.[locale]));
    return written || errorsIn(this, value, LOCALES, { message, holds: filled });
  };

/** A submission: name, intro, screenshots and details complete in one language (specification §5). */
export const developerAppSubmitSchema = object({
  ...draft,
  name: draft.name
    .test('language', inOneLanguage(key('app_name_required'), filled))
    .test('length', inEach(key('app_name_length'), nameLength)),
  intro: draft.intro.test('language', inOneLanguage(key('intro_required'), filled)),
  details: draft.details.test('language', inOneLanguage(key('details_required'), isWritten)),
  category: string().oneOf(OWN_APP_CATEGORIES, key('category_required')).required(key('category_required')),
  os: draft.os.required(key('os_required')).min(1, key('os_required')),
  arch: draft.arch.required(key('arch_required')).min(1, key('arch_required')),
  screenshots: array(
    object({
      id: number().required(),
      alt: both(alt).test('language', inOneLanguage(key('screenshot_alt_required'), filled)),
    }),
  )
    .required(key('screenshots_required'))
    .min(1, key('screenshots_required'))
    .max(SCREENSHOTS_MAX, key('screenshots_max')),
  licence: draft.licence.required(key('app_licence_required')),
});

/** Hexadecimal digits. Upper case, full-width characters and surrounding spaces are accepted. */
const hexDigits = (
  pattern: RegExp,
  message: FieldMessage,
  clean: (input: string) => string = (input) => input,
) =>
  plainField()
    .transform((input: unknown) => (typeof input === 'string' ? clean(input.toLowerCase()) : input))
    .matches(pattern, { message: key(message), excludeEmptyString: true });

/** Accepts the output of `sha256sum` and `shasum`, or an image's `sha256:…`, and keeps the digits. */
const digitsOfSum = (input: string): string =>
  input.replace(/^sha256:/, '').replace(/^([0-9a-f]{64}) .*$/, '$1');

/** If the Git version is a full commit id, it is the commit. */
const isOfVersion = (commit: string | undefined, { parent }: TestContext): boolean => {
  const { git_version: named } = parent as { git_version?: string };
  return !commit || !named || !GIT_COMMIT_PATTERN.test(named.toLowerCase()) || named.toLowerCase() === commit;
};

const version = {
  version: plainField().matches(VERSION_PATTERN, {
    message: key('version_format'),
    excludeEmptyString: true,
  }),
  git_version: string()
    .trim()
    .test('ref', key('git_version_invalid'), (value) => !value || isGitRef(value)),
  /** The commit of the Git version: a tag can be moved after the review, a commit cannot. */
  git_commit: hexDigits(GIT_COMMIT_PATTERN, 'git_commit_invalid').test(
    'version',
    key('git_commit_differs'),
    isOfVersion,
  ),
  repo_url: address(),
  package_sha256: hexDigits(SHA256_PATTERN, 'package_sha256_invalid', digitsOfSum),
  /** Bytes. */
  size: number()
    .integer(key('package_size_invalid'))
    .min(0, key('package_size_invalid'))
    .max(PACKAGE_BYTES_MAX, key('package_size_invalid')),
  description: both(() =>
    text().test('length', key('version_description_length'), atMost(VERSION_DESCRIPTION_MAX)),
  ),
  changes: array(
    object({
      kind: string().oneOf(CHANGE_KINDS, key('field_invalid')).required(key('field_invalid')),
      text: both(changeText),
    }),
  ).max(VERSION_CHANGES.count, key('changes_max')),
};

/** A version in preparation. A new one has a number from the start. */
export const developerVersionDraftSchema = object({
  ...version,
  version: version.version.optional(),
  git_version: version.git_version.optional(),
  git_commit: version.git_commit.optional(),
  package_sha256: version.package_sha256.optional(),
  repo_url: version.repo_url.optional(),
  size: version.size.optional(),
  changes: version.changes.optional(),
});
export const developerVersionCreateSchema = developerVersionDraftSchema.shape({
  version: version.version.required(key('version_required')),
});

/**
 * A submitted version: number, Git version with its commit, repository, package with its SHA-256, and a
 * description in at least one language.
 */
export const developerVersionSubmitSchema = object({
  ...version,
  version: version.version.required(key('version_required')),
  git_version: version.git_version.required(key('git_version_required')),
  git_commit: version.git_commit.required(key('git_commit_required')),
  repo_url: version.repo_url.required(key('repo_url_required')),
  package_sha256: version.package_sha256.required(key('package_sha256_required')),
  size: version.size.required(key('package_size_required')).min(1, key('package_size_required')),
  description: version.description.test('language', localized(key('version_description_required'))),
  changes: array(
    object({
      kind: string().oneOf(CHANGE_KINDS, key('field_invalid')).required(key('field_invalid')),
      text: both(changeText).test('language', localized(key('change_text_required'))),
    }),
  )
    .max(VERSION_CHANGES.count, key('changes_max'))
    .default([]),
});

/** The reason of an appeal. */
export const appealSchema = object({
  text: text()
    .required(key('appeal_text_required'))
    .test('length', key('appeal_text_length'), atMost(APPEAL_TEXT_MAX)),
});
/** The reason for yanking a version in one text, as operators and earlier callers give it. */
export const yankSchema = object({
  reason: text()
    .required(key('yank_reason_required'))
    .test('length', key('yank_reason_length'), atMost(YANK_REASON_MAX)),
});
/** The reasons by language, of which one is required. */
export const yankReasonsSchema = object({
  reasons: both(() => text().test('length', key('yank_reason_length'), atMost(YANK_REASON_MAX))).test(
    'language',
    localized(key('yank_reason_required')),
  ),
});
/** The app that replaces an unpublished one, by key or store address; empty for none. */
const replacement = plainField()
  .default('')
  .test('length', key('replacement_invalid'), atMost(URL_MAX))
  .test('form', key('replacement_invalid'), (value) => !value || parseAppReference(value) !== null);
export const replacementSchema = object({ replacement });
/** The reason for unpublishing an app, and its replacement; both optional for its developer. */
export const unpublishSchema = object({
  reason: text().default('').test('length', key('yank_reason_length'), atMost(YANK_REASON_MAX)),
  replacement,
});
export const suggestionAnswerSchema = object({
  answer: text().test('length', key('suggestion_answer_length'), atMost(SUGGESTION_ANSWER_MAX)).optional(),
});
