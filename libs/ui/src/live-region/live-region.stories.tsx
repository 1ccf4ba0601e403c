import { story } from '../story.ts';
import { LiveRegion } from './live-region.tsx';

export default { component: LiveRegion };

export const Regions = story((say) => (
  <div>
    <LiveRegion role="status">{say('找到 19 个应用。', '19 apps found.')}</LiveRegion>
    <LiveRegion role="alert" as="p">
      {say('没有保存。', 'Not saved.')}
    </LiveRegion>
  </div>
));
