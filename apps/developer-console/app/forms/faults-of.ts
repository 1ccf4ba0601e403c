import type { ISchema, ValidationError } from 'yup';

/** Keys of the `validation` words by path, such as `name.en`. */
export type Faults = Readonly<Record<string, string>>;

/** What is wrong with the values; empty when they stand. Of several faults at one path the first counts. */
export async function faultsOf(schema: ISchema<object>, values: object): Promise<Faults> {
  try {
    await schema.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!isValidationError(error)) throw error;
    const inner = error.inner.length > 0 ? error.inner : [error];
    return Object.fromEntries(inner.map(({ path, message }) => [path ?? '', message]).reverse());
  }
}

// By its name: the class itself comes with the rules, which are loaded when a form is touched.
const isValidationError = (error: unknown): error is ValidationError =>
  error instanceof Error && error.name === 'ValidationError';
