import { describe, expect, test } from '@jest/globals';
import type { AnyObject, ObjectSchema } from 'yup';
import {
  APPEAL_TEXT_MAX,
  APP_DETAILS_MAX,
  DEV_TOKEN,
  PACKAGE_BYTES_MAX,
  PUBLISHER,
  SUGGESTION_ANSWER_MAX,
} from '../developer-limits.ts';
import { fieldErrors } from '../field-errors.ts';
import * as limits from '../limits.ts';
import {
  ACTIVITY,
  ARTICLE,
  INVITATION,
  INVITE_REQUEST,
  PROTOCOL_TEXT_MAX,
  RELEASE,
} from '../operator-limits.ts';
import * as schemas from './index.ts';

/** The field of a schema: its path in the errors, and a value of a given size. */
interface Bounded {
  schema: ObjectSchema<AnyObject>;
  path: string;
  /** The input with a value of this size: characters, items, or the number itself. */
  of: (size: number) => object;
  max: number;
  /** Where a shorter text than this is refused too. */
  min?: number;
  message: schemas.FieldMessage;
}

/** Counted as one character, whatever their length in UTF-16. */
const LETTERS = ['字', '🚢'];
const chars = (size: number, letter = '字') => letter.repeat(size);
const items = <T>(size: number, item: T): T[] => Array.from({ length: size }, () => item);
const inZh = (size: number) => ({ zh: chars(size), en: 'one' });
const inBoth = (size: number) => ({ zh: chars(size), en: chars(size) });

const {
  developerAppDraftSchema: app,
  developerVersionDraftSchema: version,
  feedbackSchema,
  articleSchema: article,
  activitySchema: activity,
} = schemas;
const feedback = { type: 'other', title: 'The cursor jumps', description: 'It does' };
const relation = {
  kind: 'dependency',
  app_key: null,
  package: 'libc',
  constraint: '',
  note: { zh: '', en: '' },
};
const words = { title: inBoth(2), intro: inBoth(2), html: inBoth(2), terms: inBoth(2) };
const dates = { starts_at: '2026-11-20T00:00:00Z', ends_at: '2026-11-21T00:00:00Z' };
const publisher = (size: number) => ({
  name: { zh: chars(size), en: '' },
  support_email: 'help@example.com',
});
const release = { version: '1.0.0', notes_zh: 'x', notes_en: 'x' };
const privately = { ...release, digest: `sha256:${'0'.repeat(64)}` };

