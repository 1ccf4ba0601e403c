import { story } from '../story.ts';
import { SideNav } from './side-nav.tsx';

export default { component: SideNav };

export const Categories = story((say) => (
  <div className="narrow">
    <SideNav label={say('分类', 'Categories')}>
      <a href="#recommend">
        {say('推荐', 'Recommended')} <span className="num">48</span>
      </a>
      <a href="#system" aria-current="page">
        {say('系统', 'System')} <span className="num">126</span>
      </a>
      <a href="#runtime">
        {say('运行环境', 'Runtime')} <span className="num">83</span>
      </a>
      <a href="#practical">
        {say('实用工具', 'Utilities')} <span className="num">214</span>
      </a>
      <a href="#my">{say('我的', 'My apps')}</a>
    </SideNav>
  </div>
));
