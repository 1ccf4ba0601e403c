import { story } from '../story.ts';
import { Timeline } from './timeline.tsx';

export default { component: Timeline };

export const Tones = story((say) => (
  <Timeline
    label={say('操作记录', 'History')}
    events={[
      {
        key: 3,
        title: say('审核员要求修改', 'The reviewer asked for changes'),
        at: '2026-11-20T02:00:00Z',
        when: say('2026年11月20日 10:00', '20 Nov 2026, 10:00'),
        tone: 'warn',
        children: <p>{say('截图里有真实的服务器地址。', 'A screenshot shows a real server address.')}</p>,
      },
      {
        key: 2,
        title: say('提交审核', 'Submitted for review'),
        at: '2026-11-18T02:00:00Z',
        when: say('2026年11月18日 10:00', '18 Nov 2026, 10:00'),
      },
      {
        key: 1,
        title: say('1.0.0 发布', '1.0.0 released'),
        at: '2026-10-01T02:00:00Z',
        when: say('2026年10月1日 10:00', '1 Oct 2026, 10:00'),
        tone: 'good',
      },
    ]}
  />
));
