import { LightboxView, type Screenshot } from '@yunduo/ui';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { useOverlayZ } from '../overlay/use-overlay-z.ts';

interface LightboxProps {
  items: readonly Screenshot[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** A full-size screenshot over the page, in the overlay order. */
export default function Lightbox({ items, index, onIndex, onClose }: LightboxProps) {
  const t = useSharedTranslations('appPage');
  const zIndex = useOverlayZ();
  return (
    <LightboxView
      words={{
        label: t('shots.heading'),
        close: t('shots.close'),
        previous: t('shots.previous'),
        next: t('shots.next'),
        position: t('shots.position', { n: index + 1, count: items.length }),
      }}
      items={items}
      index={index}
      onIndex={onIndex}
      onClose={onClose}
      zIndex={zIndex}
    />
  );
}
