import { story } from '../story.ts';
import { Progress } from './progress.tsx';

export default { component: Progress };

export const States = story((say) => (
  <div className="narrow">
    <Progress label={say('刚开始', 'Just started')} share={0.04} />
    <Progress label={say('已过半', 'More than half')} share={0.62} />
    <Progress label={say('完成', 'Done')} share={1} />
    <Progress label={say('剩余时间未知', 'Remaining time unknown')} />
  </div>
));
