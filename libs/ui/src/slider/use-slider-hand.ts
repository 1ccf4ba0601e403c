import { useEffect, useRef, type ChangeEvent, type KeyboardEvent, type PointerEvent } from 'react';

/** What the hand did: the place, how it got there as [x, y, milliseconds since the start], and with what. */
export interface SliderAnswer {
  x: number;
  track: [number, number, number][];
  durationMs: number;
  input: 'pointer' | 'keyboard';
}

interface Hand {
  /** Another puzzle begins another way. */
  puzzle: unknown;
  value: number;
  max: number;
  free: boolean;
  onChange: (value: number) => void;
  onAnswer: (answer: SliderAnswer) => void;
}

// The wire takes 600 points; a mouse may send a thousand in a second.
const maxPoints = 600;
const minGapMs = 8;
const fastStep = 10;

/** The events of the range input: moves it and records the way, by pointer or by keys. */
export function useSliderHand({ puzzle, value, max, free, onChange, onAnswer }: Hand) {
  const way = useRef<{
    start: number;
    top: number;
    input: 'pointer' | 'keyboard';
    track: [number, number, number][];
  }>(null);

  useEffect(() => {
    way.current = null;
  }, [puzzle]);

  const begin = (input: 'pointer' | 'keyboard', time: number, top: number) => {
    way.current = { start: time, top, input, track: [[value, 0, 0]] };
  };
  const record = (x: number, y: number, time: number) => {
    const track = way.current?.track;
    const last = track?.at(-1);
    if (!way.current || !track || !last) return;
    const at = Math.max(0, Math.round(time - way.current.start));
    // The last place of one moment counts: where the way ends must not be lost.
    if (at - last[2] < minGapMs && track.length > 1) track.pop();
    if (track.length === maxPoints) track.pop();
    track.push([x, Math.round(y - way.current.top), at]);
  };
  const answer = (x: number, time: number) => {
    const done = way.current;
    if (!done) return;
    way.current = null;
    onAnswer({
      x,
      track: done.track,
      durationMs: Math.max(0, Math.round(time - done.start)),
      input: done.input,
    });
  };
  const moveTo = (x: number, time: number) => {
    if (way.current?.input !== 'keyboard') begin('keyboard', time, 0);
    const next = Math.min(max, Math.max(0, x));
    record(next, 0, time);
    onChange(next);
  };

  return {
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!free) return;
      const x = event.currentTarget.valueAsNumber;
      if (!way.current) begin('keyboard', event.timeStamp, 0);
      if (way.current?.input === 'keyboard') record(x, 0, event.timeStamp);
      onChange(x);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (!free) return;
      const step = stepOf(event, max, value);
      if (step !== undefined) {
        event.preventDefault();
        moveTo(value + step, event.timeStamp);
      } else if (event.key === 'Enter') {
        // Enter in a form would send it.
        event.preventDefault();
        answer(value, event.timeStamp);
      }
    },
    onPointerDown: (event: PointerEvent<HTMLInputElement>) => {
      if (!free) return;
      // A hand that leaves the track still holds the piece.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      begin('pointer', event.timeStamp, event.clientY);
    },
    onPointerMove: (event: PointerEvent<HTMLInputElement>) => {
      if (way.current?.input === 'pointer') {
        record(event.currentTarget.valueAsNumber, event.clientY, event.timeStamp);
      }
    },
    onPointerUp: (event: PointerEvent<HTMLInputElement>) => {
      if (way.current?.input !== 'pointer') return;
      const x = event.currentTarget.valueAsNumber;
      record(x, event.clientY, event.timeStamp);
      // A press that moved nothing is not an answer.
      if (x === way.current.track[0]?.[0]) way.current = null;
      else answer(x, event.timeStamp);
    },
    onPointerCancel: () => {
      way.current = null;
    },
  };
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
