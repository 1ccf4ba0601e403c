import { story } from '../story.ts';
import { FileInput } from './file-input.tsx';

export default { component: FileInput };

export const States = story((say) => (
  <div className="narrow">
    <FileInput
      choose={say('选择文件', 'Choose file')}
      aria-label={say('请求文件', 'Request file')}
      accept=".json"
    />
  </div>
));
