import { story } from '../story.ts';
import { Progress } from './progress.tsx';

export default { component: Progress };

export const States = story((say) => (
  <div className="narrow">
    <Progress label={say('刚开始', 'Just begun')} share={0.04} />
    <Progress label={say('过半', 'Past half')} share={0.62} />
    <Progress label={say('完成', 'Done')} share={1} />
    <Progress label={say('不知道还要多久', 'Nobody knows how long')} />
  </div>
));
