import type { AppCheck } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { isolate, textAttributes } from '@yunduo/i18n';
import { LiveRegion, Notice } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../../shell/words.ts';
import styles from './check-result.module.css';
import type { CheckedApp, ServerFacts } from './server-facts.ts';

interface CheckResultProps {
  app: CheckedApp;
  facts: ServerFacts;
  result: AppCheck;
}

const FACTS = ['os', 'os_version', 'arch', 'cores', 'mem_gb', 'disk_gb'] as const;

/** The result in a sentence, then the obstacles, then what could not be checked. */
export function CheckResult({ app, facts, result }: CheckResultProps) {
  const t = useTranslations('storeExtras');
  const locale = useLocale();
  const comma = locale === 'zh' ? '、' : ', ';
  const { missing, conflicting, unmet, unknown } = result;
  // Dependencies of the other installed apps are there already.
  const packages = result.packages.filter(({ needed_by }) => needed_by.app_key === app.app_key);
  // An app that has left the store since the page was opened was not checked.
  const checked = result.apps.some(({ app_key }) => app_key === app.app_key);
  const fits = checked && missing.length + conflicting.length + unmet.length === 0;
  const unsaid = FACTS.filter((fact) => facts[fact] === '').map((fact) => t(`check.${fact}`));
  return (
    <div className={styles.result}>
      <LiveRegion role="status">
        <Notice
          tone={fits ? 'good' : 'bad'}
          title={t(fits ? 'result.fits' : 'result.stops', { app: app.name })}
        >
          {fits && unsaid.length > 0 && <p>{t('result.unsaid', { facts: unsaid.join(comma) })}</p>}
        </Notice>
      </LiveRegion>
      <Part heading={t('result.unmet')} show={unmet.length > 0}>
        {unmet.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </Part>
      <Part heading={t('result.missing')} show={missing.length > 0}>
        {missing.map(({ id, name, app_key, constraint, listed_version, alternatives, needed_by, note }) => (
          <li key={`${app_key} ${needed_by.app_key}`}>
            <bdi>{id === null ? name : <LocaleLink to={`/store/${String(id)}`}>{name}</LocaleLink>}</bdi>{' '}
            {constraint && <span className="num">{constraint}</span>}
            <p className="quiet">
              {t('result.needed_by', { app: needed_by.name })}
              {listed_version !== null && ` ${t('result.other_version', { version: listed_version })}`}
              {alternatives.length > 0 &&
                ` ${t('result.instead', { apps: alternatives.map((one) => isolate(one.name)).join(comma) })}`}
            </p>
            {note && (
              <p className="quiet" {...textAttributes(note, locale)}>
                {note}
              </p>
            )}
          </li>
        ))}
      </Part>
      <Part heading={t('result.conflicting')} show={conflicting.length > 0}>
        {conflicting.map(({ apps, note }) => (
          <li key={apps.map(({ app_key, version }) => app_key + version).join()}>
            {apps.map(({ name, version }) => `${isolate(name)} ${version}`).join(' × ')}
            {note && (
              <p className="quiet" {...textAttributes(note, locale)}>
                {note}
              </p>
            )}
          </li>
        ))}
      </Part>
      <Part heading={t('result.packages')} show={packages.length > 0}>
        {packages.map(({ name, constraint }) => (
          <li key={name}>
            <bdi>{name}</bdi> {constraint && <span className="num">{constraint}</span>}
          </li>
        ))}
      </Part>
      <Part heading={t('result.unknown')} show={unknown.length > 0}>
        {unknown.map(({ app_key, version, withdrawn, unpublished }) => (
          <li key={`${app_key} ${version ?? ''}`}>
            <code translate="no">{version === null ? app_key : `${app_key} ${version}`}</code>
            {withdrawn !== undefined && (
              <p className="quiet" {...textAttributes(withdrawn, locale)}>
                {t('result.withdrawn', { reason: withdrawn })}
              </p>
            )}
            {unpublished && <Unpublished {...unpublished} />}
          </li>
        ))}
      </Part>
    </div>
  );
}

/** An app that its developer has unpublished, and the one that replaces it. */
function Unpublished({ name, replaced_by: other }: NonNullable<AppCheck['unknown'][number]['unpublished']>) {
  const t = useTranslations('storeExtras');
  return (
    <p className="quiet">
      {t('result.unpublished', { app: name })}
      {other && (
        <>
          {' '}
          <LocaleLink to={`/store/${String(other.id)}`}>
            {t('result.replaced', { app: isolate(other.name) })}
          </LocaleLink>
        </>
      )}
    </p>
  );
}

function Part({ heading, show, children }: { heading: string; show: boolean; children: ReactNode }) {
  if (!show) return null;
  return (
    <section>
      <h3>{heading}</h3>
      <ul>{children}</ul>
    </section>
  );
}
