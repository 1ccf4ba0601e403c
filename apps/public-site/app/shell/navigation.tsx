import { LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { useSiteInfoQuery } from '@yunduo/data-access';
import { Icon, buttonClass } from '@yunduo/ui';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { currentEntry, type NavEntry, navigationEntries } from './navigation-map.ts';
import styles from './navigation.module.css';
import { useTranslations } from './words.ts';

/**
 * The top navigation. On a small screen it is behind a menu button, a native `details` that opens before any script has
 * run.
 */
export function Navigation() {
  const t = useTranslations('frame');
  const { data: site } = useSiteInfoQuery();
  const { pathname } = useLocation();
  const current = currentEntry(useMatches().at(-1)?.id);
  const menu = useRef<HTMLDetailsElement>(null);

  // A navigation closes the menu; the head script handles Escape and a press outside, whether or not this code runs.
  useEffect(() => () => menu.current?.removeAttribute('open'), [pathname]);

  return (
    <>
      <details ref={menu} className={styles.menu} data-over="">
        <summary className={buttonClass} data-kind="bare" data-icon-only="" aria-label={t('menu')}>
          <Icon name="menu" />
        </summary>
      </details>
      <nav className={styles.nav} aria-label={t('navigation')}>
        {navigationEntries(site?.links).map((entry) => (
          <Entry key={entry.key} entry={entry} current={entry.key === current?.key} />
        ))}
      </nav>
    </>
  );
}

function Entry({ entry: { key, to, kind, id }, current }: { entry: NavEntry; current: boolean }) {
  const t = useTranslations('frame');
  const path = useLocalePath();
  const name = t(`links.${key}`);
  const outside = kind === 'demo' || kind === 'forum';
  const props = {
    className: outside ? styles.outside : undefined,
    'aria-current': current ? ('page' as const) : undefined,
    'data-nav': id ?? undefined,
  };
  if (kind === 'page') {
    return (
      <LocaleLink to={to} {...props}>
        {name}
      </LocaleLink>
    );
  }
  // Another app or another site: a full page load instead of the router.
  return (
    <a href={path(to)} {...props}>
      {name}
    </a>
  );
}
