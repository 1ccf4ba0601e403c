import { describe, expect, test } from '@jest/globals';
import { APP_INTRO_MAX, APP_NAME, SCREENSHOTS_MAX, VERSION_CHANGES } from '../limits.ts';
import { fieldErrors } from '../field-errors.ts';
import {
  developerAppDraftSchema,
  developerAppSubmitSchema,
  developerVersionCreateSchema,
  developerVersionSubmitSchema,
} from './developer-app.ts';

const alt = { zh: '主界面', en: 'Main window' };
const whole = {
  name: { zh: '港口钟声', en: 'Harbour Bell' },
  intro: { zh: '敲钟', en: 'Rings' },
  details: { zh: '<p>响</p>', en: '<p>Loud</p>' },
  category: 'practical',
  os: ['debian'],
  arch: ['arm64'],
  licence: 'MIT',
  screenshots: [{ id: 1, alt }],
};
const version = {
  version: '1.0.0',
  git_version: 'v1.0.0',
  git_commit: 'a1'.repeat(20),
  package_sha256: 'b2'.repeat(32),
  repo_url: 'https://git.example.com/a/b',
  size: 1,
  description: { zh: '首发', en: 'First' },
};

describe('app submission', () => {
  test('accepts a complete app', async () => {
    expect(await fieldErrors(developerAppSubmitSchema, whole)).toEqual({});
  });

  test.each([
    ['one short', APP_NAME.min - 1, 'app_name_length'],
    ['the shortest', APP_NAME.min, undefined],
    ['the longest', APP_NAME.max, undefined],
    ['one long', APP_NAME.max + 1, 'app_name_length'],
  ])('[R5.08] requires a name of 4 to 20 characters: %s', async (_, length, message) => {
    for (const letter of ['港', 'a', '🚢']) {
      const name = { zh: letter.repeat(length), en: 'Harbour Bell' };
      expect((await fieldErrors(developerAppSubmitSchema, { ...whole, name }))['name.zh']).toBe(message);
    }
  });

  test('[R5.08] reports a short name in each language', async () => {
    const found = await fieldErrors(developerAppSubmitSchema, {
      ...whole,
      name: { zh: '应用三', en: 'ac1' },
    });
    expect(found).toEqual({ 'name.zh': 'app_name_length', 'name.en': 'app_name_length' });
  });

  test('rejects line breaks and invisible characters in a name', async () => {
    for (const sign of ['\n', '\u0000', '\u200b', '\u202e', '\u2028']) {
      const name = { zh: '港口钟声', en: `Har${sign}bour` };
      expect(await fieldErrors(developerAppDraftSchema, { name })).toEqual({
        'name.en': 'app_name_characters',
      });
    }
  });

  test('rejects direction controls in all texts and in the homepage', async () => {
    for (const sign of ['\u202a', '\u202e', '\u2066', '\u2069']) {
      const words = `Read${sign}me`;
      const both = { zh: '字', en: words };
      const draft = {
        intro: both,
        description: both,
        keywords: [words],
        licence: words,
        homepage: `https://bell.example.com/${sign}`,
        screenshots: [{ id: 1, alt: both }],
        requirements: { os: both },
        relations: [{ kind: 'conflict', package: words }],
      };
      expect(await fieldErrors(developerAppDraftSchema, draft)).toEqual({
        'intro.en': 'text_direction',
        'description.en': 'text_direction',
        'keywords[0]': 'text_direction',
        licence: 'text_direction',
        homepage: 'https_address_invalid',
        'screenshots[0].alt.en': 'text_direction',
        'requirements.os.en': 'text_direction',
        'relations[0].package': 'text_direction',
      });
      const changes = [{ kind: 'fix', text: both }];
      expect(
        await fieldErrors(developerVersionSubmitSchema, { ...version, description: both, changes }),
      ).toEqual({
        'description.en': 'text_direction',
        'changes[0].text.en': 'text_direction',
      });
    }
    // None of these is the joiner inside an emoji.
    expect(await fieldErrors(developerAppDraftSchema, { intro: { zh: '👨‍👩‍👧', en: 'x' } })).toEqual({});
  });

  test('a line pasted with breaks, a bell or the mark of a missing picture is stored as one visible line', async () => {
    const typed = ' two\r\n\tlines\u2028\u0007of\u0085 \ufffctext ';
    const both = { zh: typed, en: '' };
    const draft = {
      intro: both,
      keywords: [typed],
      licence: typed,
      screenshots: [{ id: 1, alt: both }],
      relations: [{ kind: 'dependency', package: `${typed} ｌｉｂｃ６` }],
    };
    expect(await developerAppDraftSchema.validate(draft)).toMatchObject({
      intro: { zh: 'two lines of text' },
      keywords: ['two lines of text'],
      licence: 'two lines of text',
      screenshots: [{ alt: { zh: 'two lines of text' } }],
      relations: [{ package: 'two lines of text libc6' }],
    });
    const empty = { intro: { zh: '\ufffc', en: '\u0085' }, licence: '\u0007', keywords: ['\u{13441}\u0085'] };
    expect(Object.keys(await fieldErrors(developerAppSubmitSchema, { ...whole, ...empty }))).toEqual(
      expect.arrayContaining(['intro.zh', 'intro.en', 'licence', 'keywords[0]']),
    );
  });

  test('[R5.09] accepts at most 30 changes per version', async () => {
    const changes = (count: number) => Array.from({ length: count }, () => ({ kind: 'fix', text: alt }));
    const most = VERSION_CHANGES.count;
    expect(await fieldErrors(developerVersionSubmitSchema, { ...version, changes: changes(most) })).toEqual(
      {},
    );
    expect(
      await fieldErrors(developerVersionSubmitSchema, { ...version, changes: changes(most + 1) }),
    ).toEqual({
      changes: 'changes_max',
    });
  });

  test('[R5.09] accepts an intro of up to 100 characters and up to 5 screenshots', async () => {
    const intro = (length: number) => ({ zh: '字'.repeat(length), en: 'x' });
    expect(await fieldErrors(developerAppSubmitSchema, { ...whole, intro: intro(APP_INTRO_MAX) })).toEqual(
      {},
    );
    expect(
      await fieldErrors(developerAppSubmitSchema, { ...whole, intro: intro(APP_INTRO_MAX + 1) }),
    ).toEqual({
      'intro.zh': 'intro_length',
    });
    const shots = (count: number) => Array.from({ length: count }, (_, id) => ({ id, alt }));
    expect(
      await fieldErrors(developerAppSubmitSchema, { ...whole, screenshots: shots(SCREENSHOTS_MAX) }),
    ).toEqual({});
    expect(
      await fieldErrors(developerAppSubmitSchema, { ...whole, screenshots: shots(SCREENSHOTS_MAX + 1) }),
    ).toEqual({ screenshots: 'screenshots_max' });
  });

  test.each(['zh', 'en'] as const)('accepts an app that is complete in %s only', async (locale) => {
    const only = (text: string) => ({ zh: '', en: '', [locale]: text });
    const one = {
      ...whole,
      name: only('Harbour Bell'),
      intro: only('Rings'),
      details: only('<p>Loud</p>'),
      description: only('Since 1880'),
      screenshots: [{ id: 1, alt: only('Main window') }],
    };
    expect(await fieldErrors(developerAppSubmitSchema, one)).toEqual({});
    // Text in the other language, such as a name, does not make the rest required.
    expect(await fieldErrors(developerAppSubmitSchema, { ...one, name: whole.name })).toEqual({});
    // A single missing text is reported in its own language only.
    for (const [field, path, message] of [
      ['name', 'name', 'app_name_required'],
      ['intro', 'intro', 'intro_required'],
      ['details', 'details', 'details_required'],
    ] as const) {
      expect(await fieldErrors(developerAppSubmitSchema, { ...one, [field]: only('') })).toEqual({
        [`${path}.${locale}`]: message,
      });
    }
    expect(
      await fieldErrors(developerAppSubmitSchema, { ...one, screenshots: [{ id: 1, alt: only('') }] }),
    ).toEqual({ [`screenshots[0].alt.${locale}`]: 'screenshot_alt_required' });
  });

  test('requires one language to be complete', async () => {
    const half = { ...whole, intro: { zh: '敲钟', en: '' }, details: { zh: '', en: '<p>Loud</p>' } };
    expect(await fieldErrors(developerAppSubmitSchema, half)).toEqual({
      'intro.en': 'intro_required',
      'details.zh': 'details_required',
    });
  });

  test('[R5.09] requires intro, screenshots and details', async () => {
    expect(await fieldErrors(developerAppSubmitSchema, {})).toEqual({
      'name.zh': 'app_name_required',
      'name.en': 'app_name_required',
      'intro.zh': 'intro_required',
      'intro.en': 'intro_required',
      'details.zh': 'details_required',
      'details.en': 'details_required',
      category: 'category_required',
      os: 'os_required',
      arch: 'arch_required',
      screenshots: 'screenshots_required',
      licence: 'app_licence_required',
    });
    const blank = {
      ...whole,
      intro: { zh: '敲钟', en: ' ' },
      details: { zh: '<p>&nbsp;</p>', en: '<p><br></p>' },
      screenshots: [{ id: 1, alt: { zh: ' ', en: '' } }],
    };
    expect(await fieldErrors(developerAppSubmitSchema, blank)).toEqual({
      'details.zh': 'details_required',
      'screenshots[0].alt.zh': 'screenshot_alt_required',
    });
  });
});

