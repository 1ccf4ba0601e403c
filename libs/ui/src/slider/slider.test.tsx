import { useState, type PointerEvent } from 'react';
import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing.ts';
import { SliderView, type SliderState } from './slider.tsx';
import { useSliderHand, type SliderAnswer } from './use-slider-hand.ts';

const picture = { background: 'data:,b', piece: 'data:,p', y: 90, width: 480, height: 240, pieceSize: 56 };

function Puzzle({
  state = 'prompt',
  onAnswer = () => undefined,
  ready = true,
}: {
  state?: SliderState;
  onAnswer?: (answer: SliderAnswer) => void;
  ready?: boolean;
}) {
  const [value, setValue] = useState(0);
  return (
    <SliderView
      label="Drag the piece into the gap"
      state={state}
      status={`State: ${state}`}
      picture={ready ? picture : null}
      value={value}
      onChange={setValue}
      onAnswer={onAnswer}
      words={{ verify: 'Verify', left: (by) => `Left ${by}`, right: (by) => `Right ${by}` }}
      action={state === 'request-failed' && <button type="button">Try again</button>}
    />
  );
}
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Drag the piece into the gap' });

describe.each<[SliderState, string | undefined]>([
  ['prompt', undefined],
  ['verifying', 'run'],
  ['success', 'good'],
  ['failed', 'bad'],
  ['request-failed', 'bad'],
])('in the state %s', (state, tone) => {
  test('announces it and is accessible', async () => {
    const { container } = render(<Puzzle state={state} />);
    expect(screen.getByRole('status').textContent).toBe(`State: ${state}`);
    expect(container.querySelector(`[data-state="${state}"]`)).toBeTruthy();
    expect(container.querySelector<HTMLElement>('[data-tone]')?.dataset['tone']).toBe(tone);
    await expectAccessible(container);
  });

  const free = state === 'prompt' || state === 'failed';
  test(free ? 'can be moved' : 'stays where it is, and keeps the focus', async () => {
    const user = userEvent.setup();
    render(<Puzzle state={state} />);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(slider().value).toBe(free ? '1' : '0');
    expect(slider().getAttribute('aria-disabled')).toBe(free ? null : 'true');
    expect(document.activeElement).toBe(slider());
  });
});

test('spans the picture’s width minus the piece and ignores input until the picture has loaded', () => {
  const { rerender } = render(<Puzzle ready={false} />);
  fireEvent.change(slider(), { target: { value: '20' } });
  expect(slider().value).toBe('0');
  rerender(<Puzzle />);
  expect([slider().min, slider().max]).toEqual(['0', '424']);
});

describe('keyboard', () => {
  test('moves by 1 with arrows, by 10 with Shift or Page keys, to the ends with Home and End', async () => {
    const user = userEvent.setup();
    render(<Puzzle />);
    await user.tab();
    const after = async (keys: string) => {
      await user.keyboard(keys);
      return slider().valueAsNumber;
    };
    expect(await after('{ArrowRight}{ArrowUp}')).toBe(2);
    expect(await after('{PageUp}')).toBe(12);
    expect(await after('{Shift>}{ArrowRight}{/Shift}')).toBe(22);
    expect(await after('{ArrowLeft}{PageDown}')).toBe(11);
    expect(await after('{End}{ArrowRight}')).toBe(424);
    expect(await after('{Home}{ArrowLeft}')).toBe(0);
  });

  test('Enter submits the track once and does not submit the surrounding form', async () => {
    const user = userEvent.setup();
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    const send = jest.fn();
    render(
      <form onSubmit={send}>
        <Puzzle onAnswer={onAnswer} />
        <button type="submit">Send</button>
      </form>,
    );
    await user.tab();
    await user.keyboard('{PageUp}{ArrowRight}{Enter}{Enter}');
    expect(onAnswer).toHaveBeenCalledTimes(1);
    const answer = onAnswer.mock.calls[0]?.[0];
    expect(answer?.input).toBe('keyboard');
    expect(answer?.x).toBe(11);
    expect(answer?.track[0]).toEqual([0, 0, 0]);
    expect(answer?.track.at(-1)?.[0]).toBe(11);
    expect(answer?.durationMs).toBeGreaterThanOrEqual(answer?.track.at(-1)?.[2] ?? 0);
    expect(send).not.toHaveBeenCalled();
  });

  test('Enter before any move submits nothing', async () => {
    const user = userEvent.setup();
    const onAnswer = jest.fn();
    render(<Puzzle onAnswer={onAnswer} />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onAnswer).not.toHaveBeenCalled();
  });
});

