import type { Words } from '../words.ts';
import type { fieldRules as zh } from '../zh/field-rules.ts';

export const fieldRules = {
  required: 'This field is missing',
  additionalProperties: 'This field is not known',
  type: 'Must be of type {{limit}}',
  minimum: 'Must be {{limit}} or more',
  maximum: 'Must be {{limit}} or less',
  minLength: 'Must have {{limit}} or more characters',
  maxLength: 'Must have {{limit}} or fewer characters',
  minItems: 'Must have {{limit}} or more items',
  maxItems: 'Must have {{limit}} or fewer items',
  uniqueItems: 'Must not repeat an item',
  pattern: 'Must match {{limit}}',
  format: 'Must have the format {{limit}}',
  enum: 'Must be one of: {{limit}}',
  invalid: 'This field is invalid',
} satisfies Words<typeof zh>;
