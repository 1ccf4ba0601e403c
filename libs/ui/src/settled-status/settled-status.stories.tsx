import { story } from '../story.ts';
import { SettledStatus } from './settled-status.tsx';

export default { component: SettledStatus };

/** For screen readers only: the visible count is beside it. */
export const Count = story((say) => (
  <p className="quiet">
    {say('19 个应用', '19 apps')}
    <SettledStatus text={say('19 个应用', '19 apps')} />
  </p>
));
