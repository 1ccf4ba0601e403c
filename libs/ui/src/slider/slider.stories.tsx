import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { story } from '../story.ts';
import { SliderView, type SliderState } from './slider.tsx';

export default { component: SliderView };

const svg = (inside: string, size: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">${inside}</svg>`)}`;
const picture = {
  background: svg(
    '<path fill="#0e3136" d="M0 0h480v240H0z"/><circle cx="360" cy="120" r="150" fill="none" stroke="#27b2bc" stroke-width="24"/><path fill="#060e10" d="M300 92h56v56h-56z"/>',
    '480 240',
  ),
  piece: svg('<path fill="#4cc4cd" stroke="#fff" stroke-width="2" d="M1 1h54v54H1z"/>', '56 56'),
  y: 92,
  width: 480,
  height: 240,
  pieceSize: 56,
};

type Say = (zh: string, en: string) => string;
const status = (state: SliderState, say: Say) =>
  ({
    prompt: say('把拼图拖进缺口，也可以用左右方向键', 'Drag the piece into the gap, or use the arrow keys'),
    verifying: say('正在验证', 'Verifying'),
    success: say('验证通过', 'Verified'),
    failed: say('验证失败，请重试', 'Verification failed, please try again'),
    'request-failed': say('请求失败', 'Request failed'),
  })[state];

function Puzzle({
  state,
  at,
  say,
  loaded = true,
}: {
  state: SliderState;
  at: number;
  say: Say;
  loaded?: boolean;
}) {
  const [value, setValue] = useState(at);
  return (
    <SliderView
      label={say('拖动滑块完成拼图', 'Move the piece into the gap')}
      state={state}
      status={status(state, say)}
      picture={loaded ? picture : null}
      value={value}
      onChange={setValue}
      onAnswer={() => undefined}
      words={{
        verify: say('验证', 'Verify'),
        left: (by) => say(`左移 ${by}`, `Move left by ${by}`),
        right: (by) => say(`右移 ${by}`, `Move right by ${by}`),
      }}
      action={
        state === 'request-failed' && (
          <Button kind="bare" size="sm">
            {say('重试', 'Try again')}
          </Button>
        )
      }
    />
  );
}

export const Prompt = story((say) => <Puzzle state="prompt" at={0} say={say} />);
export const Loading = story((say) => <Puzzle state="prompt" at={0} say={say} loaded={false} />);
export const States = story((say) => (
  <div className="two">
    <Puzzle state="verifying" at={300} say={say} />
    <Puzzle state="success" at={300} say={say} />
    <Puzzle state="failed" at={180} say={say} />
    <Puzzle state="request-failed" at={300} say={say} />
  </div>
));
