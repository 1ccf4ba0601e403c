/**
 * The rule of visible text for names, titles, notes and other typed words. Fillers and default-ignorable
 * characters look like nothing or like a space, so two texts that look equal would differ.
 */

/** Embeddings, overrides and isolates: they change the displayed words or their order. */
export const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;

/** Scripts in which the zero-width joiner and non-joiner change letters (Persian, Hindi, Sinhala …). */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Script=Mongolian}';
const EMOJI = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';
/** Sequences in which an otherwise invisible character is visible. */
const SEQUENCES = [
  // Flags of regions.
  '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,15}\\u{e007f}',
  // Keycaps.
  '[0-9#*]\\ufe0f\\u20e3',
  `${EMOJI}(?:\\u200d${EMOJI})*`,
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
].join('|');
/**
 * Controls other than line breaks and tabs, default-ignorable characters, and those that fonts draw as blank: braille
 * blank, the null notehead, the Khitan filler, blank hieroglyphs, annotation anchors, and the place of a picture, which
 * dictation leaves. Direction controls have their own rule.
 */
const HIDDEN =
  '(?![\\t-\\r\\u202a-\\u202e\\u2066-\\u2069])[\\p{Cc}\\u{16fe4}\\p{Default_Ignorable_Code_Point}\\u2800\\u{13441}\\u{13442}\\u{1d159}\\ufff9-\\ufffc]';
/** Windows line ends lose their carriage return: texts are split, counted and compared by line feeds. */
const TAKEN_OUT = new RegExp(`(${SEQUENCES})|${HIDDEN}|\\r(?=\\n)`, 'gu');
/** A combining mark without a letter before it attaches to the space or the field's border. */
const LOOSE_MARKS = /(^|\s)\p{M}+/gu;
/** More marks on one letter than any language uses: they cover neighbouring lines (Unicode TS 39, 5.4). */
export const STACKED_MARKS = /(?:\p{Mn}|\p{Me}){5}/u;

/**
 * The text without invisible characters, except direction controls and the joiners of emoji and joined
 * scripts.
 */
export const withoutHidden = (text: string): string =>
  text.normalize('NFC').replace(TAKEN_OUT, '$1').replace(LOOSE_MARKS, '$1').normalize('NFC');

/** True if the text contains an invisible character. */
export const hasHidden = (text: string): boolean =>
  DIRECTION_CONTROLS.test(text) || withoutHidden(text) !== text.normalize('NFC');

const DIRECTIONS = new RegExp(DIRECTION_CONTROLS, 'g');

/** The stored form of text: hidden characters removed, trimmed. */
export const visibleText = (text: string): string => withoutHidden(text.replace(DIRECTIONS, '')).trim();

/** The stored form of one line: as `visibleText`, with every run of spaces replaced by one plain space. */
export const visibleLine = (text: string): string => plainSpaces(visibleText(text));

/** Half-width characters and plain hyphens, for addresses and codes. */
export const plainForms = (text: string): string => text.normalize('NFKC').replace(/\p{Pd}|\u2212/gu, '-');

/** Replaces runs of spaces, wide ones of Chinese keyboards included, by one plain space. */
export const plainSpaces = (text: string): string => text.replace(/\p{Zs}+/gu, ' ').trim();
