import { type Schema, ValidationError } from 'yup';

/** The messages of a value, by place: the first one of each. */
export async function faults(schema: Schema, value: unknown): Promise<Record<string, string>> {
  try {
    await schema.validate(value, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const found: Record<string, string> = {};
    for (const inner of error.inner) found[inner.path ?? ''] ??= inner.message;
    return found;
  }
}
