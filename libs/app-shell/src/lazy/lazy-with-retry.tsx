import type { Locale } from '@yunduo/i18n';
import { Button, buttonClass, EmptyState } from '@yunduo/ui';
import type { i18n } from 'i18next';
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { afterNextPaint } from '../common/next-paint.ts';
import { useI18n, useLocale, useSharedTranslations } from '../i18n/use-translations.ts';
import { showToast } from '../toasts/toast-store.ts';
import { loadChunk } from './load-chunk.ts';
import { loadWords, type WordModules } from './load-words.ts';

type Load<T> = () => Promise<T>;

/** Replaces a part that failed to load. */
export interface PartFailedProps {
  retrying: boolean;
  onRetry: () => void;
}

export interface LazyOptions {
  /** The part's words. */
  words?: WordModules;
  /** Name for the failure message, instead of the shell's text. */
  Failed?: ComponentType<PartFailedProps>;
}

export interface LazyProps {
  /** Placeholder until the part is loaded; nothing by default. */
  waiting?: ReactNode;
}

/**
 * The only way to lazy-load a component (a default export). If its files fail to load, the page stays: a part
 * with `onClose`, a dialog, closes with a message and is requested again when it is reopened; any other part
 * shows the failure in place, with a button to try again. (React's `lazy` caches a failure permanently and
 * replaces the page together with unsaved input.) A loaded part is kept.
 */
export function lazyWithRetry<P extends object>(
  load: Load<{ default: ComponentType<P> }>,
  { words, Failed = PartFailed }: LazyOptions = {},
): ComponentType<P & LazyProps> {
  const here: Partial<Record<Locale, ComponentType<P>>> = {};
  const fetchPart = async (locale: Locale, i18n: i18n | null) => {
    const [module] = await Promise.all([loadChunk(load), words && i18n && loadWords(i18n, words)]);
    here[locale] = module.default;
  };

  return function LazyPart({ waiting, ...rest }: P & LazyProps) {
    const props = rest as unknown as P;
    const locale = useLocale();
    const i18n = useI18n();
    const [, setTries] = useState(0);
    const [state, setState] = useState<'waiting' | 'failed' | 'retrying'>('waiting');
    const missed = useEffectEvent(() => {
      if (!('onClose' in props)) return setState('failed');
      showToast({ message: 'server_busy' }, { kind: 'error' });
      (props.onClose as () => void)();
    });
    useEffect(() => {
      if (here[locale]) return;
      let current = true;
      // Importing a file with its dependencies takes longer than drawing the pressed button.
      afterNextPaint(() => {
        if (!current) return;
        fetchPart(locale, i18n).then(
          () => current && setTries((tries) => tries + 1),
          () => current && missed(),
        );
      });
      return () => {
        current = false;
      };
    }, [locale, i18n]);
    const retry = async () => {
      setState('retrying');
      await fetchPart(locale, i18n).catch(() => undefined);
      setState('failed');
    };
    const Part = here[locale];
    if (Part) return <Part {...props} />;
    if (state !== 'waiting') return <Failed retrying={state === 'retrying'} onRetry={() => void retry()} />;
    return waiting;
  };
}

/** Reports that a part failed to load, with a way to retry; a deployment may have removed it. */
function PartFailed({ retrying, onRetry }: PartFailedProps): ReactNode {
  const t = useSharedTranslations('shell');
  const { pathname, search, hash } = useLocation();
  return (
    <EmptyState
      failed
      as="h3"
      title={t('part_failed')}
      action={
        <>
          <Button kind="line" busy={retrying} onClick={onRetry}>
            {t('error_again')}
          </Button>
          <a href={pathname + search + hash} className={buttonClass} data-kind="bare">
            {t('update_now')}
          </a>
        </>
      }
    >
      {t('part_failed_text')}
    </EmptyState>
  );
}
