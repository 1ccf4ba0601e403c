import type { AppDetail } from '@yunduo/api-contract';
import { Screenshots } from '@yunduo/ui';
import { useState } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { lazyWithRetry } from '../lazy/lazy-with-retry.tsx';

// The lightbox loads on first use. Without scripts the link opens the picture itself.
const Lightbox = lazyWithRetry(() => import('./lightbox.tsx'));

interface ShotsProps extends Pick<AppDetail, 'screenshots'> {
  /** Language of the captions, if it differs from the page's. */
  lang?: string | undefined;
}

/** The screenshots in a row; each opens in full size. */
export function Shots({ screenshots, lang }: ShotsProps) {
  const t = useSharedTranslations('appPage');
  const [open, setOpen] = useState<number | null>(null);
  if (screenshots.length === 0) return null;

  const items = screenshots.map(({ srcset, ...shot }) => ({ ...shot, srcSet: srcset, lang }));
  return (
    <section aria-labelledby="shots-h">
      <h2 id="shots-h" className="sr">
        {t('shots.heading')}
      </h2>
      <Screenshots label={t('shots.label', { count: items.length })} items={items} onOpen={setOpen} />
      {open !== null && (
        <Lightbox items={items} index={open} onIndex={setOpen} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}
