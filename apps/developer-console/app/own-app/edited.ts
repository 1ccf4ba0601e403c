type Field<T> = Extract<keyof T, string>;

/** What is being written, over what the server has: field by field, so that what only one side wrote goes together. */
export interface Edited<T extends object> {
  /** What the form shows. */
  content: T;
  /** As the server has it. */
  base: T;
  revision: number;
  /** Written here and not saved yet. */
  dirty: readonly Field<T>[];
  /** Written here and elsewhere, differently: they wait for a choice. `base` holds the others' text. */
  clashes: readonly Field<T>[];
}

export const fieldsOf = <T extends object>(part: Partial<T>): Field<T>[] => Object.keys(part) as Field<T>[];

export function pick<T extends object>(content: Partial<T>, fields: readonly Field<T>[]): Partial<T> {
  const part: Partial<T> = {};
  for (const field of fields) part[field] = content[field];
  return part;
}

/** Where a picture lies follows the language and the name of the app: nobody wrote it. */
const written = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (key === 'src' || key === 'srcset' ? undefined : part)) ?? '';
export const same = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** Writes into fields; what says again what is saved needs no saving, and no choice. */
export function write<T extends object>(edited: Edited<T>, part: Partial<T>): Edited<T> {
  const { base, clashes } = edited;
  const fields = fieldsOf(part);
  const dirty = [
    ...edited.dirty.filter((field) => !fields.includes(field)),
    ...fields.filter((field) => !same(part[field], base[field])),
  ];
  return {
    ...edited,
    content: { ...edited.content, ...part },
    dirty,
    clashes: clashes.filter((field) => dirty.includes(field)),
  };
}

/** Of a field that was written here and elsewhere: which text stays. */
export function choose<T extends object>(
  edited: Edited<T>,
  field: Field<T>,
  whose: 'mine' | 'theirs',
): Edited<T> {
  if (whose === 'theirs') return write(edited, pick(edited.base, [field]));
  return { ...edited, clashes: edited.clashes.filter((other) => other !== field) };
}

/**
 * Lays what was written here over what the server has by now. A field that somebody else wrote too clashes, and goes on
 * doing so until it is settled, however often others save meanwhile.
 */
export function layOver<T extends object>(edited: Edited<T>, base: T, revision: number): Edited<T> {
  const { content } = edited;
  const dirty = edited.dirty.filter((field) => !same(content[field], base[field]));
  return {
    content: { ...base, ...pick(content, dirty) },
    base,
    revision,
    dirty,
    clashes: dirty.filter(
      (field) => edited.clashes.includes(field) || !same(base[field], edited.base[field]),
    ),
  };
}

/**
 * The server took `sent`. The hand went on meanwhile: what it wrote stays on the screen, spaces at the end too. What
 * nobody wrote here follows the server: another tag takes the commit of the one before away.
 */
export function taken<T extends object>(
  edited: Edited<T>,
  sent: Partial<T>,
  base: T,
  revision: number,
): Edited<T> {
  const { content } = edited;
  // What was taken back while it was on its way says what was saved before, and no longer what is.
  const fields = [...new Set([...edited.dirty, ...fieldsOf(sent)])];
  const still = fields.filter((field) => !(field in sent) || !same(content[field], sent[field]));
  const moved = fieldsOf(base).filter(
    (field) => !fields.includes(field) && !same(content[field], base[field]),
  );
  return { ...edited, content: { ...content, ...pick(base, moved) }, base, revision, dirty: still };
}
