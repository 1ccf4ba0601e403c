/**
 * The letter whose signal flag stands for a name: its first letter, or for a digit, a Chinese character or any
 * other sign one that follows from it, so that an app never changes its flag.
 */
export function flagLetter(name: string): string {
  const first = name.trim().normalize('NFKD').charAt(0).toLowerCase();
  if (first >= 'a' && first <= 'z') return first;
  // Neighbouring characters of a Chinese name differ little in code: all of it goes in.
  let sum = 7;
  for (const sign of name.trim()) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return String.fromCharCode(97 + (sum % 26));
}
