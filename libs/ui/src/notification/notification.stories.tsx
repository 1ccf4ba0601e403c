import { Button } from '../button/button.tsx';
import { story } from '../story.ts';
import { NotificationLayer, NotificationView } from './notification.tsx';

export default { component: NotificationView };

export const Corner = story((say) => (
  <NotificationLayer>
    <NotificationView
      title={say('云舵 6.2.1 出来了', 'Yunduo 6.2.1 is out')}
      onClose={() => undefined}
      closeLabel={say('关闭更新通知', 'Close the update notification')}
      actions={
        <>
          <Button size="sm">{say('刷新', 'Reload')}</Button>
          <Button kind="bare" size="sm">
            {say('以后再说', 'Later')}
          </Button>
        </>
      }
    >
      {say(
        '刷新即可使用。这一页填过的内容会留着。',
        'Reload to get it. What you have typed on this page is kept.',
      )}
    </NotificationView>
    <NotificationView
      title={say('审核通过：Fathom Backup 1.4.1', 'Fathom Backup 1.4.1 passed review')}
      onClose={() => undefined}
      closeLabel={say('关闭审核通知', 'Close the review notification')}
    />
  </NotificationLayer>
));