const TEXTS: Record<string, Bounded> = {
  'the name of a passkey': {
    schema: schemas.passkeyLabelSchema,
    path: 'label',
    of: (size) => ({ label: chars(size) }),
    max: limits.PASSKEY.labelMax,
    message: 'passkey_label_length',
  },
  'the name of a device': {
    schema: schemas.deviceSchema,
    path: 'device_name',
    of: (size) => ({ device_name: chars(size), system: 'x' }),
    max: limits.DEVICE_SIGN_IN.nameMax,
    message: 'field_invalid',
  },
  'the system of a device': {
    schema: schemas.deviceSchema,
    path: 'system',
    of: (size) => ({ device_name: 'x', system: chars(size) }),
    max: limits.DEVICE_SIGN_IN.systemMax,
    message: 'field_invalid',
  },
  'the name of a build token': {
    schema: schemas.buildTokenSchema,
    path: 'name',
    of: (size) => ({ name: chars(size), scopes: ['app:read'], expires_in_days: 1 }),
    max: DEV_TOKEN.nameMax,
    message: 'token_name_length',
  },
  'the name of a publisher': {
    schema: schemas.publisherSchema,
    path: 'name.zh',
    of: publisher,
    max: PUBLISHER.nameMax,
    min: PUBLISHER.nameMin,
    message: 'publisher_name_length',
  },
  'a suggestion': {
    schema: schemas.suggestionSchema,
    path: 'text',
    of: (size) => ({ field: 'name', text: chars(size) }),
    max: limits.SUGGESTION_MAX,
    message: 'suggestion_text_length',
  },
  'the answer to a suggestion': {
    schema: schemas.suggestionAnswerSchema,
    path: 'answer',
    of: (size) => ({ answer: chars(size) }),
    max: SUGGESTION_ANSWER_MAX,
    message: 'suggestion_answer_length',
  },
  'the name of a calendar day': {
    schema: schemas.calendarDaySchema,
    path: 'name.zh',
    of: (size) => ({ day: '2026-01-01', working: false, name: inZh(size) }),
    max: limits.CALENDAR_NAME_MAX,
    message: 'calendar_name_length',
  },
  'the reason of an unbind': {
    schema: schemas.unbindSchema,
    path: 'reason',
    of: (size) => ({ id: 1, reason: chars(size) }),
    max: limits.UNBIND_REASON_MAX,
    message: 'unbind_reason_length',
  },
  'the reason of an appeal': {
    schema: schemas.appealSchema,
    path: 'text',
    of: (size) => ({ text: chars(size) }),
    max: APPEAL_TEXT_MAX,
    message: 'appeal_text_length',
  },
  'the reason of a yank': {
    schema: schemas.yankSchema,
    path: 'reason',
    of: (size) => ({ reason: chars(size) }),
    max: limits.YANK_REASON_MAX,
    message: 'yank_reason_length',
  },
  'the reason of a yank, by language': {
    schema: schemas.yankReasonsSchema,
    path: 'reasons.zh',
    of: (size) => ({ reasons: inZh(size) }),
    max: limits.YANK_REASON_MAX,
    message: 'yank_reason_length',
  },
  'the reason of an unpublication': {
    schema: schemas.unpublishSchema,
    path: 'reason',
    of: (size) => ({ reason: chars(size) }),
    max: limits.YANK_REASON_MAX,
    message: 'yank_reason_length',
  },
  'the intro of an app': {
    schema: app,
    path: 'intro.zh',
    of: (size) => ({ intro: inZh(size) }),
    max: limits.APP_INTRO_MAX,
    message: 'intro_length',
  },
  'the description of an app': {
    schema: app,
    path: 'description.zh',
    of: (size) => ({ description: inZh(size) }),
    max: limits.APP_DESCRIPTION_MAX,
    message: 'app_description_length',
  },
  'the details of an app': {
    schema: app,
    path: 'details.zh',
    of: (size) => ({ details: inZh(size) }),
    max: APP_DETAILS_MAX,
    message: 'details_length',
  },
  'the text of a screenshot': {
    schema: app,
    path: 'screenshots[0].alt.zh',
    of: (size) => ({ screenshots: [{ id: 1, alt: inZh(size) }] }),
    max: limits.SCREENSHOT_ALT_MAX,
    message: 'screenshot_alt_length',
  },
  'a keyword': {
    schema: app,
    path: 'keywords[0]',
    of: (size) => ({ keywords: [chars(size)] }),
    max: limits.APP_KEYWORDS.length,
    min: 1,
    message: 'keyword_length',
  },
  'the licence of an app': {
    schema: app,
    path: 'licence',
    of: (size) => ({ licence: chars(size) }),
    max: limits.APP_LICENCE_MAX,
    message: 'app_licence_length',
  },
  'a requirement': {
    schema: app,
    path: 'requirements.mem.zh',
    of: (size) => ({ requirements: { mem: inZh(size) } }),
    max: limits.APP_REQUIREMENT_MAX,
    message: 'requirement_length',
  },
  'the note of a relation': {
    schema: app,
    path: 'relations[0].note.zh',
    of: (size) => ({ relations: [{ ...relation, note: inZh(size) }] }),
    max: limits.APP_RELATIONS.note,
    message: 'relation_invalid',
  },
  'the package of a relation': {
    schema: app,
    path: 'relations[0]',
    of: (size) => ({ relations: [{ ...relation, package: chars(size) }] }),
    max: limits.APP_RELATIONS.package,
    message: 'relation_invalid',
  },
  'the description of a version': {
    schema: version,
    path: 'description.zh',
    of: (size) => ({ description: inZh(size) }),
    max: limits.VERSION_DESCRIPTION_MAX,
    message: 'version_description_length',
  },
  'a change of a version': {
    schema: version,
    path: 'changes[0].text.zh',
    of: (size) => ({ changes: [{ kind: 'fix', text: inZh(size) }] }),
    max: limits.VERSION_CHANGES.length,
    message: 'change_text_length',
  },
  'the title of feedback': {
    schema: feedbackSchema,
    path: 'title',
    of: (size) => ({ ...feedback, title: chars(size) }),
    max: limits.FEEDBACK_TITLE_MAX,
    message: 'feedback_title_length',
  },
  'the description of feedback': {
    schema: feedbackSchema,
    path: 'description',
    of: (size) => ({ ...feedback, description: chars(size) }),
    max: limits.FEEDBACK.descriptionMax,
    message: 'feedback_description_length',
  },
  'the purpose of an invitation': {
    schema: schemas.inviteRequestSchema,
    path: 'purpose',
    of: (size) => ({ email: 'a@example.com', purpose: chars(size) }),
    max: INVITE_REQUEST.purposeMax,
    message: 'invite_purpose_length',
  },
  'the answer to a request for an invitation': {
    schema: schemas.inviteAnswerSchema,
    path: 'text',
    of: (size) => ({ decision: 'invite', text: chars(size) }),
    max: INVITE_REQUEST.answerMax,
    message: 'invite_answer_length',
  },
  'the note of an invitation': {
    schema: schemas.invitationsSchema,
    path: 'note',
    of: (size) => ({ count: 1, note: chars(size) }),
    max: INVITATION.noteMax,
    message: 'invitation_note_length',
  },
  'the notes of a release': {
    schema: schemas.releaseSchema,
    path: 'notes_zh',
    of: (size) => ({ ...release, notes_zh: chars(size) }),
    max: RELEASE.notesMax,
    message: 'release_notes_length',
  },
  'the reason of a withdrawal': {
    schema: schemas.withdrawSchema,
    path: 'reason',
    of: (size) => ({ reason: chars(size) }),
    max: RELEASE.reasonMax,
    message: 'withdraw_reason_length',
  },
  'the title of an article': {
    schema: article,
    path: 'title.zh',
    of: (size) => ({ use_to: 'about', title: inZh(size) }),
    max: ARTICLE.titleMax,
    message: 'text_length',
  },
  'the intro of an article': {
    schema: article,
    path: 'intro.zh',
    of: (size) => ({ use_to: 'about', title: inBoth(2), intro: inZh(size) }),
    max: ARTICLE.introMax,
    message: 'text_length',
  },
  'the text of an article': {
    schema: article,
    path: 'html.zh',
    of: (size) => ({ use_to: 'about', title: inBoth(2), html: inZh(size) }),
    max: ARTICLE.htmlMax,
    message: 'html_length',
  },
  'the text of a link': {
    schema: article,
    path: 'link.text.zh',
    of: (size) => ({ use_to: 'about', title: inBoth(2), link: { href: '/store', text: inZh(size) } }),
    max: ARTICLE.linkTextMax,
    message: 'text_length',
  },
  'the label of a fact': {
    schema: article,
    path: 'facts[0].label.zh',
    of: (size) => ({ use_to: 'about', title: inBoth(2), facts: [{ label: inZh(size), value: inBoth(1) }] }),
    max: ARTICLE.factMax,
    message: 'text_length',
  },
  'the value of a fact': {
    schema: article,
    path: 'facts[0].value.zh',
    of: (size) => ({ use_to: 'about', title: inBoth(2), facts: [{ label: inBoth(1), value: inZh(size) }] }),
    max: ARTICLE.factMax,
    message: 'text_length',
  },
  'the title of an activity': {
    schema: activity,
    path: 'title.zh',
    of: (size) => ({ ...words, ...dates, title: inZh(size) }),
    max: ACTIVITY.titleMax,
    message: 'text_length',
  },
  'the intro of an activity': {
    schema: activity,
    path: 'intro.zh',
    of: (size) => ({ ...words, ...dates, intro: inZh(size) }),
    max: ACTIVITY.introMax,
    message: 'text_length',
  },
  'the text of an activity': {
    schema: activity,
    path: 'html.zh',
    of: (size) => ({ ...words, ...dates, html: inZh(size) }),
    max: ACTIVITY.htmlMax,
    message: 'html_length',
  },
  'the terms of an activity': {
    schema: activity,
    path: 'terms.zh',
    of: (size) => ({ ...words, ...dates, terms: inZh(size) }),
    max: ACTIVITY.termsMax,
    message: 'html_length',
  },
  'the text of an agreement': {
    schema: schemas.protocolSchema,
    path: 'markdown.zh',
    of: (size) => ({ id: 'user-agreement', version: '1.0.0', markdown: inZh(size) }),
    max: PROTOCOL_TEXT_MAX,
    message: 'protocol_text_length',
  },
};

