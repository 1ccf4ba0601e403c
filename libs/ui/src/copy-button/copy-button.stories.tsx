import { story } from '../story.ts';
import { CopyButtonView, type CopyState } from './copy-button.tsx';

export default { component: CopyButtonView };

const states: CopyState[] = ['idle', 'copied', 'failed'];

export const States = story((say) => {
  const words = {
    idle: say('复制命令', 'Copy command'),
    copied: say('已复制', 'Copied'),
    failed: say('复制失败', 'Copy failed'),
  };
  return (
    <div className="row">
      {states.map((state) => (
        <CopyButtonView key={state} state={state} words={words} onCopy={() => undefined} />
      ))}
      {states.map((state) => (
        <CopyButtonView key={state} state={state} words={words} onCopy={() => undefined} withText />
      ))}
    </div>
  );
});
