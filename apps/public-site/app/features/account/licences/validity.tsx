import type { Licence } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { LICENCE_REMINDER_DAYS } from '@yunduo/validation';
import { Badge } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';

/** Expiry of a licence, days left, and expiry of its licence file. */
export function Validity({ licence }: { licence: Licence }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const { offline } = licence;
  return (
    <>
      <Term licence={licence} />
      {offline && (
        <small>
          {offline.expires_at
            ? t('offline_until', { date: dayOf(offline.expires_at, locale) })
            : t('offline_permanent')}
        </small>
      )}
    </>
  );
}

function Term({ licence }: { licence: Licence }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const { state, plan, expires_at: until, days_left: days, in_grace: inGrace, grace_until: grace } = licence;
  if (until === null) {
    if (state === 'unused') return <span className="quiet">{t('after_bind')}</span>;
    return <>{plan === 'permanent' ? t('never') : '–'}</>;
  }
  return (
    <>
      <time dateTime={until}>{dayOf(until, locale)}</time>
      {state === 'active' &&
        days !== null &&
        (days <= LICENCE_REMINDER_DAYS[0] ? (
          <small>
            <Badge tone="warn">{t('days', { count: days })}</Badge>
          </small>
        ) : (
          <small>{t('days', { count: days })}</small>
        ))}
      {inGrace && grace && <small>{t('grace', { date: dayOf(grace, locale) })}</small>}
    </>
  );
}
