import { story } from '../story.ts';
import { Badge } from './badge.tsx';

export default { component: Badge };

export const Tones = story((say) => (
  <div className="row">
    <Badge tone="ink">{say('官方', 'Official')}</Badge>
    <Badge tone="brand" icon="check">
      {say('已认证', 'Certified')}
    </Badge>
    <Badge>{say('社区', 'Community')}</Badge>
    <Badge tone="good">{say('已上架', 'Published')}</Badge>
    <Badge tone="warn">{say('待发布', 'Pending release')}</Badge>
    <Badge tone="bad">{say('已结束', 'Ended')}</Badge>
  </div>
));
