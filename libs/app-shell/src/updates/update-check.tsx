import { UPDATE_CHECK_INTERVAL } from '@yunduo/validation';
import { useEffect } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { noticeStore, notify } from '../notifications/notification-store.ts';
import { reportedBuilds, watchBuilds } from './watch-builds.ts';

export interface UpdateCheckProps {
  /** The id of the running build; without one (in development) nothing is requested. */
  buildId: string | undefined;
  /** The path of the app's `builds` folder: `/developer-center` for the console. */
  base?: string;
  /** A newer build that the head script found before the application ran. */
  seen?: string;
}

/** Tells the visitor about a new build (R1.12). Once per layout. */
export function UpdateCheck({ buildId, base = '', seen }: UpdateCheckProps) {
  const t = useSharedTranslations('shell');
  useEffect(() => {
    if (!buildId) return;
    return watchBuilds({
      url: `${base}/builds/latest.json`,
      buildId,
      seen,
      interval: UPDATE_CHECK_INTERVAL,
      onNewBuild: (id) => {
        // Closed before this frame, as after a change of language. One that is open gets the frame's words.
        if (reportedBuilds.has(id) && !noticeStore.get().some(({ key }) => key === 'update')) return;
        reportedBuilds.add(id);
        notify({
          key: 'update',
          title: t('update_title'),
          text: t('update_text'),
          actions: [
            { label: t('update_now'), onSelect: () => location.reload() },
            { label: t('update_later'), onSelect: () => undefined },
          ],
        });
      },
    });
  }, [buildId, base, seen, t]);
  return null;
}
