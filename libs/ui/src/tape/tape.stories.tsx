import { story } from '../story.ts';
import { Tape } from './tape.tsx';

export default { component: Tape };

export const HeadingTape = story(() => <Tape />);
