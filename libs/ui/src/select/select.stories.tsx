import { story } from '../story.ts';
import { Select } from './select.tsx';

export default { component: Select };

export const States = story((say) => (
  <div className="narrow">
    <Select aria-label={say('排序', 'Sort by')}>
      <option>{say('下载最多', 'Most downloaded')}</option>
      <option>{say('最近更新', 'Recently updated')}</option>
    </Select>
    <Select aria-label={say('停用', 'Disabled')} disabled>
      <option>{say('保密', 'Secret')}</option>
    </Select>
    <Select aria-label={say('有误', 'At fault')} aria-invalid>
      <option>{say('请选择', 'Choose one')}</option>
    </Select>
  </div>
));
