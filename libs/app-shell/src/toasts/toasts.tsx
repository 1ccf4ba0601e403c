import { LiveRegion, ToastView } from '@yunduo/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { useOverlayZ } from '../overlay/use-overlay-z.ts';
import { hideToast, toastStore, type Toast } from './toast-store.ts';

/**
 * The region of toasts. Once per layout. Both live regions stay in the page, so that screen readers announce
 * changes: a success politely, an error at once.
 */
export function Toasts() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.onServer);
  const shown = toast && <ShownToast key={toast.id} toast={toast} />;
  return (
    <div data-above-dialogs="">
      <div aria-live="polite">{toast?.kind === 'success' && shown}</div>
      <LiveRegion role="alert">{toast?.kind === 'error' && shown}</LiveRegion>
    </div>
  );
}

function ShownToast({ toast: { id, text, kind, duration } }: { toast: Toast }) {
  const t = useSharedTranslations('shell');
  const message = useSharedTranslations('messages');
  const zIndex = useOverlayZ();
  // Pointer or focus on a toast keeps it: the time restarts when both have left.
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hideToast(id), duration);
    return () => clearTimeout(timer);
  }, [held, id, duration]);
  return (
    <div
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <ToastView kind={kind} closeLabel={t('close')} onClose={() => hideToast(id)} zIndex={zIndex}>
        {typeof text === 'string' ? text : message(text.message)}
      </ToastView>
    </div>
  );
}
