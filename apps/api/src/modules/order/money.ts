const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿'];

/** An amount in fen in Chinese financial numerals, which cannot be altered by a stroke: `壹仟贰佰玖拾玖元整`. */
export function capitalAmount(fen: number): string {
  const yuan = Math.floor(fen / 100);
  const jiao = Math.floor(fen / 10) % 10;
  const rest = fen % 10;
  const whole = yuan > 0 ? `${capitalNumber(yuan)}元` : '';
  if (jiao === 0 && rest === 0) return `${whole || '零元'}整`;
  // A missing jiao between yuan and fen is written as zero.
  const tenths = jiao > 0 ? `${DIGITS[jiao]}角` : whole && '零';
  return `${whole}${tenths}${rest > 0 ? `${DIGITS[rest]}分` : '整'}`;
}

function capitalNumber(value: number): string {
  let text = '';
  let gap = false;
  const digits = String(value);
  for (const [index, digit] of Array.from(digits, Number).entries()) {
    const place = digits.length - 1 - index;
    if (digit === 0) gap = true;
    else {
      text += `${gap && text ? '零' : ''}${DIGITS[digit]}${PLACES[place % 4]}`;
      gap = false;
    }
    // A group of four zeros has no unit.
    const group = Math.floor(value / 10 ** place) % 10_000;
    if (place % 4 === 0 && group > 0) text += GROUPS[place / 4] ?? '';
  }
  return text;
}
