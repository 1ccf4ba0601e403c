import { adShown, LocaleLink, useAppDispatch, useLocale } from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { dayOf, shanghaiDay, splitLocale } from '@yunduo/i18n';
import { focusNearest, Icon, wayTo } from '@yunduo/ui';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { hasCookie, writeCookie } from '@yunduo/session';
import { CHOICE_COOKIE_DAYS } from '@yunduo/validation';
import styles from './ad-strip.module.css';
import { useTranslations } from './words.ts';

const KEY = 'ad';

/**
 * Dismissal of an activity's strip by this visitor. The head script reads the same cookie (`server/intent-loader.ts`).
 */
export const adDismissal = {
  holds: (id: number): boolean => hasCookie(KEY, String(id)),
  keep: (id: number): void => writeCookie(KEY, String(id), CHOICE_COOKIE_DAYS * 86_400),
  /** On `<html>`, where the head script sets it before the first paint. */
  show(visible: boolean): void {
    const { dataset } = document.documentElement;
    if (visible) delete dataset['ad'];
    else dataset['ad'] = 'off';
  },
};

/**
 * The current activity, in one line above the pages. Every visitor is sent the same strip; a visitor who dismissed it
 * sees none until the next activity: the head script hides it before the first paint. Not on the activity's own page.
 */
export function AdStrip() {
  const t = useTranslations('frame');
  const locale = useLocale();
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { data: site } = useSiteInfoQuery();
  // An older API has no `activity`.
  const activity = splitLocale(pathname).path === '/activity' ? null : (site?.activity ?? null);
  const id = activity?.id;
  const strip = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const visible = id !== undefined && !adDismissal.holds(id);
    adDismissal.show(visible);
    dispatch(adShown(visible));
    return () => void dispatch(adShown(false));
  }, [id, dispatch]);

  if (!activity) return null;
  const { title, ends_at: end } = activity;
  // The end is exclusive: an activity that ends at midnight lasts until the day before.
  const last = new Date(Date.parse(end) - 1);
  const dismiss = () => {
    adDismissal.keep(activity.id);
    adDismissal.show(false);
    dispatch(adShown(false));
    // The strip is only hidden: the next visit has it in the page again.
    focusNearest(wayTo(strip.current));
  };
  return (
    <aside ref={strip} className={styles.ad} aria-label={t('ad.label')} data-ad={activity.id}>
      <div className={`wrap ${styles.row ?? ''}`}>
        <LocaleLink to="/activity" className={styles.link}>
          <b>{title}</b>{' '}
          <time dateTime={shanghaiDay(last)}>
            {t('ad.until', { date: dayOf(last.toISOString(), locale) })}
          </time>
        </LocaleLink>
        <button
          type="button"
          className={styles.dismiss}
          aria-label={t('ad.dismiss', { title })}
          onClick={dismiss}
        >
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}