/** Lists, numbers, and texts of plain letters. */
const SIZES: Record<string, Bounded> = {
  'screenshots of an app': {
    schema: app,
    path: 'screenshots',
    of: (size) => ({ screenshots: items(size, { id: 1, alt: inBoth(1) }) }),
    max: limits.SCREENSHOTS_MAX,
    message: 'screenshots_max',
  },
  'keywords of an app': {
    schema: app,
    path: 'keywords',
    of: (size) => ({ keywords: items(size, 'ci') }),
    max: limits.APP_KEYWORDS.count,
    message: 'keywords_max',
  },
  'relations of an app': {
    schema: app,
    path: 'relations',
    of: (size) => ({ relations: items(size, relation) }),
    max: limits.APP_RELATIONS.count,
    message: 'relations_max',
  },
  'digits of a requirement of a version': {
    schema: app,
    path: 'relations[0].constraint',
    of: (size) => ({ relations: [{ ...relation, constraint: '12345678.'.repeat(4).padEnd(size, '9') }] }),
    max: limits.APP_RELATIONS.constraint,
    message: 'constraint_invalid',
  },
  'changes of a version': {
    schema: version,
    path: 'changes',
    of: (size) => ({ changes: items(size, { kind: 'fix', text: inBoth(1) }) }),
    max: limits.VERSION_CHANGES.count,
    message: 'changes_max',
  },
  'bytes of a package': {
    schema: version,
    path: 'size',
    of: (size) => ({ size }),
    max: PACKAGE_BYTES_MAX,
    min: 0,
    message: 'package_size_invalid',
  },
  'attachments of feedback': {
    schema: feedbackSchema,
    path: 'attachment_ids',
    of: (size) => ({ ...feedback, attachment_ids: items(size, 1) }),
    max: limits.FEEDBACK.files,
    message: 'attachments_max',
  },
  'facts of an article': {
    schema: article,
    path: 'facts',
    of: (size) => ({
      use_to: 'about',
      title: inBoth(2),
      facts: items(size, { label: inBoth(1), value: inBoth(1) }),
    }),
    max: ARTICLE.facts,
    message: 'facts_max',
  },
  'the position of an article': {
    schema: article,
    path: 'position',
    of: (position) => ({ use_to: 'about', title: inBoth(2), position }),
    max: ARTICLE.positionMax,
    min: 0,
    message: 'field_invalid',
  },
  'days of a build token': {
    schema: schemas.buildTokenSchema,
    path: 'expires_in_days',
    of: (days) => ({ name: 'ci', scopes: ['app:read'], expires_in_days: days }),
    max: DEV_TOKEN.daysMax,
    min: 1,
    message: 'token_expiry_invalid',
  },
  'uses of an invitation': {
    schema: schemas.invitationsSchema,
    path: 'uses',
    of: (uses) => ({ count: 1, uses }),
    max: INVITATION.usesMax,
    min: 1,
    message: 'invitation_uses_invalid',
  },
  'invitations at once': {
    schema: schemas.invitationsSchema,
    path: 'count',
    of: (count) => ({ count }),
    max: INVITATION.batchMax,
    min: 1,
    message: 'invitation_count_invalid',
  },
  'letters of an image name': {
    schema: schemas.privateReleaseSchema,
    path: 'image',
    of: (size) => ({ ...privately, image: `example.com/${'a'.repeat(size - 12)}` }),
    max: RELEASE.imageMax,
    message: 'image_name_invalid',
  },
  'apps of a check': {
    schema: schemas.serverFactsSchema,
    path: 'installed',
    of: (size) => ({ installed: Array.from({ length: size }, (_, index) => `app-${index}`).join('\n') }),
    // The app itself counts as one.
    max: limits.CHECK_APPS_MAX - 1,
    message: 'installed_count',
  },
};

