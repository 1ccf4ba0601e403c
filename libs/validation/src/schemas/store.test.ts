import { describe, expect, test } from '@jest/globals';
import { REPORT_TEXT } from '../limits.ts';
import { fieldErrors } from '../field-errors.ts';
import { reportSchema } from './store.ts';

describe('report about an app', () => {
  const report = { reason: 'other', text: '装不上，日志里没有任何提示。' };

  test.each([
    [0, 'report_text_required'],
    [REPORT_TEXT.min - 1, 'report_text_length'],
    [REPORT_TEXT.min, undefined],
    [REPORT_TEXT.max, undefined],
    [REPORT_TEXT.max + 1, 'report_text_length'],
  ])('with a text of %i characters', async (length, message) => {
    expect((await fieldErrors(reportSchema, { ...report, text: '😀'.repeat(length) })).text).toBe(message);
  });

  test('needs a listed reason', async () => {
    expect(await fieldErrors(reportSchema, report)).toEqual({});
    expect(await fieldErrors(reportSchema, { ...report, reason: 'boredom' })).toEqual({
      reason: 'report_reason_required',
    });
  });
});
