import { listFields, type ListState } from './list-state.ts';

interface HiddenFieldsProps {
  state: ListState;
  /** Names that the form says itself, or drops. */
  without: readonly string[];
}

/** The choices that a form carries along, so that one form does not undo another. */
export function HiddenFields({ state, without }: HiddenFieldsProps) {
  return listFields(state)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
