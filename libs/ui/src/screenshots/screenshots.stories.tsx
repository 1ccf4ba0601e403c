import { story } from '../story.ts';
import { sampleShots } from './sample-shots.ts';
import { Screenshots } from './screenshots.tsx';

export default { component: Screenshots };

export const Row = story((say) => <Screenshots label={say('截图', 'Screenshots')} items={sampleShots} />);
