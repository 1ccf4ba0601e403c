import { story } from '../story.ts';
import { StatusDot } from './status-dot.tsx';

export default { component: StatusDot };

export const Tones = story((say) => (
  <ul className="row">
    <li>
      <StatusDot />
      {say('正常', 'Fine')}
    </li>
    <li>
      <StatusDot tone="warn" />
      {say('留意', 'Look')}
    </li>
    <li>
      <StatusDot tone="bad" />
      {say('处理', 'Act')}
    </li>
    <li>
      <StatusDot tone="run" />
      {say('进行中', 'Running')}
    </li>
    <li>
      <StatusDot tone="none" />
      {say('等待', 'Waiting')}
    </li>
  </ul>
));