const errorOf = async ({ schema, path }: Bounded, input: object) => (await fieldErrors(schema, input))[path];

describe('a text is accepted up to its limit, and refused one character above it', () => {
  test.each(Object.entries(TEXTS))('%s', async (_, field) => {
    const { max, min, message } = field;
    for (const letter of LETTERS) {
      const of = (size: number) =>
        JSON.parse(JSON.stringify(field.of(size)).replaceAll('字', letter)) as object;
      expect([letter, await errorOf(field, of(max))]).toEqual([letter, undefined]);
      expect([letter, await errorOf(field, of(max + 1))]).toEqual([letter, message]);
    }
    if (min === undefined) return;
    expect(await errorOf(field, field.of(min))).toBeUndefined();
    if (min > 1) expect(await errorOf(field, field.of(min - 1))).toBe(message);
  });
});

describe('a number or a list is accepted up to its limits, and refused beyond them', () => {
  test.each(Object.entries(SIZES))('%s', async (_, field) => {
    const { max, min, message } = field;
    expect(await errorOf(field, field.of(max))).toBeUndefined();
    expect(await errorOf(field, field.of(max + 1))).toBe(message);
    if (min === undefined) return;
    expect(await errorOf(field, field.of(min))).toBeUndefined();
    expect(await errorOf(field, field.of(min - 1))).toBe(message);
    expect(await errorOf(field, field.of(min + 0.5))).toBe(message);
  });
});

