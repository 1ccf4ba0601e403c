import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { afterPaint } from '../common/after-paint.ts';
import { showToast } from '../toasts/toast-store.ts';
import { reloadGuard } from '../updates/reload-guard.ts';

/**
 * A dialog in a file of its own, the default export: only who opens it pays for it. Where the file does not come, a
 * message says so and the dialog closes; opened again, it is asked for anew. (`lazy` would keep the failure for ever,
 * and throw the page away with all that is typed on it.)
 */
export function onDemand<P extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  let Dialog: ComponentType<P> | undefined;
  return function OnDemand(props: P) {
    const [, setHere] = useState(!!Dialog);
    const close = useEffectEvent(() => props.onClose());
    useEffect(() => {
      if (Dialog) return;
      // To ask for a file with all it needs costs more than the picture of the button that was pressed.
      afterPaint(() => {
        reloadGuard.spare(load).then(
          (module) => {
            Dialog = module.default;
            setHere(true);
          },
          () => {
            showToast({ message: 'server_busy' }, { kind: 'error' });
            close();
          },
        );
      });
    }, []);
    return Dialog && <Dialog {...props} />;
  };
}
