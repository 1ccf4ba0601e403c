import type { AppDetail } from '@yunduo/api-contract';
import { dayOf } from '@yunduo/i18n';
import { AppLogo, Badge, Breadcrumb, DescriptionList, type BadgeTone, type IconName } from '@yunduo/ui';
import type { ReactNode } from 'react';
import { LocaleLink } from '../i18n/locale-link.tsx';
import { useLocale, useSharedTranslations } from '../i18n/use-translations.ts';
import styles from './app-head.module.css';
import { foreignLang } from './foreign-lang.ts';

interface AppHeadProps {
  app: AppDetail;
  /** The product's name, as data. */
  product: string;
  /** Actions of the reader, after the badges. */
  children?: ReactNode;
}

/** Breadcrumb, name, badges and facts of the app. */
export function AppHead({ app, product, children }: AppHeadProps) {
  const t = useSharedTranslations('appPage');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  return (
    <>
      <Breadcrumb label={t('breadcrumb')}>
        <LocaleLink to="/store">{t('store')}</LocaleLink>
        <LocaleLink to={`/store?cate=${app.cate}`}>{app.cate_name}</LocaleLink>
        <span lang={foreignLang(app, 'name', locale)}>{app.name}</span>
      </Breadcrumb>
      <div className={styles.head}>
        <AppLogo appKey={app.app_key} src={app.logo} size={88} loading="eager" />
        <div className={styles.name}>
          <h1 lang={foreignLang(app, 'name', locale)}>{app.name}</h1>
          <p lang={foreignLang(app, 'intro', locale)}>{app.intro}</p>
          <div className={styles.badges}>
            <ExplainedBadge
              tone={app.source === 'official' ? 'ink' : 'neutral'}
              help={t(`badges.${app.source}_help`, { name: product })}
            >
              {terms(`source.${app.source}`)}
            </ExplainedBadge>
            {app.certified ? (
              <ExplainedBadge tone="brand" icon="check" help={t('badges.certified_help')}>
                {terms('badge.certified')}
              </ExplainedBadge>
            ) : (
              <ExplainedBadge tone="warn" help={t('badges.uncertified_help')}>
                {terms('badge.uncertified')}
              </ExplainedBadge>
            )}
            {app.free && (
              <ExplainedBadge tone="neutral" help={t('badges.free_help')}>
                {terms('badge.free')}
              </ExplainedBadge>
            )}
            {children}
          </div>
        </div>
        <DescriptionList
          layout="columns"
          className={styles.facts}
          items={[
            { term: t('facts.version'), value: <a href="#log">{app.version}</a> },
            { term: t('facts.size'), value: app.human_size },
            { term: t('facts.downloads'), value: app.human_download_num },
            {
              term: t('facts.updated'),
              value: <time dateTime={app.updated_at}>{dayOf(app.updated_at, locale)}</time>,
            },
          ]}
        />
      </div>
    </>
  );
}

interface ExplainedBadgeProps {
  tone: BadgeTone;
  icon?: IconName;
  /** The meaning of the badge, in one sentence. */
  help: string;
  children: string;
}

/**
 * A badge that explains itself when pressed, also without scripts; one is open at a time. The text overlays
 * the page and closes when the focus leaves it.
 */
function ExplainedBadge({ tone, icon, help, children }: ExplainedBadgeProps) {
  return (
    <details
      name="badge"
      className={styles.explained}
      data-over=""
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary>
        <Badge tone={tone} {...(icon && { icon })}>
          {children}
        </Badge>
      </summary>
      <p>{help}</p>
    </details>
  );
}
