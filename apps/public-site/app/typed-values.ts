type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  value: string;
  checked: boolean | null;
  selection: [number, number] | null;
}

declare global {
  /** JSON of the server data, where the page itself does not carry it. */
  var __appState: string | undefined;
  /** True while an input method composes; the head script (`server/intent-loader.ts`) keeps it. */
  var __composing: boolean | undefined;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const isToggle = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Settles when no input method is composing: hydration in the middle of it tears Chinese words apart. */
export function afterComposition(): Promise<void> {
  if (!globalThis.__composing) return Promise.resolve();
  return new Promise((resolve) => {
    // The last `input` event follows `compositionend`.
    window.addEventListener('compositionend', () => setTimeout(resolve), { once: true, capture: true });
  });
}

/**
 * Remembers what visitors type until the page is hydrated: React sets controlled fields back. Returns the way to
 * give it back; React then hears of it as of any input.
 */
export function rememberTyped(root: Document): () => void {
  const typed = new Map<Field, Typed>();
  const remember = (field: Field) => typed.set(field, read(field));
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    if (wasTouched(field)) remember(field);
  }
  const onInput = ({ target }: Event) => {
    if (isField(target)) remember(target);
  };
  root.addEventListener('input', onInput, true);
  root.addEventListener('change', onInput, true);
  return () => {
    root.removeEventListener('input', onInput, true);
    root.removeEventListener('change', onInput, true);
    for (const [field, kept] of typed) {
      if (field.isConnected) restore(field, kept);
    }
  };
}

function wasTouched(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  return field.value !== field.defaultValue && !(field instanceof HTMLInputElement && field.type === 'file');
}

function read(field: Field): Typed {
  // `selectionStart` throws for none of the types, but is null for those without a caret.
  const selection =
    !(field instanceof HTMLSelectElement) && field.selectionStart !== null
      ? ([field.selectionStart, field.selectionEnd ?? field.selectionStart] as [number, number])
      : null;
  return { value: field.value, checked: isToggle(field) ? field.checked : null, selection };
}

function restore(field: Field, { value, checked, selection }: Typed): void {
  // React compares with what it set or saw last: the element's own setter tells it of the opposite first.
  if (isToggle(field)) {
    if (field.type === 'radio' && !checked) return;
    field.checked = !checked;
    // React listens to the click of a toggle, not to its value.
    field.click();
    return;
  }
  if (field instanceof HTMLInputElement && field.type === 'file') {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  if (!(field instanceof HTMLSelectElement)) field.value = value ? '' : ' ';
  // The prototype's setter passes React by, so that the event below brings it news.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  else if (selection && field === field.ownerDocument.activeElement) field.setSelectionRange(...selection);
}
