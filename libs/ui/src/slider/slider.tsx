import { useId, type ReactNode } from 'react';
import { StatusDot, type StatusTone } from '../status-dot/status-dot.tsx';
import styles from './slider.module.css';
import { useSliderHand, type SliderAnswer } from './use-slider-hand.ts';

export type SliderState = 'prompt' | 'verifying' | 'success' | 'failed' | 'request-failed';

/** The puzzle as the server gives it; lengths in logical pixels of the picture. */
export interface SliderPicture {
  background: string;
  piece: string;
  y: number;
  width: number;
  height: number;
  pieceSize: number;
}

interface SliderViewProps {
  label: string;
  state: SliderState;
  /** The sentence for the state; spoken when it changes. */
  status: ReactNode;
  /** Missing while it is being fetched. */
  picture: SliderPicture | null;
  /** Where the piece stands, in logical pixels. */
  value: number;
  onChange: (value: number) => void;
  /** The hand let go, or Enter was pressed. */
  onAnswer: (answer: SliderAnswer) => void;
  /** A way on, such as "try again", beside the status. */
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
 * Slider verification: a real range input under its picture. Arrow keys move the piece by 1 logical pixel,
 * with Shift or Page keys by 10, Enter answers; a pointer answers by letting go.
 */
export function SliderView({
  label,
  state,
  status,
  picture,
  value,
  onChange,
  onAnswer,
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
          {/* `disabled` would drop the focus in the middle of the work. */}
          <input
            id={id}
            type="range"
            min={0}
            max={max}
            step={1}
            value={value}
            aria-describedby={`${id}-status`}
            aria-disabled={!free || undefined}
            {...hand}
          />
        </div>
      </div>
      <p className={styles.status}>
        <span id={`${id}-status`} role="status">
          {tone && <StatusDot tone={tone} />}
          {status}
        </span>
        {action}
      </p>
    </div>
  );
}