describe('app draft', () => {
  test('accepts missing fields', async () => {
    expect(await fieldErrors(developerAppDraftSchema, {})).toEqual({});
    expect(await developerAppDraftSchema.validate({})).toEqual({});
    expect(
      await fieldErrors(developerAppDraftSchema, { name: { zh: '港', en: '' }, category: null }),
    ).toEqual({});
  });

  test('rejects the category recommend', async () => {
    expect(await fieldErrors(developerAppDraftSchema, { category: 'recommend' })).toEqual({
      category: 'category_required',
    });
  });

  test.each([
    ['https://bell.example.com', true],
    ['https://bell.example.com:8443/@me?x=1#y', true],
    ['', true],
    ['http://bell.example.com', false],
    ['https://me:secret@bell.example.com', false],
    ['https://me@bell.example.com', false],
    ['https://localhost/', false],
    ['https://bell.example.com\\@evil.test', false],
    ['https://bell.example.com/a b', false],
    ['https://bell.example.com/a\u200bb', true],
    ['https://bell.example.com/钟', true],
    ['HTTPS://Bell.example.com/A', true],
    ['https：//bell.example.com', true],
    ['https://bell.example.com:65535/', true],
    ['https://bell.example.com:65536/', false],
    ['https://192.168.100.10/', false],
    ['https://0x7f.0x01/', false],
    ['https://-bell.example.com', false],
    ['javascript:alert(1)', false],
    [`https://bell.example.com/${'x'.repeat(300)}`, false],
  ])('homepage %s', async (homepage, good) => {
    expect(await fieldErrors(developerAppDraftSchema, { homepage })).toEqual(
      good ? {} : { homepage: 'https_address_invalid' },
    );
  });

  test('requires a relation to name either an app or a package', async () => {
    const relation = { kind: 'dependency', app_key: null, package: null, constraint: '' };
    for (const [app_key, name, good] of [
      ['redis', null, true],
      [null, 'libssl', true],
      ['redis', 'libssl', false],
      [null, null, false],
    ] as const) {
      const found = await fieldErrors(developerAppDraftSchema, {
        relations: [{ ...relation, app_key, package: name }],
      });
      expect(Object.values(found)).toEqual(good ? [] : ['relation_invalid']);
    }
  });
});

