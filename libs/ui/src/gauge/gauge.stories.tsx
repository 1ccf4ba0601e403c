import { story } from '../story.ts';
import { Gauge } from './gauge.tsx';

export default { component: Gauge };

export const Bearings = story(() => (
  <div className="row">
    <Gauge />
    <Gauge bearing={120} />
    <Gauge bearing={null} />
  </div>
));
