import { Button } from '../button/button.tsx';
import { story } from '../story.ts';
import { SearchInput } from '../text-input/text-input.tsx';
import { PageHead } from './page-head.tsx';

export default { component: PageHead };

export const Store = story((say) => (
  <PageHead
    title={say('应用商店', 'App store')}
    lead={say('经过打包和测试的服务器软件。', 'Packaged and tested server software.')}
  >
    <form role="search" className="row">
      <SearchInput
        aria-label={say('搜索应用', 'Search apps')}
        placeholder={say('名称或用途', 'Name or purpose')}
      />
      <Button kind="line" type="submit">
        {say('搜索', 'Search')}
      </Button>
    </form>
  </PageHead>
));
