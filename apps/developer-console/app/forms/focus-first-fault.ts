/**
 * Puts the focus on the first of a form that is marked as wrong, or waits for a choice between two texts.
 * @returns whether there is one
 */
export function focusFirstFault(formId: string): boolean {
  const fault = document
    .getElementById(formId)
    ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-clash]');
  const control = fault?.matches('fieldset') ? fault.querySelector<HTMLElement>('input') : fault;
  control?.focus();
  return Boolean(control);
}
