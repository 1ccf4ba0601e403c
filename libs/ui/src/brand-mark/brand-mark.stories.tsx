import { story } from '../story.ts';
import { BrandMark } from './brand-mark.tsx';

export default { component: BrandMark };

export const Mark = story((say) => (
  <div className="row">
    <BrandMark />
    <strong>{say('云舵', 'Yunduo')}</strong>
  </div>
));
