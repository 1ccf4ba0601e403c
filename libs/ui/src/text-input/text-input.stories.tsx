import { story } from '../story.ts';
import { SearchInput, TextArea, TextInput } from './text-input.tsx';

export default { component: TextInput };

export const States = story((say) => (
  <div className="narrow">
    <TextInput aria-label={say('空', 'Empty')} placeholder="name@example.com" />
    <TextInput aria-label={say('有误', 'At fault')} aria-invalid defaultValue="name@" />
    <TextInput aria-label={say('停用', 'Disabled')} disabled defaultValue="user@yunduo.test" />
    <SearchInput
      aria-label={say('搜索', 'Search')}
      placeholder={say('名称或用途，例如“缓存”', 'Name or purpose, such as “cache”')}
    />
    <TextArea
      aria-label={say('说明', 'Description')}
      defaultValue={say('第一行\n第二行', 'First line\nSecond line')}
    />
  </div>
));
