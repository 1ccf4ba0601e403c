import { story } from '../story.ts';
import { Skeleton } from './skeleton.tsx';

export default { component: Skeleton };

export const Shapes = story((say) => (
  <div className="two">
    <Skeleton label={say('正在加载应用', 'Loading apps')} rows={3} />
    <Skeleton label={say('正在加载', 'Loading')} shape="text" rows={2} />
    <Skeleton label={say('正在加载订单', 'Loading orders')} shape="table" rows={3} />
  </div>
));
