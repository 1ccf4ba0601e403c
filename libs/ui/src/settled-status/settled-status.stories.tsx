import { story } from '../story.ts';
import { SettledStatus } from './settled-status.tsx';

export default { component: SettledStatus };

/** Heard, not seen: the count stands beside it. */
export const Count = story((say) => (
  <p className="quiet">
    {say('19 个应用', '19 apps')}
    <SettledStatus text={say('19 个应用', '19 apps')} />
  </p>
));
