import { story } from '../story.ts';
import { Dial } from './dial.tsx';

export default { component: Dial };

export const Bearings = story(() => (
  <div className="row">
    <Dial />
    <Dial bearing={120} />
    <Dial bearing={null} />
  </div>
));
