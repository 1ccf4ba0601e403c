import { Button } from '@yunduo/ui';
import { saveCsv } from '../../parts/csv.ts';
import { useTranslations } from '../../shell/words.ts';
import { conversionOf, type Stats } from './figures.ts';

/** Downloads the statistics as CSV: a row per day, then one per app or version. */
export function SaveStats({ stats }: { stats: Stats }) {
  const t = useTranslations('panel');
  const save = () => {
    const parts = stats.app_id === null ? stats.apps : stats.versions;
    const app = stats.app_id === null ? undefined : stats.apps.find(({ id }) => id === stats.app_id);
    const names = parts.map(
      (part) => `${t('stats.downloads')} ${'version' in part ? part.version : part.name}`,
    );
    saveCsv(
      `${app?.app_key ?? 'apps'}-${stats.from}-${stats.to}.csv`,
      [
        t('stats.day'),
        t('stats.views'),
        t('stats.saves'),
        t('stats.downloads'),
        t('stats.conversion'),
        ...names,
      ],
      stats.days.map((day, place) => {
        const [views = 0, saves = 0, downloads = 0] = [
          stats.views[place],
          stats.saves[place],
          stats.downloads[place],
        ];
        const counts = parts.map((part) => part.counts[place] ?? 0);
        return [day, views, saves, downloads, conversionOf({ views, downloads }), ...counts];
      }),
    );
  };
  return (
    <Button kind="line" size="sm" onClick={save}>
      {t('stats.csv')}
    </Button>
  );
}
