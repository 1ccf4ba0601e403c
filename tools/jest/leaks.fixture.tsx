// Not a suite of its own: leak-guard.test.ts runs it and reads which of its tests fail. Tests named "ends …" pass.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// eslint-disable-next-line @nx/enforce-module-boundaries -- it stands for a suite of views; nothing imports it
import { useEffect, useState } from 'react';

const noop = () => undefined;

describe('listeners', () => {
  test('leaves a listener on the window', () => addEventListener('online', noop));
  test('leaves a listener on the document, heard while it goes down', () =>
    document.addEventListener('keydown', noop, true));
  test('leaves a listener for the storage', () => window.addEventListener('storage', noop));
  test('leaves a listener on the body', () => document.body.addEventListener('click', noop));
  test('leaves a listener that waits for one event', () =>
    document.addEventListener('visibilitychange', noop, { once: true }));
  test('leaves a listener whose removal names another phase', () => {
    addEventListener('scroll', noop, true);
    removeEventListener('scroll', noop);
  });
  test('leaves a listener on a media query of the test’s own', () => {
    const list = { matches: false, addEventListener: noop, removeEventListener: noop };
    window.matchMedia = () => list as never;
    matchMedia('(width <= 1px)').addEventListener('change', noop);
  });
  test('leaves a listener on a signal that goes on', () => {
    new AbortController().signal.addEventListener('abort', noop);
  });
  test('ends its listeners: removed, fired once, by a signal, on an element that went', () => {
    addEventListener('online', noop);
    removeEventListener('online', noop);
    addEventListener('focus', noop, { once: true });
    dispatchEvent(new Event('focus'));
    const stop = new AbortController();
    document.addEventListener('keyup', noop, { signal: stop.signal });
    stop.abort();
    const element = document.body.appendChild(document.createElement('p'));
    element.addEventListener('click', noop);
    element.remove();
    const list = { matches: false, addEventListener: noop, removeEventListener: noop };
    window.matchMedia = () => list as never;
    matchMedia('(width <= 1px)').addEventListener('change', noop);
    matchMedia('(width <= 1px)').removeEventListener('change', noop);
  });
});

describe('observers', () => {
  class Observer {
    observe = jest.fn();
    unobserve = jest.fn();
    disconnect = jest.fn();
  }
  test('leaves a MutationObserver', () =>
    new MutationObserver(noop).observe(document.body, { childList: true }));
  test.each(['ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'] as const)(
    'leaves a %s of the test’s own',
    (name) => {
      Object.assign(globalThis, { [name]: Observer });
      new globalThis[name](noop).observe(document.body as never);
    },
  );
  test('ends its observers', () => {
    const observer = new MutationObserver(noop);
    observer.observe(document.body, { childList: true });
    observer.disconnect();
    Object.assign(globalThis, { ResizeObserver: Observer });
    const sizes = new ResizeObserver(noop);
    sizes.observe(document.body);
    sizes.unobserve(document.body);
    expect((sizes as unknown as Observer).unobserve).toHaveBeenCalledTimes(1);
  });
});

describe('timers', () => {
  afterEach(() => void jest.useRealTimers());
  test('leaves a timer', () => void setTimeout(noop, 50_000));
  test('leaves a timer of no time', () => void setTimeout(noop));
  test('leaves an interval', () => void setInterval(noop, 50_000));
  test('leaves an animation frame', () => void requestAnimationFrame(noop));
  test('leaves an idle callback of the test’s own', () => {
    window.requestIdleCallback = () => 7;
    requestIdleCallback(noop);
  });
  test('leaves a timer of a fake clock', () => {
    jest.useFakeTimers();
    setTimeout(noop, 1000);
    jest.advanceTimersByTime(999);
  });
  test('leaves an interval of a fake clock that was put away', () => {
    jest.useFakeTimers();
    setInterval(noop, 1000);
    jest.advanceTimersByTime(5000);
    jest.useRealTimers();
  });
  test('ends its timers: cleared, run, in a fake clock too', async () => {
    clearTimeout(setTimeout(noop, 50_000));
    clearInterval(setInterval(noop, 50_000));
    cancelAnimationFrame(requestAnimationFrame(noop));
    await new Promise((resolve) => setTimeout(resolve));
    jest.useFakeTimers();
    const ran = jest.fn();
    setTimeout(ran, 1000);
    jest.advanceTimersByTime(1000);
    expect(ran).toHaveBeenCalledTimes(1);
    clearInterval(setInterval(noop, 1000));
  });
});

describe('requests, channels and workers', () => {
  const never = () => new Promise<never>(noop);
  const { fetch: realFetch } = globalThis;
  afterEach(() => void (globalThis.fetch = realFetch));
  class Xhr extends EventTarget {
    readyState = 1;
    open = noop;
    send = jest.fn();
    abort = noop;
  }
  class Worker {
    terminate = noop;
  }
  test('leaves a request', () => {
    globalThis.fetch = never;
    void fetch('/api/x');
  });
  test('leaves a request of XMLHttpRequest', () => {
    Object.assign(globalThis, { XMLHttpRequest: Xhr });
    new XMLHttpRequest().send();
  });
  test('leaves an open BroadcastChannel', () => {
    const channel = new BroadcastChannel('leak');
    (channel as unknown as { unref(): void }).unref();
  });
  test('leaves an open Worker', () => {
    Object.assign(globalThis, { Worker });
    new globalThis.Worker('/x.js');
  });
  test('ends its requests, channels and workers', async () => {
    globalThis.fetch = () => Promise.resolve(new Response());
    await fetch('/api/x');
    globalThis.fetch = never;
    const stop = new AbortController();
    void fetch('/api/y', { signal: stop.signal });
    stop.abort();
    const xhr = new XMLHttpRequest();
    xhr.send();
    xhr.dispatchEvent(new Event('loadend'));
    new BroadcastChannel('closed').close();
    const Refused = function Refused() {
      throw new DOMException('no', 'SecurityError');
    };
    const { BroadcastChannel: Channel } = globalThis;
    Object.assign(globalThis, { BroadcastChannel: Refused });
    expect(() => new BroadcastChannel('refused')).toThrow('no');
    Object.assign(globalThis, { BroadcastChannel: Channel });
    new globalThis.Worker('/x.js').terminate();
  });
});

describe('hooks and views', () => {
  beforeEach(() => addEventListener('resize', noop));
  afterEach(() => removeEventListener('resize', noop));
  function View({ leaky }: { leaky: boolean }) {
    const [, draw] = useState(0);
    useEffect(() => {
      const timer = setInterval(() => draw((count) => count + 1), 50_000);
      return leaky ? undefined : () => clearInterval(timer);
    }, [leaky]);
    return <button onClick={() => draw(1)}>Press</button>;
  }
  test('leaves the interval of a view whose effect has no cleanup', () => {
    render(<View leaky />);
  });
  test('ends with its view, which a hand pressed: what React and the tools of the test keep is theirs', async () => {
    render(<View leaky={false} />);
    await userEvent.click(screen.getByRole('button'));
    act(noop);
  });
});

describe('what was there before', () => {
  addEventListener('offline', noop);
  test('ends: an import is not the test’s', noop);
});
