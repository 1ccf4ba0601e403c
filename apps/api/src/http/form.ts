import { FIELD_MESSAGES, type FieldMessage } from '@yunduo/validation/schemas';
import { ValidationError, type AnyObject, type InferType, type ObjectSchema } from 'yup';
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
    if (!(error instanceof ValidationError)) throw error;
    throw apiError('VALIDATION_FAILED', { fields: firstMessages(error, wireNames) });
  }
}

function firstMessages(
  error: ValidationError,
  wireNames: Record<string, string>,
): Record<string, FieldMessage> {
  const fields: Record<string, FieldMessage> = {};
  for (const { path, message } of error.inner.length > 0 ? error.inner : [error]) {
    const field = wireNames[path ?? ''] ?? path ?? 'form';
    // A required field fails its other rules too; what it lacks is said first.
    if (fields[field] === undefined || message.endsWith('_required')) fields[field] = fieldMessage(message);
  }
  return fields;
}

const fieldMessage = (message: string): FieldMessage =>
  FIELD_MESSAGES.find((known) => known === message) ?? 'field_invalid';
