import { Button } from '../button/button.tsx';
import { story } from '../story.ts';
import { SearchInput } from '../text-input/text-input.tsx';
import { PageHead } from './page-head.tsx';

export default { component: PageHead };

export const Store = story((say) => (
  <PageHead
    title={say('应用商店', 'App store')}
    lead={say(
      '打包好、检查过的服务器软件。选好服务器，再装。',
      'Software for your servers, tested before it is listed.',
    )}
  >
    <form role="search" className="row">
      <SearchInput
        aria-label={say('搜索应用', 'Search the store')}
        placeholder={say('名字或用途', 'Name or purpose')}
      />
      <Button kind="line" type="submit">
        {say('搜索', 'Search')}
      </Button>
    </form>
  </PageHead>
));
