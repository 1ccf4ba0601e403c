/** Puts the focus on the first faulty control of a form, in the order of the page. */
export function focusFirstFault(formId: string): void {
  const fault = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group of radio buttons is faulty as a whole.
  const control = fault?.matches('fieldset') ? fault.querySelector('input') : fault;
  control?.focus();
}
