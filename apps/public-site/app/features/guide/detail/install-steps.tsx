import type { AppDetail } from '@yunduo/api-contract';
import { CopyButton, LocaleLink, useLocale } from '@yunduo/app-shell';
import type { ReactNode } from 'react';
import { hasPage } from '../../../route-map.ts';
import { useWords } from '../../../shell/words.ts';
import styles from './install-steps.module.css';

/** What to press in the client, in order; what the app needs and cannot bear is a step of its own. */
export function InstallSteps({ app }: { app: AppDetail }) {
  const t = useWords('guide');
  const names = useNames();
  const needed = app.dependencies.filter(({ id }) => id !== null);
  return (
    <ol className={styles.steps}>
      <Step heading={t('steps.connect')}>
        {t('steps.connect_text', { app: app.name })}{' '}
        {hasPage('client-download') && <LocaleLink to="/client-download">{t('steps.download')}</LocaleLink>}
      </Step>
      {needed.length > 0 && (
        <Step heading={t('steps.needs', { apps: names(needed, 'conjunction') })}>
          {t('steps.needs_text', { app: app.name })}
        </Step>
      )}
      {app.conflicts.length > 0 && (
        <Step heading={t('steps.clashes', { apps: names(app.conflicts, 'disjunction') })}>
          {t('steps.clashes_text', { app: app.name })}
        </Step>
      )}
      <Step heading={t('steps.find')}>
        {t('steps.find_text')}
        <span className={styles.key}>
          <code translate="no">{app.app_key}</code>
          <CopyButton text={app.app_key} label={t('steps.copy')} withText />
        </span>
      </Step>
      <Step heading={t('steps.pick')}>{t('steps.pick_text', { version: app.version })}</Step>
      <Step heading={t('steps.watch')}>{t('steps.watch_text')}</Step>
    </ol>
  );
}

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <li>
      <h3>{heading}</h3>
      <div>{children}</div>
    </li>
  );
}

/** `MySQL、Redis`, or in English `MySQL and Redis` and `MySQL or Redis`. */
function useNames() {
  const zh = useLocale() === 'zh';
  return (relations: AppDetail['dependencies'], type: 'conjunction' | 'disjunction') => {
    const names = relations.map(({ name }) => name);
    return zh ? names.join('、') : new Intl.ListFormat('en-GB', { type }).format(names);
  };
}
