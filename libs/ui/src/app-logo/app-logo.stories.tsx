import { story } from '../story.ts';
import { AppLogo } from './app-logo.tsx';

export default { component: AppLogo };

const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 3 4 7.500v9L12 21l8-4.500v-9z"/></svg>',
)}`;

export const WithAndWithoutLogo = story(() => (
  <ul className="row">
    <li className="row">
      <AppLogo appKey="nginx" src={logo} />
      Nginx
    </li>
    <li className="row">
      <AppLogo appKey="redis" src={null} />
      Redis
    </li>
  </ul>
));
