// Field errors for programs: position, violated rule, its limit, and a sentence.
import type { FieldError } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n/en';
import { fieldRules as enRules } from '@yunduo/i18n/en/field-rules';
import { zh } from '@yunduo/i18n/zh';
import { fieldRules as zhRules } from '@yunduo/i18n/zh/field-rules';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { fill } from './envelope.ts';

const WORDS = {
  zh: { rules: zhRules, messages: zh.validation },
  en: { rules: enRules, messages: en.validation },
};
type Rule = keyof typeof enRules;

/** A keyword of the call's schema that an input violates. */
export interface BrokenRule extends Pick<FieldError, 'pointer' | 'limit'> {
  rule: Rule;
}

/** As reported by the validator of the contract's schemas. */
export interface SchemaFault {
  keyword: string;
  /** A JSON pointer (RFC 6901). */
  instancePath: string;
  params: Record<string, unknown>;
}

/** One segment of a JSON pointer. */
const segment = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function limitOf({ keyword, params }: SchemaFault): FieldError['limit'] {
  const { limit, type, pattern, format, allowedValues, allowedValue } = params;
  if (keyword === 'enum') return (allowedValues as unknown[]).map(String);
  if (keyword === 'const') return [String(allowedValue)];
  const message =
    { type, pattern: pattern instanceof RegExp ? pattern.source : pattern, format }[keyword] ?? limit;
  return typeof message === 'number' || typeof message === 'string' ? message : undefined;
}

/**
 * The rules that an input violates, the first for each field. Derived ones are omitted: a union reports an error for
 * each of its members, and constants count as one set.
 */
export function brokenRules(errors: readonly SchemaFault[]): BrokenRule[] {
  const found = new Map<string, BrokenRule>();
  const add = (pointer: string, rule: string, limit?: FieldError['limit']) => {
    const known = found.get(pointer);
    if (known?.rule === 'enum' && rule === 'enum' && Array.isArray(known.limit) && Array.isArray(limit))
      known.limit = [...new Set([...known.limit, ...limit])];
    if (known) return;
    const named = rule in enRules ? (rule as Rule) : 'invalid';
    found.set(pointer, { pointer, rule: named, ...(limit !== undefined && { limit }) });
  };
  for (const fault of errors) {
    const { keyword, instancePath, params } = fault;
    const names = (key: string) => (Array.isArray(params[key]) ? params[key].map(String) : []);
    // Reported below: a field that is not allowed is reported at its position in both cases.
    if (keyword === 'boolean' || keyword === 'anyOf') continue;
    if (keyword === 'required')
      for (const name of names('requiredProperties')) add(instancePath + segment(name), 'required');
    else if (keyword === 'additionalProperties')
      for (const name of names('additionalProperties'))
        add(instancePath + segment(name), 'additionalProperties');
    else add(instancePath, keyword === 'const' ? 'enum' : keyword, limitOf(fault));
  }
  return [...found.values()];
}

interface Refused {
  locale: Locale;
  /** Whether the fields are in the query or the body. */
  in: FieldError['in'];
  fields: Readonly<Record<string, string>>;
  rules: readonly BrokenRule[];
  /** Message for a field without a more specific one: the error's own. */
  otherwise: string;
}

/** The field errors of a refusal: from the schema's rules, or else from the server's checks. */
export function fieldErrors({ locale, in: place, fields, rules, otherwise }: Refused): FieldError[] {
  const { rules: ofRules, messages } = WORDS[locale];
  const sentenceOf = (field: string | undefined): string | undefined => {
    const key = field === undefined ? undefined : (fields[field] as FieldMessage | undefined);
    return key === undefined || key === 'field_invalid' ? undefined : messages[key];
  };
  if (rules.length > 0)
    return rules.map(({ pointer, rule, limit }) => {
      const text = fill(ofRules[rule], { limit: Array.isArray(limit) ? limit.join(', ') : (limit ?? '') });
      const message = sentenceOf(pointer.split('/')[1]) ?? text;
      return { in: place, pointer, rule, ...(limit !== undefined && { limit }), message };
    });
  return Object.entries(fields).map(([field, key]) => ({
    in: place,
    pointer: field
      .split(/[.[\]]+/)
      .filter(Boolean)
      .map(segment)
      .join(''),
    rule: key === 'field_invalid' ? 'invalid' : key,
    message: sentenceOf(field) ?? otherwise,
  }));
}
