/**
 * Code points of a text as stored, for a counter: without the invisible characters that people copy along, with letters
 * and their accents as one. The rules of the form, which load later, decide; they are too heavy for a counter.
 */
export const storedLength = (text: string): number =>
  [
    ...text
      .normalize('NFC')
      .replace(/(?![\u200c\u200d])[\p{Cf}\u2800\u3164]/gu, '')
      .trim(),
  ].length;
