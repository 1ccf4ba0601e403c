import { describe, expect, test } from '@jest/globals';
import { fieldErrors } from './field-errors.ts';
import { developerAppDraftSchema } from './schemas/developer-app.ts';
import { isVersionConstraint } from './version-constraint.ts';

describe('version constraint', () => {
  test.each([
    ['', true, true],
    ['7', true, true],
    ['0', true, true],
    ['3.0+', true, true],
    ['8.2', true, true],
    ['99999.99999.99999+', true, true],
    // Only packages of a system have these.
    ['20.04+', false, true],
    ['07', false, true],
    ['007.0.0', false, true],
    ['1.2.3.4', false, true],
    ['100000', false, true],
    ['1.2.3.4.5.6.7', false, false],
    ['1234567890', false, false],
    ['+', false, false],
    ['3.0++', false, false],
    ['+3.0', false, false],
    ['3.', false, false],
    ['.3', false, false],
    ['3..0', false, false],
    ['3,0', false, false],
    ['-1', false, false],
    ['v3.0', false, false],
    ['>=3.0', false, false],
    ['>=1 <2', false, false],
    ['^8', false, false],
    ['~8.2', false, false],
    ['8.x', false, false],
    ['8.*', false, false],
    ['*', false, false],
    ['7 || 8', false, false],
    ['1.0 - 2.0', false, false],
    ['1.0.0-rc.1', false, false],
    ['latest', false, false],
    ['AVX', false, false],
    ['３.０+', false, false],
    ['٣', false, false],
    [' 3.0+', false, false],
    ['3.0+\n', false, false],
  ])('%j: valid for an app %s, for a package %s', (text, ofApp, ofPackage) => {
    expect([isVersionConstraint(text, 'app'), isVersionConstraint(text, 'package')]).toEqual([
      ofApp,
      ofPackage,
    ]);
  });

  test.each([
    ['full-width characters', '３．０＋', '3.0+'],
    ['surrounding spaces', '  8.2 ', '8.2'],
    ['a space before the plus', '3.0 +', '3.0+'],
    ['only spaces', ' \u3000 ', ''],
    ['an invisible character', '3.\u200b0+', '3.0+'],
  ])('is normalised: %s', async (_what, input, stored) => {
    const relations = [{ kind: 'dependency', app_key: 'redis', constraint: input }];
    expect(await fieldErrors(developerAppDraftSchema, { relations })).toEqual({});
    const { relations: cast } = await developerAppDraftSchema.validate({ relations });
    expect(cast?.[0]?.constraint).toBe(stored);
  });

  test.each([
    [{ app_key: 'redis' }, '>=1 <2'],
    [{ app_key: 'redis' }, '20.04'],
    [{ app_key: 'redis' }, '1 2'],
    [{ app_key: 'redis' }, `1${'.1'.repeat(20)}`],
    [{ package: 'libssl' }, '7 || 8'],
    [{ package: 'libssl' }, '<2'],
  ])('%j %s is rejected at its field', async (target, constraint) => {
    const relations = [{ kind: 'conflict', ...target, constraint }];
    expect(await fieldErrors(developerAppDraftSchema, { relations })).toEqual({
      'relations[0].constraint': 'constraint_invalid',
    });
  });
});
