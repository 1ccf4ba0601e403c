import { Button, buttonClass } from '../button/button.tsx';
import { story } from '../story.ts';
import { EmptyState } from './empty-state.tsx';

export default { component: EmptyState };

export const EmptyAndFailed = story((say) => (
  <div className="two">
    <EmptyState
      title={say('还没有应用', 'No applications yet')}
      action={
        <a className={buttonClass} href="#new">
          {say('新建应用', 'New application')}
        </a>
      }
    >
      {say('做好一个，三个工作日内答复。', 'Submit one, and hear back within three working days.')}
    </EmptyState>
    <EmptyState
      failed
      title={say('列表没有加载出来', 'The list did not load')}
      action={<Button kind="line">{say('再试一次', 'Try again')}</Button>}
    >
      {say(
        '服务器 10 秒没有回答。筛选条件还在。',
        'The server did not answer within 10 s. Your filters are kept.',
      )}
    </EmptyState>
  </div>
));
