import type { PrivateVersion } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Badge } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';
import styles from './private-deployment.module.css';

/** Every version that is offered; each has its address. */
export function Versions({ versions, shown }: { versions: readonly PrivateVersion[]; shown: string }) {
  const t = useWords('privateDeployment');
  const locale = useLocale();
  return (
    <nav aria-labelledby="versions-h">
      <h2 id="versions-h">{t('versions')}</h2>
      <ul className={styles.versions}>
        {versions.map(({ version, published_at, current }) => (
          <li key={version}>
            <LocaleLink
              to={current ? '/private' : `/private?version=${version}`}
              aria-current={version === shown ? 'page' : undefined}
            >
              <span className="num">{version}</span>
              <time dateTime={published_at}>{dayOf(published_at, locale)}</time>
            </LocaleLink>
            {current && <Badge tone="brand">{t('current')}</Badge>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
