import { useLocale } from '@yunduo/app-shell';
import type { Locale } from '@yunduo/i18n';
import { Skeleton } from '@yunduo/ui';
import { lazy, Suspense, type ComponentType } from 'react';
import { useWords } from '../../shell/words.ts';

/**
 * A panel in files of its own, with the words of the page's language: the account opens without them. `words` are
 * modules that call `addWords`.
 */
export function lazyPanel<P extends object>(
  panel: () => Promise<{ default: ComponentType<P> }>,
  words: Readonly<Record<Locale, () => Promise<unknown>>>,
): ComponentType<P> {
  // `lazy` loses the props of a component that it knows by its type alone.
  const inLanguage = (locale: Locale) =>
    lazy(async () => {
      const [module] = await Promise.all([panel(), words[locale]()]);
      return module;
    }) as unknown as ComponentType<P>;
  const panels = { zh: inLanguage('zh'), en: inLanguage('en') };
  return function LazyPanel(props: P) {
    const t = useWords('user');
    const Panel = panels[useLocale()];
    return (
      <Suspense fallback={<Skeleton label={t('loading')} shape="text" rows={4} />}>
        <Panel {...props} />
      </Suspense>
    );
  };
}
