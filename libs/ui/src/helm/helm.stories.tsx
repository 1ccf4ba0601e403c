import { story } from '../story.ts';
import { Helm } from './helm.tsx';

export default { component: Helm };

export const Mark = story((say) => (
  <div className="row">
    <Helm />
    <strong>{say('云舵', 'Yunduo')}</strong>
  </div>
));
