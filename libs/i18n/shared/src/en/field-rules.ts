import type { Words } from '../words.ts';
import type { fieldRules as zh } from '../zh/field-rules.ts';

export const fieldRules = {
  required: 'This field is missing',
  additionalProperties: 'This field is not known',
  type: 'Must be of type {{limit}}',
  minimum: 'Must be {{limit}} or more',
  maximum: 'Must be {{limit}} or less',
  minLength: 'Must have at least {{limit}} characters',
  maxLength: 'Must have no more than {{limit}} characters',
  minItems: 'Must have at least {{limit}} items',
  maxItems: 'Must have no more than {{limit}} items',
  uniqueItems: 'Must not repeat an item',
  pattern: 'Must match {{limit}}',
  format: 'Must be a {{limit}}',
  enum: 'Must be one of: {{limit}}',
  invalid: 'This field is invalid',
} satisfies Words<typeof zh>;
