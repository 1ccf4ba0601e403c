import { story } from '../story.ts';
import { Icon, icons, type IconName } from './icon.tsx';

export default { component: Icon };

export const All = story(() => (
  <ul className="row">
    {(Object.keys(icons) as IconName[]).map((name) => (
      <li key={name} className="row">
        <Icon name={name} />
        <span className="quiet">{name}</span>
      </li>
    ))}
  </ul>
));
