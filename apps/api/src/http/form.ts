import { firstByPath, ruleErrors } from '@yunduo/validation';
import { FIELD_MESSAGES, type FieldMessage } from '@yunduo/validation/schemas';
import type { AnyObject, InferType, ObjectSchema } from 'yup';
import { apiError } from './errors.ts';

/**
 * Runs the form's own schema on the server (specification §5): what the form refuses, the server refuses with the
 * same words. Answers the cleaned values.
 * @throws ApiError VALIDATION_FAILED with the first message of every field.
 */
export async function checkForm<T extends AnyObject>(
  schema: ObjectSchema<T>,
  input: unknown,
  /** Field of the schema → field of the wire, where they differ. */
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

/** The key itself, or that of "invalid" for a message that is no word of the forms. */
export const fieldMessage = (message: string): FieldMessage =>
  FIELD_MESSAGES.find((known) => known === message) ?? 'field_invalid';
