import { UPDATE_CHECK_INTERVAL } from '@yunduo/validation';
import { useEffect } from 'react';
import { useSharedWords } from '../i18n/use-words.ts';
import { notify } from '../notifications/notification-store.ts';
import { watchBuilds } from './watch-builds.ts';

export interface UpdateCheckProps {
  /** Id of the build that runs here; without one (in development) nothing is asked. */
  buildId: string | undefined;
  /** Where the app's `builds` folder lives: `/developer-center` for the console. */
  base?: string;
  /** A newer build that the head's script noticed before the application ran. */
  seen?: string;
}

/** Tells the visitor when a new build is out (R1.12). Once per layout. */
export function UpdateCheck({ buildId, base = '', seen }: UpdateCheckProps) {
  const t = useSharedWords('shell');
  useEffect(() => {
    if (!buildId) return;
    return watchBuilds({
      url: `${base}/builds/latest.json`,
      buildId,
      seen,
      interval: UPDATE_CHECK_INTERVAL,
      onNewBuild: () =>
        notify({
          key: 'update',
          title: t('update_title'),
          text: t('update_text'),
          actions: [
            { label: t('update_now'), onSelect: () => location.reload() },
            { label: t('update_later'), onSelect: () => undefined },
          ],
        }),
    });
  }, [buildId, base, seen, t]);
  return null;
}
