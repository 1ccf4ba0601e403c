import type { ISchema, ValidationError } from 'yup';

/** One rule that a value breaks: a path such as `name.en`, and the key of its text among the `validation` words. */
export interface RuleError {
  path: string;
  message: string;
}

/** Keys of the `validation` words by path, such as `name.en`: the one message that a field shows. */
export type FieldErrors = Readonly<Record<string, string>>;

// Compared by name: the class comes with the schemas, which a browser loads only when a form is touched.
const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof Error && error.name === 'ValidationError';

/**
 * Every broken rule of a rejected value, in yup's order.
 * @throws anything that is not a validation error
 */
export function ruleErrors(error: unknown): RuleError[] {
  if (!isValidationError(error)) throw error;
  const all = error.inner.length > 0 ? error.inner : [error];
  return all.map(({ path = '', message }) => ({ path, message }));
}

/**
 * The first message at a path counts, unless the field is required and empty: an empty text breaks other
 * rules too, and "required" is the useful message.
 */
export function firstByPath(errors: readonly RuleError[]): FieldErrors {
  const first: Record<string, string> = {};
  for (const { path, message } of errors)
    if (first[path] === undefined || message.endsWith('_required')) first[path] = message;
  return first;
}

/** The part of a yup schema that a form uses. */
export type FormRules = Pick<ISchema<unknown>, 'cast' | 'validate'>;

/** Validation errors by path; empty if the values are valid. */
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
