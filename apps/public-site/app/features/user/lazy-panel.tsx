import { reloadGuard, useLocale } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import { Button, EmptyState, Skeleton } from '@yunduo/ui';
import { useEffect, useReducer, useState, type ComponentType } from 'react';
import { useWords } from '../../shell/words.ts';

/**
 * A panel in files of its own, with the words of the page's language: the account opens without them. `words` are
 * modules that call `addWords`. Where a file does not come, the panel says so in its place and asks again at a press.
 * (`lazy` would keep the failure for ever, and throw the account away.)
 */
export function lazyPanel<P extends object>(
  panel: () => Promise<{ default: ComponentType<P> }>,
  words: Readonly<Record<Locale, () => Promise<unknown>>>,
): ComponentType<P> {
  const here: Partial<Record<Locale, ComponentType<P>>> = {};
  const load = async (locale: Locale) => {
    const [module] = await reloadGuard.spare(() => Promise.all([panel(), words[locale]()]));
    here[locale] = module.default;
  };
  return function LazyPanel(props: P) {
    const locale = useLocale();
    const [, show] = useReducer((shown: number) => shown + 1, 0);
    const [failed, setFailed] = useState(false);
    const [busy, setBusy] = useState(false);
    useEffect(() => {
      if (here[locale]) return;
      load(locale).then(show, () => setFailed(true));
    }, [locale]);
    const Panel = here[locale];
    if (Panel) return <Panel {...props} />;
    if (!failed) return <PanelSkeleton />;
    const retry = async () => {
      setBusy(true);
      try {
        await load(locale);
        setFailed(false);
      } catch {
        // A deployment may have taken it away; nothing stands here that a reload could take.
        reloadGuard.reload();
      }
      setBusy(false);
    };
    return <PanelFailed busy={busy} onRetry={() => void retry()} />;
  };
}

function PanelSkeleton() {
  const t = useWords('user');
  return <Skeleton label={t('loading')} shape="text" rows={4} />;
}

function PanelFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useWords('user');
  return (
    <EmptyState
      failed
      title={t('failed.panel')}
      action={
        <Button kind="line" busy={busy} onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      }
    >
      {t('failed.panel_text')}
    </EmptyState>
  );
}
