import { describe, expect, test } from '@jest/globals';
import { object, string } from 'yup';
import { fieldErrors, firstByPath, ruleErrors } from './field-errors.ts';

const schema = object({
  name: object({ en: string().min(2, 'app_name_length').required('app_name_required'), zh: string() }),
  intro: string()
    .min(4, 'intro_length')
    .matches(/^\p{L}+$/u, 'text_marks'),
});

describe('the errors of a value', () => {
  test('stand by path, nested ones too', async () => {
    const errors = await fieldErrors(schema, { name: { en: 'K' }, intro: 'Keel' });
    expect(errors).toEqual({ 'name.en': 'app_name_length' });
  });

  test('are none where it is valid', async () => {
    expect(await fieldErrors(schema, { name: { en: 'Keel' }, intro: 'Keel' })).toEqual({});
  });

  test('say of an empty field that it is required, and of any other the first rule that it breaks', async () => {
    const errors = await fieldErrors(schema, { name: { en: '' }, intro: 'a1' });
    expect(errors).toEqual({ 'name.en': 'app_name_required', intro: 'intro_length' });
  });

  test('are all there in the order of the rules, before one of each path is chosen', async () => {
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

  test('are nothing else that went wrong: it is thrown on', async () => {
    const broken = { validate: () => Promise.reject(new TypeError('no rules')) };
    await expect(fieldErrors(broken, {})).rejects.toThrow('no rules');
  });
});
