import { useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { useWords } from '../../shell/words.ts';
import styles from './downloads.module.css';
import { grouped, momentOfDay, type Figures } from './figures.ts';

/** The chart in figures, the newest day first. */
export function DownloadTable({ figures: { days, bands, sums } }: { figures: Figures }) {
  const t = useWords('panel');
  const locale = useLocale();
  return (
    <details className={styles.figures}>
      <summary>{t('downloads.table')}</summary>
      {/* Many versions are wider than a phone; what scrolls must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.sheet} tabIndex={0} role="region" aria-label={t('downloads.chart')}>
        <table>
          <caption className="sr">{t('downloads.chart')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('downloads.day')}</th>
              <th scope="col">{t('downloads.sum')}</th>
              {bands.map(({ version }) => (
                <th key={version ?? 'older'} scope="col">
                  {version ?? t('downloads.older')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, place) => (
                <tr key={day}>
                  <th scope="row">{dayOf(momentOfDay(day), locale)}</th>
                  <td className="num">{grouped(sums[place] ?? 0)}</td>
                  {bands.map(({ version, counts }) => (
                    <td key={version ?? 'older'} className="num">
                      {grouped(counts[place] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </div>
    </details>
  );
}
