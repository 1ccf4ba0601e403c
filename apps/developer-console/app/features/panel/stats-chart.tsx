import { useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { useTranslations } from '../../shell/words.ts';
import { datesOf, grouped, momentOfDay, ticksOf, type Figures, type Metric } from './figures.ts';
import styles from './statistics.module.css';

/** Width of a day and height of the drawing in its own units; it is stretched to the available space. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
const HEIGHT = 100;

/** A bar per day, stacked by version or app. The table below contains the same data. */
export function StatsChart({ figures, metric }: { figures: Figures; metric: Metric }) {
  const { days, bands, sums, most } = figures;
  const t = useTranslations('panel');
  const locale = useLocale();
  const ticks = ticksOf(most);
  const top = ticks.at(-1) ?? 1;
  const dayText = (day = '') => dayOf(momentOfDay(day), locale);
  return (
    <figure className={`chart ${styles.chart ?? ''}`} aria-label={t(`stats.chart_${metric}`)}>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          {[...ticks].reverse().map((tick) => (
            <span key={tick}>{grouped(tick)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              className={styles.grid}
              x1={0}
              x2={days.length * DAY_WIDTH}
              y1={HEIGHT - (tick / top) * HEIGHT}
              y2={HEIGHT - (tick / top) * HEIGHT}
            />
          ))}
          {days.map((day, place) => (
            <g key={day} className={styles.day}>
              <title>{t('stats.bar', { day: dayText(day), count: grouped(sums[place] ?? 0) })}</title>
              {/* The whole column reacts to the pointer, even if its bar is short. */}
              <rect className={styles.column} x={place * DAY_WIDTH} y={0} width={DAY_WIDTH} height={HEIGHT} />
              {stacked(figures, place, top).map(({ band, y, height }) => (
                <rect
                  key={band}
                  data-band={band}
                  x={place * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2}
                  y={y}
                  width={BAR_WIDTH}
                  height={height}
                />
              ))}
            </g>
          ))}
        </svg>
        <div className={styles.dates} aria-hidden="true">
          {datesOf(days).map((place) => (
            <span key={place}>{shortDay(days[place] ?? '', locale)}</span>
          ))}
        </div>
      </div>
      {bands.length > 0 && (
        <figcaption>
          <ul className={styles.legend} aria-label={t('stats.legend')}>
            {bands.map(({ name, total }, band) => (
              <li key={name ?? 'others'}>
                <i data-band={band} aria-hidden="true" />
                {name ?? t('stats.others')} <span className="num quiet">{grouped(total)}</span>
              </li>
            ))}
          </ul>
        </figcaption>
      )}
    </figure>
  );
}

/** 11月18日, 18 Nov: the year is shown above. */
const shortDay = (day: string, locale: 'zh' | 'en'): string =>
  dayOf(momentOfDay(day), locale).replace(locale === 'zh' ? /^\d+年/ : /\s\d+$/, '');

/** Position of each segment of a day's bar, from the bottom up. Without segments the bar is one. */
function stacked({ bands, sums }: Figures, place: number, top: number) {
  let ground = HEIGHT;
  const pieces = bands.length > 0 ? bands.map(({ counts }) => counts[place] ?? 0) : [sums[place] ?? 0];
  return pieces.flatMap((count, band) => {
    const height = (count / top) * HEIGHT;
    ground -= height;
    return height > 0 ? [{ band, y: ground, height }] : [];
  });
}
