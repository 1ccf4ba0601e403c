import { useLocale, usePart } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import { Skeleton } from '@yunduo/ui';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { PartFailed } from '../../shell/part-failed.tsx';
import { useWords } from '../../shell/words.ts';
import { panelOf } from './panels.ts';

/**
 * A panel in files of its own, with the words of the page's language: the account opens without them. `words` are
 * modules that call `addWords`.
 */
export function lazyPanel<P extends object>(
  panel: () => Promise<{ default: ComponentType<P> }>,
  words: Readonly<Record<Locale, () => Promise<unknown>>>,
): ComponentType<P> {
  const here: Partial<Record<Locale, ComponentType<P>>> = {};
  const load = async (locale: Locale) => {
    const [module] = await Promise.all([panel(), words[locale]()]);
    return module;
  };
  return function LazyPanel(props: P) {
    const { Part, failed, busy, retry } = usePart(here, useLocale(), load);
    if (Part) return <Part {...props} />;
    return (
      <>
        <PanelName />
        {failed ? <PanelFailed busy={busy} onRetry={retry} /> : <PanelSkeleton />}
      </>
    );
  };
}

/** What the page is, until the panel says it itself. */
function PanelName() {
  const t = useWords('user');
  const [query] = useSearchParams();
  return <h1 className="sr">{t(`panel.${panelOf(query).words}`)}</h1>;
}

function PanelSkeleton() {
  const t = useWords('user');
  return <Skeleton label={t('loading')} shape="text" rows={4} />;
}

function PanelFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useWords('user');
  return (
    <PartFailed title={t('failed.panel')} retrying={busy} onRetry={onRetry}>
      {t('failed.panel_text')}
    </PartFailed>
  );
}
