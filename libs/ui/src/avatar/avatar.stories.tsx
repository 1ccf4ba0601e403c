import { story } from '../story.ts';
import { Avatar } from './avatar.tsx';

export default { component: Avatar };

const face = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#125d64" d="M0 0h40v40H0z"/><circle cx="20" cy="16" r="7" fill="#d2eff1"/><path fill="#d2eff1" d="M6 40c1-10 8-14 14-14s13 4 14 14z"/></svg>',
)}`;

export const PictureAndInitial = story((say) => (
  <div className="row">
    <Avatar name={say('林薇', 'Lin Wei')} src={face} />
    <span>{say('林薇', 'Lin Wei')}</span>
    <Avatar name={say('林薇', 'Lin Wei')} />
    <span>{say('林薇', 'Lin Wei')}</span>
  </div>
));
