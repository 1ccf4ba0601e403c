import { LoadingBarView } from '@yunduo/ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { onAppError } from '../errors/app-errors.ts';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { useRouteComing } from '../navigation/keep-page.ts';
import { createLoadingController, type LoadingView } from './loading-controller.ts';

/** The page's loading bar, driven by the router's navigation and by app errors. Once per layout. */
export function LoadingBar() {
  const t = useSharedTranslations('shell');
  const coming = useRouteComing();
  const busy = useNavigation().state !== 'idle' || coming;
  const [view, setView] = useState<LoadingView>({ state: 'hidden', progress: 0 });
  const controller = useRef<ReturnType<typeof createLoadingController>>(null);

  useEffect(() => {
    const bar = createLoadingController(setView);
    controller.current = bar;
    const stopListening = onAppError(bar.fail);
    return () => {
      stopListening();
      bar.stop();
    };
  }, []);

  useEffect(() => {
    if (busy) controller.current?.start();
    else controller.current?.finish();
  }, [busy]);

  return <LoadingBarView label={t('loading')} state={view.state} progress={view.progress} />;
}
