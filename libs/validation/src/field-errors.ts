import type { ISchema, ValidationError } from 'yup';

/** One rule that a value breaks: a path such as `name.en`, and the key of its text among the `validation` words. */
export interface RuleError {
  path: string;
  message: string;
}

/** Keys of the `validation` words by path, such as `name.en`: the one message that a field shows. */
export type FieldErrors = Readonly<Record<string, string>>;

// By its name: the class itself comes with the schemas, which a browser loads when a form is touched.
const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof Error && error.name === 'ValidationError';

/**
 * Every broken rule of a rejected value, in the order of yup.
 * @throws what is no validation error
 */
export function ruleErrors(error: unknown): RuleError[] {
  if (!isValidationError(error)) throw error;
  const all = error.inner.length > 0 ? error.inner : [error];
  return all.map(({ path = '', message }) => ({ path, message }));
}

/**
 * Of several messages at one path the first counts, unless the field is required and empty: an empty text breaks its
 * other rules too, and what is missing is said first.
 */
export function firstByPath(errors: readonly RuleError[]): FieldErrors {
  const first: Record<string, string> = {};
  for (const { path, message } of errors)
    if (first[path] === undefined || message.endsWith('_required')) first[path] = message;
  return first;
}

/** What a form needs of its yup schema. */
export type FormRules = Pick<ISchema<unknown>, 'cast' | 'validate'>;

/** What is wrong with the values, by path; empty when they are valid. */
export async function fieldErrors(
  schema: Pick<FormRules, 'validate'>,
  values: unknown,
): Promise<FieldErrors> {
  try {
    await schema.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    return firstByPath(ruleErrors(error));
  }
}
