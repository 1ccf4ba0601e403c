import type { PartFailedProps } from '@yunduo/app-shell';
import { Skeleton } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { PartFailed } from '../../shell/part-failed.tsx';
import { useWords } from '../../shell/words.ts';
import { panelOf } from './panels.ts';

/** What the page is, until the panel says it itself. */
function PanelName() {
  const t = useWords('account');
  const [query] = useSearchParams();
  return <h1 className="sr">{t(`panel.${panelOf(query).words}`)}</h1>;
}

/** What stands in the place of a panel until its files are here. */
export function PanelWaiting() {
  const t = useWords('account');
  return (
    <>
      <PanelName />
      <Skeleton label={t('loading')} shape="text" rows={4} />
    </>
  );
}

/** Says that a panel did not come. */
export function PanelFailed({ retrying, onRetry }: PartFailedProps) {
  const t = useWords('account');
  return (
    <>
      <PanelName />
      <PartFailed title={t('failed.panel')} retrying={retrying} onRetry={onRetry}>
        {t('failed.panel_text')}
      </PartFailed>
    </>
  );
}