describe('app version', () => {
  test.each([
    ['1.0.0', undefined],
    ['0.0.1', undefined],
    ['10.20.30', undefined],
    ['1.0', 'version_format'],
    ['1.0.0-rc.1', 'version_format'],
    ['v1.0.0', 'version_format'],
    ['1.0.0.0', 'version_format'],
    ['', 'version_required'],
  ])('[R5.09] number %j', async (number, message) => {
    const found = await fieldErrors(developerVersionSubmitSchema, { ...version, version: number });
    expect(found['version']).toBe(message);
  });

  test.each([
    ['a short commit', { git_commit: 'a1b2c3d' }, { git_commit: 'git_commit_invalid' }],
    ['a branch', { git_commit: 'main' }, { git_commit: 'git_commit_invalid' }],
    ['a commit of SHA-256', { git_commit: 'a1'.repeat(32) }, {}],
    ['a pasted commit', { git_commit: ` ${'A1'.repeat(20)} ` }, {}],
    ['another commit', { git_version: 'c3'.repeat(20) }, { git_commit: 'git_commit_differs' }],
    ['the same commit', { git_version: 'A1'.repeat(20) }, {}],
    ['a short hash', { package_sha256: 'b2'.repeat(20) }, { package_sha256: 'package_sha256_invalid' }],
    ['the line of sha256sum', { package_sha256: `${'B2'.repeat(32)}  a b.tar.gz` }, {}],
    ['the line of sha256sum -b', { package_sha256: `${'b2'.repeat(32)} *a.tar.gz` }, {}],
    ['a digest', { package_sha256: `sha256:${'b2'.repeat(32)}` }, {}],
  ])('requires a full commit ID and SHA-256: %s', async (_what, fields, found) => {
    expect(await fieldErrors(developerVersionSubmitSchema, { ...version, ...fields })).toEqual(found);
  });

  test('[R5.09] requires a description in one language and all other fields', async () => {
    expect(await fieldErrors(developerVersionSubmitSchema, version)).toEqual({});
    expect(await fieldErrors(developerVersionSubmitSchema, {})).toEqual({
      version: 'version_required',
      git_version: 'git_version_required',
      git_commit: 'git_commit_required',
      package_sha256: 'package_sha256_required',
      repo_url: 'repo_url_required',
      size: 'package_size_required',
      'description.zh': 'version_description_required',
      'description.en': 'version_description_required',
    });
    for (const words of [
      { zh: '首发', en: '' },
      { zh: ' ', en: 'First' },
    ]) {
      const changes = [{ kind: 'fix', text: words }];
      expect(
        await fieldErrors(developerVersionSubmitSchema, { ...version, description: words, changes }),
      ).toEqual({});
    }
    const changes = [{ kind: 'fix', text: { zh: '', en: ' ' } }];
    expect(await fieldErrors(developerVersionSubmitSchema, { ...version, changes })).toEqual({
      'changes[0].text.zh': 'change_text_required',
      'changes[0].text.en': 'change_text_required',
    });
  });

  test('requires only a version number on creation', async () => {
    expect(await fieldErrors(developerVersionCreateSchema, { version: '1.0.0' })).toEqual({});
    expect(await fieldErrors(developerVersionCreateSchema, {})).toEqual({ version: 'version_required' });
  });
});

test('50,000 characters are rejected', async () => {
  const long = '-'.repeat(50_000);
  const found = await fieldErrors(developerAppDraftSchema, {
    app_key: `a${long}`,
    homepage: `https://${long}.`,
    licence: long,
    name: { zh: long, en: long },
  });
  expect(Object.keys(found).sort()).toEqual(['app_key', 'homepage', 'licence', 'name.en', 'name.zh']);
});
