import { story } from '../story.ts';
import { Flag } from './flag.tsx';

export default { component: Flag };

export const Letters = story(() => (
  <div className="row">
    {[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => (
      <Flag key={letter} name={letter} />
    ))}
  </div>
));

export const OtherNames = story((say) => (
  <ul className="row">
    {['宝塔面板', '数据库', '7-Zip', say('云监控', 'Zabbix')].map((name) => (
      <li key={name} className="row">
        <Flag name={name} />
        {name}
      </li>
    ))}
  </ul>
));
