import { useEffect, useRef, type FormEvent, type KeyboardEvent, type PointerEvent } from 'react';

export type SliderInput = 'pointer' | 'keyboard' | 'press' | 'steps' | 'assistive';

/**
 * The user's input: the position, the track as [x, y, milliseconds since the start], and the input method.
 */
export interface SliderAnswer {
  x: number;
  track: [number, number, number][];
  durationMs: number;
  input: SliderInput;
}

interface Hand {
  /** Another puzzle resets the track. */
  puzzle: unknown;
  value: number;
  max: number;
  free: boolean;
  onChange: (value: number) => void;
  onAnswer: (answer: SliderAnswer) => void;
}

// The wire allows 600 points; a mouse may send a thousand in a second.
const maxPoints = 600;
const minGapMs = 8;
const fastStep = 10;
/** A press by touch also moves a little: a shorter distance is a press, not a drag. In logical pixels. */
const dragStart = 8;

interface Way {
  start: number;
  top: number;
  input: SliderInput;
  track: [number, number, number][];
  /** Of a pointer: the position set by the press itself, and whether it was dragged from there. */
  from: number;
  moved: boolean;
  dragged: boolean;
}

/**
 * Moves the piece and records the track: a pointer drag, which submits when it ends, or keys, a single press
 * on the track, step buttons and values set by assistive technology, which `verify` submits.
 */
export function useSliderHand({ puzzle, value, max, free, onChange, onAnswer }: Hand) {
  const way = useRef<Way>(null);
  const shownAt = useRef(0);
  const answered = useRef(false);

  useEffect(() => {
    way.current = null;
    answered.current = false;
    shownAt.current = performance.now();
  }, [puzzle]);

  const begin = (input: SliderInput, time: number, top = 0) => {
    answered.current = false;
    way.current = {
      start: time,
      top,
      input,
      track: [[value, 0, 0]],
      from: value,
      moved: false,
      dragged: false,
    };
  };
  const record = (x: number, y: number, time: number) => {
    const track = way.current?.track;
    const last = track?.at(-1);
    if (!way.current || !track || !last) return;
    const at = Math.max(0, Math.round(time - way.current.start));
    // The last position of one moment is kept, because the end of the track matters.
    if (at - last[2] < minGapMs && track.length > 1) track.pop();
    if (track.length === maxPoints) track.pop();
    track.push([x, Math.round(y - way.current.top), at]);
  };
  const answer = (x: number, time: number) => {
    const done = way.current;
    if (!done) return;
    way.current = null;
    answered.current = true;
    // Without a drag the time since the picture was shown counts: a value may be set at once.
    const start = done.input === 'pointer' ? done.start : Math.min(done.start, shownAt.current);
    onAnswer({
      x,
      track: done.track,
      durationMs: Math.max(0, Math.round(time - start)),
      input: done.input,
    });
  };
  /** Submits the position of the piece, for every input method; once per puzzle. */
  const verify = (time: number) => {
    if (!free || value === 0) return;
    if (!way.current && !answered.current) begin('press', time);
    answer(value, time);
  };
  const moveTo = (x: number, input: SliderInput, time: number) => {
    if (way.current?.input !== input) begin(input, time);
    const next = Math.min(max, Math.max(0, x));
    record(next, 0, time);
    onChange(next);
  };
  /** The browser set the value: for a pressed pointer, or for assistive technology. */
  const follow = (event: FormEvent<HTMLInputElement>) => {
    const x = event.currentTarget.valueAsNumber;
    if (!free || x === value) return;
    const pressed = way.current?.input === 'pointer' ? way.current : null;
    if (!pressed) return moveTo(x, 'assistive', event.timeStamp);
    if (!pressed.moved) pressed.from = x;
    onChange(x);
  };
  const drag = (x: number) => {
    const pressed = way.current;
    if (!pressed) return;
    pressed.moved = true;
    pressed.dragged ||= Math.abs(x - pressed.from) >= dragStart;
  };

  return {
    /** For step buttons. */
    step(by: number, time: number) {
      if (free) moveTo(value + by, 'steps', time);
    },
    verify,
    /** For the range input. */
    range: {
      onInput: follow,
      onChange: follow,
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (!free) return;
        const step = stepOf(event, max, value);
        if (step !== undefined) {
          event.preventDefault();
          moveTo(value + step, 'keyboard', event.timeStamp);
        } else if (event.key === 'Enter') {
          // Enter would submit the surrounding form.
          event.preventDefault();
          verify(event.timeStamp);
        }
      },
      onPointerDown: (event: PointerEvent<HTMLInputElement>) => {
        if (!free) return;
        // A pointer that leaves the track still holds the piece.
        event.currentTarget.setPointerCapture?.(event.pointerId);
        begin('pointer', event.timeStamp, event.clientY);
      },
      onPointerMove: (event: PointerEvent<HTMLInputElement>) => {
        if (way.current?.input !== 'pointer') return;
        const x = event.currentTarget.valueAsNumber;
        drag(x);
        record(x, event.clientY, event.timeStamp);
      },
      onPointerUp: (event: PointerEvent<HTMLInputElement>) => {
        if (way.current?.input !== 'pointer') return;
        const x = event.currentTarget.valueAsNumber;
        drag(x);
        record(x, event.clientY, event.timeStamp);
        if (way.current.dragged) return answer(x, event.timeStamp);
        const [[before] = [0]] = way.current.track;
        // Some browsers move the thumb to a press on the track, others do not.
        const there = x === before ? pressedPlace(event, x, max) : x;
        way.current = null;
        if (there !== before) moveTo(there, 'press', event.timeStamp);
      },
      onPointerCancel: () => {
        way.current = null;
      },
    },
  };
}

/** The value under a press beside the thumb; the old one for a press on the thumb. */
function pressedPlace(event: PointerEvent<HTMLInputElement>, value: number, max: number): number {
  const { left, width, height } = event.currentTarget.getBoundingClientRect();
  // The thumb is as wide as the track is high.
  const reach = width - height;
  if (reach <= 0) return value;
  const x = Math.round(((event.clientX - left - height / 2) / reach) * max);
  const onThumb = Math.abs(x - value) * (reach / max) <= height / 2;
  return onThumb ? value : Math.min(max, Math.max(0, x));
}

function stepOf(event: KeyboardEvent, max: number, value: number): number | undefined {
  const unit = event.shiftKey ? fastStep : 1;
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return unit;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -unit;
    case 'PageUp':
      return fastStep;
    case 'PageDown':
      return -fastStep;
    case 'Home':
      return -value;
    case 'End':
      return max - value;
    default:
      return undefined;
  }
}
