import { story } from '../story.ts';
import { Breadcrumb } from './breadcrumb.tsx';

export default { component: Breadcrumb };

export const Way = story((say) => (
  <Breadcrumb label={say('当前位置', 'Breadcrumb')}>
    <a href="#store">{say('应用商店', 'App store')}</a>
    <a href="#runtime">{say('运行环境', 'Runtime')}</a>
    Nginx
  </Breadcrumb>
));
