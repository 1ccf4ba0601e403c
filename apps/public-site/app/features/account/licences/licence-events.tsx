import type { LicenceDetail } from '@yunduo/api-contract';
import { useLocale } from '@yunduo/app-shell';
import { dayOf, momentOf, textAttributes } from '@yunduo/i18n';
import { Timeline } from '@yunduo/ui';
import { LICENCE_PLANS } from '@yunduo/validation';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../shell/words.ts';
import styles from './licences.module.css';

type Event = LicenceDetail['events'][number];

/** History of a licence under its current owner, newest first. */
export function LicenceEvents({ events }: { events: readonly Event[] }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const say = useEventWords();
  return (
    <section aria-labelledby="code-events">
      <h2 id="code-events" className={styles.heading}>
        {t('detail.events')}
      </h2>
      <Timeline
        label={t('detail.events')}
        events={events.map((event) => {
          const { title, more } = say(event);
          return {
            key: event.id,
            at: event.at,
            when: momentOf(event.at, locale),
            title,
            children: more && <p className="quiet">{more}</p>,
          };
        })}
      />
      {locale === 'en' && <p className={`quiet ${styles.note}`}>{t('detail.time_zone')}</p>}
    </section>
  );
}

/** Text of an event; an unknown kind, from a newer API, is called a change. */
function useEventWords(): (event: Event) => { title: string; more?: ReactNode } {
  const t = useTranslations('licences');
  const locale = useLocale();
  return ({ kind, details }) => {
    const text = (name: string) => String(details[name] ?? '');
    /** A text of the owner or an operator, in their language. */
    const written = (name: string) =>
      details[name] ? <span {...textAttributes(text(name), locale)}>{text(name)}</span> : undefined;
    const plan = LICENCE_PLANS.find((known) => known === details['plan']);
    const until = (name: string) =>
      details[name] ? t('events.until', { date: dayOf(text(name), locale) }) : undefined;
    switch (kind) {
      case 'issued':
      case 'granted':
        return { title: t(`events.${kind}`, { plan: plan ? t(`plans.${plan}`) : '' }) };
      case 'renewed':
        return { title: t('events.renewed', { plan: plan ? t(`plans.${plan}`) : '' }), more: until('to') };
      case 'renewal_refunded':
        return { title: t('events.renewal_refunded'), more: until('to') };
      case 'bound':
        return { title: t('events.bound', { server: text('server') }), more: until('expires') };
      case 'offline_issued':
        return { title: t('events.offline_issued', { server: text('server') }), more: until('expires') };
      case 'offline_deactivated':
        return { title: t('events.offline_deactivated', { server: text('server') }) };
      case 'offline_released':
        return {
          title: t('events.offline_released', { server: text('server') }),
          more: written('note'),
        };
      case 'unbound':
        return {
          title: t('events.unbound', { server: text('server') }),
          more: details['reason'] ? (
            <>
              {t('events.unbound_reason', { reason: '' })}
              {written('reason')}
            </>
          ) : undefined,
        };
      case 'remark':
        return {
          title: details['remark']
            ? t('events.remark', { remark: text('remark') })
            : t('events.remark_removed'),
        };
      case 'transfer_offered':
      case 'transfer_cancelled':
      case 'transfer_declined':
        return { title: t(`events.${kind}`, { to: text('to') }) };
      case 'revoked':
        return {
          title: t(details['by'] === 'refund' ? 'events.revoked_refund' : 'events.revoked'),
          more: written('note'),
        };
      case 'transferred':
      case 'reinstated':
        return { title: t(`events.${kind}`) };
      default:
        return { title: t('events.other') };
    }
  };
}
