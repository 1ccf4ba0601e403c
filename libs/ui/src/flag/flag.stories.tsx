import { story } from '../story.ts';
import { Flag } from './flag.tsx';

export default { component: Flag };

export const Letters = story(() => (
  <div className="row">
    {[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => (
      <Flag key={letter} appKey={letter} />
    ))}
  </div>
));

export const KeysOfOneLetter = story(() => (
  <ul className="row">
    {['swap-tuner', 'shell-notebook', 'slow-query-digest', 'server-diary'].map((appKey) => (
      <li key={appKey} className="row">
        <Flag appKey={appKey} />
        {appKey}
      </li>
    ))}
  </ul>
));
