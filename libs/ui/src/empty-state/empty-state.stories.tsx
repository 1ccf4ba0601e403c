import { Button, buttonClass } from '../button/button.tsx';
import { story } from '../story.ts';
import { EmptyState } from './empty-state.tsx';

export default { component: EmptyState };

export const EmptyAndFailed = story((say) => (
  <div className="two">
    <EmptyState
      title={say('暂无应用', 'No apps yet')}
      action={
        <a className={buttonClass} href="#new">
          {say('新建应用', 'New app')}
        </a>
      }
    >
      {say(
        '提交第一个应用，三个工作日内答复。',
        'Submit your first app and get a reply within three working days.',
      )}
    </EmptyState>
    <EmptyState
      failed
      title={say('列表加载失败', 'The list could not be loaded')}
      action={<Button kind="line">{say('重试', 'Try again')}</Button>}
    >
      {say(
        '服务器 10 秒没有回答。筛选条件还在。',
        'The server did not answer within 10 s. Your filters are kept.',
      )}
    </EmptyState>
  </div>
));