describe('pointer', () => {
  const drag = (to: number, y: number) => {
    fireEvent.change(slider(), { target: { value: String(to) } });
    fireEvent.pointerMove(slider(), { clientY: y });
  };

  test('release submits the track', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    render(<Puzzle onAnswer={onAnswer} />);
    fireEvent.pointerDown(slider(), { clientY: 100 });
    drag(60, 101);
    drag(200, 97);
    fireEvent.pointerUp(slider(), { clientY: 98 });
    const answer = onAnswer.mock.calls[0]?.[0];
    expect(answer?.input).toBe('pointer');
    expect(answer?.x).toBe(200);
    expect(answer?.track[0]).toEqual([0, 0, 0]);
    expect(answer?.track.at(-1)?.[0]).toBe(200);
  });

  test('a press without movement and a cancelled drag submit nothing', () => {
    const onAnswer = jest.fn();
    render(<Puzzle onAnswer={onAnswer} />);
    fireEvent.pointerDown(slider());
    fireEvent.pointerUp(slider());
    fireEvent.pointerDown(slider());
    drag(50, 0);
    drag(150, 0);
    fireEvent.pointerCancel(slider());
    fireEvent.pointerUp(slider());
    expect(onAnswer).not.toHaveBeenCalled();
  });

  const press = (name: string) => screen.getByRole('button', { name }).click();

  test('a press on the track moves the piece without submitting; Verify submits with input "press"', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    render(<Puzzle onAnswer={onAnswer} />);
    fireEvent.pointerDown(slider(), { clientY: 100 });
    drag(200, 100);
    // A resting finger moves a little.
    drag(203, 101);
    fireEvent.pointerUp(slider(), { clientY: 101 });
    expect(onAnswer).not.toHaveBeenCalled();
    expect(slider().value).toBe('203');
    act(() => press('Verify'));
    expect(onAnswer.mock.calls).toEqual([[expect.objectContaining({ x: 203, input: 'press' })]]);
  });

  test('moves the piece to the press if the browser does not move the thumb', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    render(<Puzzle onAnswer={onAnswer} />);
    slider().getBoundingClientRect = () => ({ left: 10, width: 472, height: 48 }) as DOMRect;
    const pressAt = (clientX: number) => {
      for (const type of ['pointerdown', 'pointerup']) {
        // jsdom's pointer events have no coordinates.
        fireEvent(slider(), new MouseEvent(type, { bubbles: true, clientX }));
      }
      return slider().valueAsNumber;
    };
    expect(pressAt(40)).toBe(0);
    expect(pressAt(10 + 24 + 300)).toBe(300);
    expect(pressAt(10 + 24 + 320)).toBe(300);
    expect(pressAt(480)).toBe(424);
    act(() => press('Verify'));
    expect(onAnswer.mock.calls).toEqual([[expect.objectContaining({ x: 424, input: 'press' })]]);
  });

  test('step buttons move the piece by 20 and 2, within the picture', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    render(<Puzzle onAnswer={onAnswer} />);
    for (const name of ['Left 2', 'Right 20', 'Right 20', 'Left 2']) act(() => press(name));
    expect(slider().value).toBe('38');
    act(() => press('Verify'));
    act(() => press('Verify'));
    expect(onAnswer.mock.calls).toEqual([[expect.objectContaining({ x: 38, input: 'steps' })]]);
  });

  test('Verify submits nothing before a move or while verifying', () => {
    const onAnswer = jest.fn();
    const { rerender } = render(<Puzzle onAnswer={onAnswer} />);
    expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled')).toBe('true');
    act(() => press('Verify'));
    act(() => press('Right 20'));
    rerender(<Puzzle onAnswer={onAnswer} state="verifying" />);
    act(() => press('Verify'));
    act(() => press('Right 20'));
    expect(slider().value).toBe('20');
    expect(onAnswer).not.toHaveBeenCalled();
  });

  test('Verify submits after a cancelled drag', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    render(<Puzzle onAnswer={onAnswer} />);
    fireEvent.pointerDown(slider());
    drag(50, 0);
    fireEvent.pointerCancel(slider());
    act(() => press('Verify'));
    expect(onAnswer.mock.calls).toEqual([[expect.objectContaining({ x: 50, input: 'press' })]]);
  });

  test.each(['input', 'change'])(
    'accepts a value set by assistive technology with a bare %s event, and Verify submits it',
    (type) => {
      const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
      const { container } = render(<Puzzle onAnswer={onAnswer} />);
      // A press on the thumb before it: nothing moved.
      fireEvent.pointerDown(slider());
      fireEvent.pointerUp(slider());
      const set = (value: string) => {
        if (type === 'change') return void fireEvent.change(slider(), { target: { value } });
        // As a visitor's script sets it: without React noticing the value before.
        slider().value = value;
        act(() => void slider().dispatchEvent(new Event('input', { bubbles: true })));
      };
      set('120');
      set('212');
      expect(container.querySelectorAll('image')[1]?.getAttribute('x')).toBe('212');
      act(() => press('Verify'));
      const answer = onAnswer.mock.calls[0]?.[0];
      expect(answer).toMatchObject({ x: 212, input: 'assistive' });
      expect(answer?.track.at(-1)?.[0]).toBe(212);
    },
  );

  test('another puzzle has a track, an answer and a time of its own', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    const clock = jest.spyOn(performance, 'now');
    const props = { value: 40, max: 424, free: true, onChange: () => undefined, onAnswer };
    const { result, rerender } = renderHook((puzzle: string) => useSliderHand({ puzzle, ...props }), {
      initialProps: 'a',
    });
    const event = (timeStamp: number, valueAsNumber: number) =>
      ({
        timeStamp,
        clientY: 50,
        currentTarget: { valueAsNumber },
      }) as unknown as PointerEvent<HTMLInputElement>;
    const show = (puzzle: string, at: number) => {
      clock.mockReturnValue(at);
      rerender(puzzle);
    };
    const answers = () => onAnswer.mock.calls.map(([{ input, durationMs }]) => [input, durationMs]);
    try {
      // The picture is replaced during a drag.
      result.current.range.onPointerDown(event(100, 0));
      result.current.range.onPointerMove(event(200, 300));
      show('b', 1000);
      result.current.range.onPointerUp(event(1100, 300));
      expect(answers()).toEqual([]);
      result.current.verify(3000);
      result.current.verify(3100);
      expect(answers()).toEqual([['press', 2000]]);
      show('c', 4000);
      result.current.verify(4500);
      // A drag after the answer, which the browser cancels.
      result.current.range.onPointerDown(event(4600, 40));
      result.current.range.onPointerCancel();
      result.current.verify(5000);
      expect(answers()).toEqual([
        ['press', 2000],
        ['press', 500],
        ['press', 1000],
      ]);
    } finally {
      clock.mockRestore();
    }
  });

  test('limits the track to 600 points and keeps its last one', () => {
    const onAnswer = jest.fn<(answer: SliderAnswer) => void>();
    const { result } = renderHook(() =>
      useSliderHand({ puzzle: 'a', value: 0, max: 424, free: true, onChange: jest.fn(), onAnswer }),
    );
    const event = (step: number) =>
      ({
        timeStamp: step * 10,
        clientY: 50,
        currentTarget: { valueAsNumber: step % 400 },
      }) as unknown as PointerEvent<HTMLInputElement>;
    result.current.range.onPointerDown(event(0));
    for (let step = 1; step <= 900; step += 1) result.current.range.onPointerMove(event(step));
    result.current.range.onPointerUp(event(901));
    const answer = onAnswer.mock.calls[0]?.[0];
    expect(answer?.track).toHaveLength(600);
    expect(answer?.track.at(-1)).toEqual([101, 0, 9010]);
    expect(answer?.durationMs).toBe(9010);
  });
});
