import { useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { useWords } from '../../shell/words.ts';
import styles from './downloads.module.css';
import { grouped, momentOfDay, roundedUp, type Figures } from './figures.ts';

/** Width of a day and height of the drawing in its own units; it is stretched to the place it has. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
const HEIGHT = 100;

/** A bar a day, its versions on top of each other. The table below says the same in figures. */
export function DownloadChart({ figures: { days, bands, sums, most } }: { figures: Figures }) {
  const t = useWords('panel');
  const locale = useLocale();
  const top = roundedUp(most);
  const dayText = (day: string | undefined) => (day ? dayOf(momentOfDay(day), locale) : '');
  return (
    <figure className={styles.chart} aria-label={t('downloads.chart')}>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          <span>{grouped(top)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {days.map((day, place) => (
            <g key={day} className={styles.day}>
              <title>{t('downloads.bar', { day: dayText(day), count: sums[place] ?? 0 })}</title>
              {/* The whole column answers the pointer, also where its bar is short. */}
              <rect className={styles.column} x={place * DAY_WIDTH} y={0} width={DAY_WIDTH} height={HEIGHT} />
              {stacked(bands, place, top).map(({ band, y, height }) => (
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
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{dayText(days[0])}</span>
        <span>{dayText(days.at(-1))}</span>
      </div>
      <figcaption>
        <ul className={styles.legend} aria-label={t('downloads.versions')}>
          {bands.map(({ version, total }, band) => (
            <li key={version ?? 'older'}>
              <i data-band={band} aria-hidden="true" />
              <span className={version === null ? undefined : 'num'}>
                {version ?? t('downloads.older')}
              </span>{' '}
              <span className="num quiet">{grouped(total)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** Where each version's piece of a day's bar lies; the newest stands on the ground. */
function stacked(bands: Figures['bands'], place: number, top: number) {
  let ground = HEIGHT;
  return bands.flatMap(({ counts }, band) => {
    const height = ((counts[place] ?? 0) / top) * HEIGHT;
    ground -= height;
    return height > 0 ? [{ band, y: ground, height }] : [];
  });
}
