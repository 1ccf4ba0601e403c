import { story } from '../story.ts';
import { LoadingBarView } from './loading-bar.tsx';

export default { component: LoadingBarView };

export const Loading = story((say) => (
  <LoadingBarView label={say('正在打开', 'Loading page')} state="loading" progress={62} />
));
export const Finished = story((say) => (
  <LoadingBarView label={say('正在打开', 'Loading page')} state="finished" progress={100} />
));
export const Failed = story((say) => (
  <LoadingBarView label={say('正在打开', 'Loading page')} state="error" progress={62} />
));
