type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  value: string;
  checked: boolean | null;
  selection: [number, number] | null;
}

declare global {
  /** JSON of the server state, if the page itself does not contain it. */
  var __appState: string | undefined;
  /** True while an input method composes; the head script (`server/intent-loader.ts`) sets it. */
  var __composing: boolean | undefined;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Resolves when no input method is composing: hydration during composition breaks Chinese input. */
export function afterComposition(): Promise<void> {
  if (!globalThis.__composing) return Promise.resolve();
  return new Promise((resolve) => {
    // The last `input` event follows `compositionend`.
    window.addEventListener('compositionend', () => setTimeout(resolve), { once: true, capture: true });
  });
}

/**
 * Records what visitors type until the page is hydrated: React resets controlled fields. Returns a function that
 * restores the values; React then handles them as normal input. It receives the field in place of an earlier one.
 */
export function rememberTyped(root: Document): (fieldNow?: (field: Element) => Element | null) => void {
  const input = new Map<Field, Typed>();
  const remember = (field: Field) => {
    // In the order of the last inputs: of several radio buttons the last one chosen is restored last.
    input.delete(field);
    input.set(field, read(field));
  };
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    if (wasTouched(field)) remember(field);
  }
  let focused = root.activeElement;
  const onFocus = ({ target }: Event) => {
    focused = target as Element;
  };
  const onInput = ({ target }: Event) => {
    if (isField(target)) remember(target);
  };
  root.addEventListener('input', onInput, true);
  root.addEventListener('change', onInput, true);
  root.addEventListener('focusin', onFocus);
  return (fieldNow = (field) => field) => {
    root.removeEventListener('input', onInput, true);
    root.removeEventListener('change', onInput, true);
    root.removeEventListener('focusin', onFocus);
    const now = focused?.isConnected ? null : focused && fieldNow(focused);
    if (isField(now)) now.focus();
    for (const [before, stored] of input) {
      const field = fieldNow(before);
      if (!isField(field) || !field.isConnected) continue;
      if (field !== before && field.type === 'file')
        (field as HTMLInputElement).files = (before as HTMLInputElement).files;
      restore(field, stored);
    }
  };
}

function wasTouched(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  // A file counts too: its input opts out of restoration by the browser, so the visitor has just chosen it.
  return field.value !== field.defaultValue;
}

function read(field: Field): Typed {
  // `selectionStart` throws for none of these types, but is null for those without a caret.
  const selection =
    !(field instanceof HTMLSelectElement) && field.selectionStart !== null
      ? ([field.selectionStart, field.selectionEnd ?? field.selectionStart] as [number, number])
      : null;
  return { value: field.value, checked: isToggle(field) ? field.checked : null, selection };
}

function restore(field: Field, { value, checked, selection }: Typed): void {
  // React compares with the value that it last set or saw: setting the opposite through the element's own setter first
  // makes it see a change.
  if (isToggle(field)) {
    if (field.type === 'radio' && !checked) return;
    field.checked = !checked;
    // React listens to a toggle's click, not to its value.
    field.click();
    return;
  }
  if (field instanceof HTMLInputElement && field.type === 'file') {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  if (!(field instanceof HTMLSelectElement)) field.value = value ? '' : ' ';
  // The prototype's setter bypasses React's value tracking, so that the event below counts as a change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  else if (selection && field === field.ownerDocument.activeElement) field.setSelectionRange(...selection);
}
