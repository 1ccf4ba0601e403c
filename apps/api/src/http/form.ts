import { firstByPath, ruleErrors } from '@yunduo/validation';
import { FIELD_MESSAGES, type FieldMessage } from '@yunduo/validation/schemas';
import type { AnyObject, InferType, ObjectSchema } from 'yup';
import { apiError } from './errors.ts';

/**
 * Validates with the form's own schema (specification §5): server and form refuse the same input with the same words.
 * Returns the cleaned values.
 * @throws ApiError VALIDATION_FAILED with the first message of every field.
 */
export async function checkForm<T extends AnyObject>(
  schema: ObjectSchema<T>,
  input: unknown,
  /** Schema field → wire field, where they differ. */
  wireNames: Record<string, string> = {},
): Promise<InferType<ObjectSchema<T>>> {
  try {
    return await schema.validate(input, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    const renamed = ruleErrors(error).map(({ path, message }) => ({
      path: wireNames[path] ?? path,
      message,
    }));
    const fields = Object.entries(firstByPath(renamed)).map(([path, message]) => [
      path,
      fieldMessage(message),
    ]);
    throw apiError('VALIDATION_FAILED', {
      fields: Object.fromEntries(fields) as Record<string, FieldMessage>,
    });
  }
}

/** The message key, or that of "invalid" if the message is no key of the forms. */
export const fieldMessage = (message: string): FieldMessage =>
  FIELD_MESSAGES.find((known) => known === message) ?? 'field_invalid';
