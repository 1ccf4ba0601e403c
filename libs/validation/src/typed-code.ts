import { plainForms, visibleText } from './visible-text.ts';

/** Longer than any spelling of a code: a longer text is not parsed. */
const TYPED_MAX = 200;
/**
 * Spaces, dashes and their look-alikes (minus, katakana length mark, box drawing), and what is copied along with a code
 * from a message: quotes, brackets, the full stop, a label in Chinese (`邀请码：`).
 */
const SEPARATORS = /[\s\p{P}`\u2212\u30fc\u2500\p{sc=Han}]/gu;

/**
 * A typed or pasted code in comparable form: half-width capitals without separators and hidden characters.
 * Used for every code: licence, invitation, email code, order number, fingerprint.
 */
export function typedCode(typed: string): string {
  if (typed.length > TYPED_MAX) return typed;
  return visibleText(typed.normalize('NFKC')).replace(SEPARATORS, '').toUpperCase();
}

/** Letters mistaken for digits when read out or copied: O for 0, I and L for 1. */
export const readDigits = (code: string): string => code.replace(/O/g, '0').replace(/[IL]/g, '1');

/** A fragment of a code as a search term: half-width capitals, plain hyphens. */
export const codePart = (input: string): string => visibleText(plainForms(input)).toUpperCase();
