import type { AppItem } from '@yunduo/api-contract';
import { foreignLang, LocaleLink, useLocale, useSharedWords } from '@yunduo/app-shell';
import { AppLogo, Badge, Meta } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { dayOf } from '@yunduo/i18n';
import styles from './app-list.module.css';

/** The apps of one page. */
export function AppList({ apps }: { apps: readonly AppItem[] }) {
  return (
    <ul className={styles.apps}>
      {apps.map((app) => (
        <AppRow key={app.id} app={app} />
      ))}
    </ul>
  );
}

function AppRow({ app }: { app: AppItem }) {
  const t = useWords('store');
  const terms = useSharedWords('storeTerms');
  const locale = useLocale();
  return (
    <li className={styles.app}>
      <AppLogo appKey={app.app_key} src={app.logo} size={56} />
      <div className={styles.name}>
        <h3>
          <LocaleLink to={`/store/${String(app.id)}`} lang={foreignLang(app, 'name', locale)}>
            {app.name}
          </LocaleLink>
        </h3>
        {app.source !== 'official' && <Badge>{terms(`source.${app.source}`)}</Badge>}
        {app.certified && <Badge tone="brand">{terms('badge.certified')}</Badge>}
      </div>
      <p className={styles.intro} lang={foreignLang(app, 'intro', locale)}>
        {app.intro}
      </p>
      <Meta
        items={[
          { term: t('item.version'), value: app.version },
          { term: t('item.size'), value: app.human_size },
          { term: t('item.downloads'), value: `↓ ${app.human_download_num}` },
          {
            term: t('item.updated'),
            value: <time dateTime={app.updated_at}>{dayOf(app.updated_at, locale)}</time>,
          },
        ]}
      />
    </li>
  );
}
