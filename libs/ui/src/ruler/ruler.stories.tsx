import { story } from '../story.ts';
import { Ruler } from './ruler.tsx';

export default { component: Ruler };

export const HeadingRuler = story(() => <Ruler />);
