/**
 * True if the key belongs to an input method. Safari ends the composition before the key event, which then has the
 * code 229.
 */
export const composes = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
