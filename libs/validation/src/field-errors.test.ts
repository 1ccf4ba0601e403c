import { describe, expect, test } from '@jest/globals';
import { object, string } from 'yup';
import { fieldErrors, firstByPath, ruleErrors } from './field-errors.ts';

const schema = object({
  name: object({ en: string().min(2, 'app_name_length').required('app_name_required'), zh: string() }),
  intro: string()
    .min(4, 'intro_length')
    .matches(/^\p{L}+$/u, 'text_marks'),
});

describe('fieldErrors', () => {
  test('returns errors by path, including nested ones', async () => {
    const errors = await fieldErrors(schema, { name: { en: 'K' }, intro: 'Keel' });
    expect(errors).toEqual({ 'name.en': 'app_name_length' });
  });

  test('returns no errors for a valid value', async () => {
    expect(await fieldErrors(schema, { name: { en: 'Keel' }, intro: 'Keel' })).toEqual({});
  });

  test('reports an empty field as required, and otherwise the first broken rule', async () => {
    const errors = await fieldErrors(schema, { name: { en: '' }, intro: 'a1' });
    expect(errors).toEqual({ 'name.en': 'app_name_required', intro: 'intro_length' });
  });

  test('ruleErrors lists all errors in the order of the rules; firstByPath picks one per path', async () => {
    const error: unknown = await schema
      .validate({ name: { en: 'Keel' }, intro: 'a1' }, { abortEarly: false })
      .catch((reason: unknown) => reason);
    const all = ruleErrors(error);
    expect(all).toEqual([
      { path: 'intro', message: 'intro_length' },
      { path: 'intro', message: 'text_marks' },
    ]);
    expect(firstByPath([...all].reverse())).toEqual({ intro: 'text_marks' });
  });

  test('rethrows other errors', async () => {
    const broken = { validate: () => Promise.reject(new TypeError('no rules')) };
    await expect(fieldErrors(broken, {})).rejects.toThrow('no rules');
  });
});
