import { DescriptionList } from '../description-list/description-list.tsx';
import { story } from '../story.ts';
import { Card } from './card.tsx';

export default { component: Card };

export const Requirements = story((say) => (
  <div className="narrow">
    <Card title={say('系统要求', 'System requirements')}>
      <DescriptionList
        layout="rows"
        items={[
          { term: say('内存', 'Memory'), value: say('512 MB，另加数据', '512 MB, plus the data') },
          { term: say('磁盘', 'Disk'), value: say('200 MB，另加两倍数据', '200 MB, plus twice the data') },
        ]}
      />
    </Card>
  </div>
));
