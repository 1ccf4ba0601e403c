/** Puts the focus on the first control of a form that is marked as wrong. */
export function focusFirstFault(formId: string): void {
  const fault = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = fault?.matches('fieldset') ? fault.querySelector<HTMLElement>('input') : fault;
  control?.focus();
}
