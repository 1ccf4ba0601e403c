import type { LoadingState } from '@yunduo/ui';
import { LOADING_BAR } from '@yunduo/validation';
import { loadingProgress } from './loading-progress.ts';

export interface LoadingView {
  state: LoadingState;
  /** 0-100. */
  progress: number;
}

/** The environment of the controller; the browser's by default. */
export interface LoadingClock {
  now(): number;
  frame(callback: () => void): () => void;
}

const browserClock: LoadingClock = {
  now: () => performance.now(),
  frame(callback) {
    const id = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(id);
  },
};

/**
 * The lifecycle of the loading bar (specification §4): shown after 200 ms, grows, jumps to 100 on finish,
 * hides 500 ms later and resets to 0 after another 400 ms. An app error gives it the error colour until the
 * next start.
 */
export function createLoadingController(
  render: (view: LoadingView) => void,
  clock: LoadingClock = browserClock,
) {
  let view: LoadingView = { state: 'hidden', progress: 0 };
  let busy = false;
  let failed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelFrame: () => void = () => undefined;

  const show = (next: LoadingView): void => {
    view = next;
    render(view);
  };
  const stop = (): void => {
    clearTimeout(timer);
    cancelFrame();
  };
  const after = (milliseconds: number, action: () => void): void => {
    timer = setTimeout(action, milliseconds);
  };

  function grow(since: number): void {
    show({ state: failed ? 'error' : 'loading', progress: loadingProgress(clock.now() - since) });
    cancelFrame = clock.frame(() => grow(since));
  }

  function leave(): void {
    after(LOADING_BAR.hideDelay, () => {
      show({ state: 'hidden', progress: 100 });
      after(LOADING_BAR.resetDelay, () => show({ state: 'hidden', progress: 0 }));
    });
  }

  return {
    start(): void {
      if (busy) return;
      stop();
      busy = true;
      failed = false;
      if (view.state !== 'hidden' || view.progress > 0) show({ state: 'hidden', progress: 0 });
      const since = clock.now();
      after(LOADING_BAR.throttle, () => grow(since));
    },
    finish(): void {
      if (!busy) return;
      busy = false;
      stop();
      // A page loaded within the throttle needs no bar.
      if (view.state === 'hidden') return;
      show({ state: failed ? 'error' : 'finished', progress: 100 });
      leave();
    },
    /** An app error: the full bar in the error colour, then it hides as usual. */
    fail(): void {
      failed = true;
      busy = false;
      stop();
      show({ state: 'error', progress: 100 });
      leave();
    },
    stop,
  };
}
