import type { ReviewDetail } from '@yunduo/api-contract';
import { useLocale, useLocalePath, useSharedTranslations } from '@yunduo/app-shell';
import { Notice } from '@yunduo/ui';
import { useTranslations } from '../../shell/words.ts';

/** Apps with confusingly similar names: shown before everything else. */
export function LookAlikes({ apps }: { apps: ReviewDetail['look_alikes'] }) {
  const t = useTranslations('review');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const path = useLocalePath();
  if (apps.length === 0) return null;
  return (
    <Notice tone="warn" title={t('alike.heading')}>
      <p>{t('alike.text', { count: apps.length })}</p>
      <ul>
        {apps.map(({ app_id, app_key, name, status }) => (
          <li key={app_id}>
            {status === 'published' ? (
              <a href={path(`/store/${app_id}`)} target="_blank" rel="noreferrer">
                {name[locale]}
                <span className="sr"> ({t('content.open')})</span>
              </a>
            ) : (
              name[locale]
            )}{' '}
            <span className="num">{app_key}</span> · {terms(`status.${status}`)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
