import { visibleText } from './visible-text.ts';

/** Longer than any way to write a code: a longer text is not taken apart. */
const TYPED_MAX = 200;
/** Spaces, every dash and its look-alikes (minus, katakana length mark, box drawing), dots and low lines. */
const SEPARATORS = /[\s\p{Pd}\u2043\u2212\u30fc\u2500_.\u00b7\u30fb\u3002]/gu;

/**
 * What somebody typed or pasted as a code, ready to be compared: half-width capitals without separators and hidden
 * characters. Every code passes here: licence, invitation, code by mail, order number, fingerprint.
 */
export function typedCode(typed: string): string {
  if (typed.length > TYPED_MAX) return typed;
  return visibleText(typed.normalize('NFKC')).replace(SEPARATORS, '').toUpperCase();
}

/** Digits and letters that pass for digits, as they are read out or copied: O for 0, I and L for 1. */
export const readDigits = (code: string): string => code.replace(/O/g, '0').replace(/[IL]/g, '1');

/** Part of a code that somebody searches for: half-width capitals, its hyphens plain. */
export const codePart = (typed: string): string =>
  visibleText(typed.normalize('NFKC'))
    .replace(/\p{Pd}|\u2212/gu, '-')
    .toUpperCase();
