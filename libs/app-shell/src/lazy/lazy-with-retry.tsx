import type { Locale } from '@yunduo/i18n';
import { Button, buttonClass, EmptyState } from '@yunduo/ui';
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { afterPaint } from '../common/after-paint.ts';
import { useLocale, useSharedWords } from '../i18n/use-words.ts';
import { showToast } from '../toasts/toast-store.ts';
import { loadChunk } from './load-chunk.ts';

type Load<T> = () => Promise<T>;

/** What stands in the place of a part that did not come. */
export interface PartFailedProps {
  retrying: boolean;
  onRetry: () => void;
}

export interface LazyOptions {
  /** Modules that bring the words of the part, in the language of the page: they call `addWords`. */
  words?: Readonly<Record<Locale, Load<unknown>>>;
  /** What says that it did not come, instead of the shell's own words. */
  Failed?: ComponentType<PartFailedProps>;
}

export interface LazyProps {
  /** What stands in its place until it is here; nothing by default. */
  waiting?: ReactNode;
}

/**
 * The one way to a component in files of its own, the default export: only who needs it pays for it. Where they do not
 * come the page stays: what takes `onClose`, a dialog, closes with a message and is asked for again when it is opened
 * again; any other part says so in its place and is asked for again at a press. (React's `lazy` keeps a failure for ever
 * and throws the page away with all that is typed on it.) What came once stays.
 */
export function lazyWithRetry<P extends object>(
  load: Load<{ default: ComponentType<P> }>,
  { words, Failed = PartFailed }: LazyOptions = {},
): ComponentType<P & LazyProps> {
  const here: Partial<Record<Locale, ComponentType<P>>> = {};
  const fetchPart = (locale: Locale) =>
    loadChunk(async () => {
      const [module] = await Promise.all([load(), words?.[locale]()]);
      here[locale] = module.default;
    });

  return function LazyPart({ waiting, ...rest }: P & LazyProps) {
    const props = rest as unknown as P;
    const locale = useLocale();
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
      // To ask for a file with all it needs costs more than the picture of the button that was pressed.
      afterPaint(() => {
        if (!current) return;
        fetchPart(locale).then(
          () => current && setTries((tries) => tries + 1),
          () => current && missed(),
        );
      });
      return () => {
        current = false;
      };
    }, [locale]);
    const retry = async () => {
      setState('retrying');
      await fetchPart(locale).catch(() => undefined);
      setState('failed');
    };
    const Part = here[locale];
    if (Part) return <Part {...props} />;
    if (state !== 'waiting') return <Failed retrying={state === 'retrying'} onRetry={() => void retry()} />;
    return waiting;
  };
}

/** Says that a part did not come, with the way to ask for it again; a deployment may have taken it away. */
function PartFailed({ retrying, onRetry }: PartFailedProps): ReactNode {
  const t = useSharedWords('shell');
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
