import { story } from '../story.ts';
import { LetterTile } from './letter-tile.tsx';

export default { component: LetterTile };

export const Letters = story(() => (
  <div className="row">
    {[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => (
      <LetterTile key={letter} appKey={letter} />
    ))}
  </div>
));

export const KeysOfOneLetter = story(() => (
  <ul className="row">
    {['swap-tuner', 'shell-notebook', 'slow-query-digest', 'server-diary'].map((appKey) => (
      <li key={appKey} className="row">
        <LetterTile appKey={appKey} />
        {appKey}
      </li>
    ))}
  </ul>
));
