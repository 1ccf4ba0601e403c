import { useId, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { LiveRegion } from '../live-region/live-region.tsx';
import { StatusDot, type StatusTone } from '../status-dot/status-dot.tsx';
import styles from './slider.module.css';
import { useSliderHand, type SliderAnswer } from './use-slider-hand.ts';

export type SliderState = 'prompt' | 'verifying' | 'success' | 'failed' | 'request-failed';

/** The puzzle as the server sends it; lengths in logical pixels of the picture. */
export interface SliderPicture {
  background: string;
  piece: string;
  y: number;
  width: number;
  height: number;
  pieceSize: number;
}

export interface SliderWords {
  verify: string;
  /** Labels of the step buttons; they say how far a press moves the piece. */
  left: (by: number) => string;
  right: (by: number) => string;
}

interface SliderViewProps {
  label: string;
  state: SliderState;
  /** The sentence of the status; announced when it changes. */
  status: ReactNode;
  /** Undefined while it is loading. */
  picture: SliderPicture | null;
  /** Position of the piece, in logical pixels. */
  value: number;
  onChange: (value: number) => void;
  /** Called when a drag ends, or on Enter or the verify button. */
  onAnswer: (answer: SliderAnswer) => void;
  words: SliderWords;
  /** An action, such as "try again", beside the status. */
  action?: ReactNode;
}

const tones: Record<SliderState, StatusTone | null> = {
  prompt: null,
  verifying: 'run',
  success: 'good',
  failed: 'bad',
  'request-failed': 'bad',
};

const blank = { width: 480, height: 240, pieceSize: 56 };

/**
 * Coarse and fine, in logical pixels: the server tolerates 3, and every position is at most 25 presses away.
 */
const steps = { coarse: 20, fine: 2 };

/**
 * The slider captcha: a native range input under its picture. Releasing a drag submits. A press on the track,
 * step buttons, arrow keys (1 logical pixel, with Shift or Page keys 10) and assistive technology move the
 * piece, and the verify button submits (WCAG 2.5.1, 2.5.7).
 */
export function SliderView({
  label,
  state,
  status,
  picture,
  value,
  onChange,
  onAnswer,
  words,
  action,
}: SliderViewProps) {
  const id = useId();
  const { width, height, pieceSize } = picture ?? blank;
  const max = width - pieceSize;
  const free = picture !== null && (state === 'prompt' || state === 'failed');
  const hand = useSliderHand({ puzzle: picture?.background, value, max, free, onChange, onAnswer });
  const tone = tones[state];
  return (
    <div className={styles.slider} data-state={state}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <svg
          className={styles.picture}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          aria-hidden="true"
        >
          {picture && (
            <>
              <image href={picture.background} width={width} height={height} />
              <image href={picture.piece} x={value} y={picture.y} width={pieceSize} height={pieceSize} />
            </>
          )}
        </svg>
        <div className={styles.track}>
          {/* `disabled` would drop the focus in the middle of an attempt. */}
          <input
            id={id}
            type="range"
            min={0}
            max={max}
            step={1}
            value={value}
            aria-describedby={`${id}-status`}
            aria-disabled={!free || undefined}
            {...hand.range}
          />
        </div>
      </div>
      <div className={styles.hand}>
        {([-steps.coarse, -steps.fine, steps.fine, steps.coarse] as const).map((by) => (
          <Button
            key={by}
            kind="line"
            iconOnly
            aria-label={by < 0 ? words.left(-by) : words.right(by)}
            aria-disabled={!free || undefined}
            onClick={({ timeStamp }) => hand.step(by, timeStamp)}
          >
            <Icon name={by < 0 ? 'left' : 'right'} />
            {Math.abs(by) === steps.coarse && <Icon name={by < 0 ? 'left' : 'right'} />}
          </Button>
        ))}
        <Button
          className={styles.verify}
          busy={state === 'verifying'}
          aria-disabled={!free || value === 0 || undefined}
          onClick={({ timeStamp }) => hand.verify(timeStamp)}
        >
          {words.verify}
        </Button>
      </div>
      <p className={styles.status}>
        <LiveRegion role="status" as="span" id={`${id}-status`}>
          {tone && <StatusDot tone={tone} />}
          {status}
        </LiveRegion>
        {action}
      </p>
    </div>
  );
}
