import type { PartFailedProps } from '@yunduo/app-shell';
import { Skeleton } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { PartFailed } from '../../shell/part-failed.tsx';
import { useTranslations } from '../../shell/words.ts';
import { panelOf } from './panels.ts';

/** Heading of the page until the panel renders its own. */
function PanelName() {
  const t = useTranslations('account');
  const [query] = useSearchParams();
  return <h1 className="sr">{t(`panel.${panelOf(query).words}`)}</h1>;
}

/** Placeholder of a panel until its chunk has loaded. Silent: the panel announces what it loads. */
export function PanelWaiting() {
  return (
    <>
      <PanelName />
      <Skeleton label="" shape="text" rows={4} />
    </>
  );
}

/** Error of a panel that failed to load. */
export function PanelFailed({ retrying, onRetry }: PartFailedProps) {
  const t = useTranslations('account');
  return (
    <>
      <PanelName />
      <PartFailed title={t('failed.panel')} retrying={retrying} onRetry={onRetry}>
        {t('failed.panel_text')}
      </PartFailed>
    </>
  );
}