/** Their limits are beside their other rules, in the tests of these forms. */
const ELSEWHERE = [
  'answer_length',
  'app_name_length',
  'changed_password_length',
  'check_note_length',
  'decision_text_length',
  'invoice_title_length',
  'nickname_length',
  'password_length',
  'refund_note_length',
  'refund_reason_length',
  'remark_length',
  'report_note_length',
  'report_text_length',
  'server_name_length',
  'takedown_reason_length',
];

test('every message about a limit has a field above', () => {
  const covered = new Set(
    [...Object.values(TEXTS), ...Object.values(SIZES)].map(({ message }): string => message),
  );
  const left = schemas.FIELD_MESSAGES.filter(
    (one) => /_(?:length|max|count)$/.test(one) && !covered.has(one),
  );
  expect(left.toSorted()).toEqual(ELSEWHERE);
});

describe('a second contact', () => {
  test.each([
    ['qq', '12345', undefined],
    ['qq', '123456789012', undefined],
    ['qq', '1234', 'qq_invalid'],
    ['qq', '1234567890123', 'qq_invalid'],
    ['qq', '012345', 'qq_invalid'],
    ['wechat', 'harbour', undefined],
    ['wechat', '_harbour', 'wechat_invalid'],
    ['wechat', 'four', 'wechat_invalid'],
    ['wechat', 'a'.repeat(30), undefined],
    ['wechat', 'a'.repeat(31), 'wechat_invalid'],
    ['phone', '(010) 8888-8888', undefined],
    ['phone', '021—55551234', undefined],
    ['phone', '+49 40 1234567', undefined],
    ['phone', '12345', 'phone_invalid'],
    ['phone', '12-34--56', 'phone_invalid'],
    ['phone', '', 'phone_invalid'],
  ])('by %s: %s', async (kind, value, message) => {
    const errors = await fieldErrors(feedbackSchema, { ...feedback, contact: { kind, value } });
    expect(errors['contact.value']).toBe(message);
    const form = { ...feedback, contact_kind: kind, contact_value: value };
    expect((await fieldErrors(schemas.feedbackFormSchema, form))['contact_value']).toBe(message);
  });
});

test.each([
  ['os_version', '22.04', undefined],
  ['os_version', '22.04 LTS', 'system_version_invalid'],
  ['mem_gb', '0.5', undefined],
  ['mem_gb', '8 GB', 'amount_invalid'],
  ['disk_gb', '-1', 'amount_invalid'],
  ['cores', '4', undefined],
  ['cores', '0', 'cores_invalid'],
  ['cores', '1.5', 'cores_invalid'],
])('the property %s of a server may be %s: %s', async (field, value, message) => {
  expect((await fieldErrors(schemas.serverFactsSchema, { [field]: value }))[field]).toBe(message);
});

test.each([
  ['an emoji of several characters', '龙骨👩‍💻'],
  ['a character of private use', '龙骨\ue000'],
  ['a direction control', '龙\u202e骨'],
])('a publisher’s name with %s is refused, as an app’s name is', async (_, zh) => {
  const errors = await fieldErrors(schemas.publisherSchema, { ...publisher(2), name: { zh, en: '' } });
  expect(Object.keys(errors)).toEqual(['name.zh']);
});
