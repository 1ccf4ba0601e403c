import { Button, NotificationLayer, NotificationView } from '@yunduo/ui';
import { useSyncExternalStore } from 'react';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import { useOverlayZ } from '../overlay/use-overlay-z.ts';
import { dismissNotice, noticeStore, type Notice } from './notification-store.ts';

/** The region of notices, newest first. Once per layout. */
export function Notifications() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get, noticeStore.onServer);
  const zIndex = useOverlayZ(notices.length > 0);
  return (
    <div aria-live="polite" data-above-dialogs="">
      {notices.length > 0 && (
        <NotificationLayer zIndex={zIndex}>
          {[...notices].reverse().map((notice) => (
            <ShownNotice key={notice.key} notice={notice} />
          ))}
        </NotificationLayer>
      )}
    </div>
  );
}

function ShownNotice({ notice: { key, title, text, actions = [] } }: { notice: Notice }) {
  const t = useSharedTranslations('shell');
  const close = () => dismissNotice(key);
  return (
    <NotificationView
      title={title}
      closeLabel={t('close')}
      onClose={close}
      actions={
        actions.length > 0 &&
        actions.map(({ label, onSelect }, index) => (
          <Button
            key={label}
            kind={index === 0 ? 'primary' : 'bare'}
            size="sm"
            onClick={() => {
              close();
              onSelect();
            }}
          >
            {label}
          </Button>
        ))
      }
    >
      {text}
    </NotificationView>
  );
}
