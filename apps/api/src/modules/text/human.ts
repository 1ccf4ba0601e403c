import type { Locale } from '@yunduo/i18n';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size for display: `7.3 MB`, `104 MB`; at most three digits, decimal units. */
export function humanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text = unit === 0 || value >= 99.95 ? String(Math.round(value)) : trim(value);
  return `${text} ${UNITS[unit]}`;
}

/** A count for display: zh `9,842`, `21.8 万`, `1.2 亿`; en `9,842`, `218.4K`, `1.2M`. */
export function humanCount(count: number, locale: Locale): string {
  const steps =
    locale === 'zh'
      ? ([
          [1e8, ' 亿'],
          [1e4, ' 万'],
        ] as const)
      : ([
          [1e9, 'B'],
          [1e6, 'M'],
          [1e4, 'K'],
        ] as const);
  for (const [index, [step, mark]] of steps.entries()) {
    if (count < step) continue;
    const unit = locale === 'en' && mark === 'K' ? 1e3 : step;
    // 99,999,999 rounds to 10000.0 万: it takes the next unit.
    const above = steps[index - 1];
    if (above && Math.round(count / (unit / 10)) * (unit / 10) >= above[0]) return `1${above[1]}`;
    return `${trim(count / unit)}${mark}`;
  }
  return count.toLocaleString('en');
}

/** One decimal, none when it is zero. */
function trim(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
