// Both functions are turned into text and inlined into the widget's two pages: they may use nothing from this module.

/** Runs in the frame on our pages: relays the vendor page's messages up, and the closing of the panel down. */
export function relayWidget(): void {
  const inner = document.querySelector('iframe');
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === window.parent && origin === location.origin) inner?.contentWindow?.postMessage(data, '*');
    else if (source === inner?.contentWindow) window.parent.postMessage(data, location.origin);
  });
}

/**
 * Runs before the vendor script, in its page: provides in-memory storage where the browser refuses it, and reports the
 * size of what the script has drawn and when it is pressed.
 */
export function runVendor(): void {
  /** Pixels: anything drawn below `SPECK` is no launcher; above `LARGE` it is a panel. */
  const SPECK = 8;
  const LARGE = 260;
  /** Milliseconds between two measurements. */
  const PAUSE = 150;

  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      void window[name].length;
    } catch {
      const stored = new Map<string, string>();
      const value = {
        getItem: (key: string) => stored.get(String(key)) ?? null,
        setItem: (key: string, text: string) => void stored.set(String(key), String(text)),
        removeItem: (key: string) => void stored.delete(String(key)),
        clear: () => stored.clear(),
        key: (index: number) => [...stored.keys()][index] ?? null,
        get length() {
          return stored.size;
        },
      };
      Object.defineProperty(window, name, { configurable: true, value });
    }
  }
  try {
    // eslint-disable-next-line no-restricted-properties -- the vendor page's cookies, on its own origin
    void document.cookie;
  } catch {
    const jar = new Map<string, string>();
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      set: (text: string) => {
        const [pair = ''] = text.split(';');
        const at = pair.indexOf('=');
        if (at > 0) jar.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
      },
    });
  }

  let reported = '';
  let open = false;
  let small = 0;
  const tell = (widget: string, width = 0, height = 0): void => {
    const text = `${widget} ${width} ${height}`;
    if (text === reported) return;
    reported = text;
    // Sizes are not secret, so any target origin is fine.
    window.parent.postMessage({ widget, width, height }, '*');
  };

  /** True if the element itself is visible: a picture, a control, text, or a background. */
  const isDrawn = (element: Element): boolean => {
    if (!element.checkVisibility()) return false;
    const style = getComputedStyle(element);
    if (style.visibility !== 'visible' || Number(style.opacity) === 0) return false;
    if (element.matches('iframe, img, svg, canvas, video, button, a, input, textarea, [role="button"]'))
      return true;
    if (style.backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(style.backgroundColor))
      return true;
    return element.childElementCount === 0 && Boolean(element.textContent?.trim());
  };

  /** Extent of what is drawn, from the bottom right corner. */
  const reach = (): { width: number; height: number } => {
    let [left, top] = [innerWidth, innerHeight];
    for (const element of document.body.querySelectorAll('*:not(script, style, link)')) {
      const box = element.getBoundingClientRect();
      if (box.width < SPECK || box.height < SPECK || !isDrawn(element)) continue;
      left = Math.min(left, box.left);
      top = Math.min(top, box.top);
    }
    return { width: Math.ceil(innerWidth - left), height: Math.ceil(innerHeight - top) };
  };

  const probe = (): void => {
    const { width, height } = reach();
    if (width <= 0 || height <= 0) return;
    const isPanel = width > LARGE || height > LARGE;
    // Folds after several measurements without a panel: panels slide in and out.
    small = open && !isPanel ? small + 1 : 0;
    if (open && small < 8) return;
    if (open) {
      open = false;
      tell('close');
    }
    tell('size', width, height);
  };
  const press = (): void => {
    if (open) return;
    open = true;
    small = 0;
    reported = '';
    tell('open');
  };

  let due: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      probe();
      if (open) later();
    }, PAUSE);
  };
  new MutationObserver(later).observe(document.documentElement, {
    attributes: true,
    childList: true,
    subtree: true,
  });
  addEventListener('load', later);
  addEventListener('transitionend', later, true);
  addEventListener('click', () => (press(), later()), true);
  // The launcher is a frame of its own: a press shows as the focus moving into it.
  addEventListener('blur', () => {
    if (document.activeElement instanceof HTMLIFrameElement) press();
    later();
  });
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && open) {
        open = false;
        tell('close');
        later();
      }
    },
    true,
  );
  addEventListener('message', ({ source, data }: MessageEvent<{ widget?: string } | null>) => {
    if (source !== window.parent || data?.widget !== 'close') return;
    open = false;
    later();
  });
}
