import { story } from '../story.ts';
import { Countdown } from './countdown.tsx';

export default { component: Countdown };

export const Activity = story((say) => (
  <Countdown
    label={say('距结束还有 3 天 14 小时 25 分', 'Ends in 3 days 14 hours 25 minutes')}
    parts={[
      { value: 3, unit: say('天', 'days') },
      { value: 14, unit: say('小时', 'hours') },
      { value: 25, unit: say('分', 'minutes') },
    ]}
  />
));
