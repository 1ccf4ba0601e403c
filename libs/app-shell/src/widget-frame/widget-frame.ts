import './widget-frame.css';

/** Pixels. The launcher may be wide, with text; the panel is clamped to the viewport. */
const LAUNCHER = { min: 40, width: 240, height: 112 };
const PANEL = { width: 420, height: 680 };
const GAP = 8;
/** Pixels between two candidate positions of the launcher, upwards from the corner. */
const STEP = 8;
/** Milliseconds without scrolling after which the launcher is placed again. */
const REST = 200;

const PRESSABLE = [
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, label, video, audio, iframe',
  '[role="button"], [role="link"], [role="slider"], [role="checkbox"], [role="radio"], [role="tab"]',
  '[role="option"], [role="menuitem"], [role="switch"], [contenteditable="true"], [tabindex]:not([tabindex="-1"])',
].join(', ');

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface WidgetFrameOptions {
  src: string;
  /** Labels of the frame and of the button that closes its panel. */
  title: string;
  close: string;
}

/** Messages of the widget's document: its launcher's size, a press on it, or a closed panel. */
interface WidgetMessage {
  widget: 'size' | 'open' | 'close';
  width: number;
  height: number;
}

/**
 * Embeds the help widget in a frame in the bottom right corner, as large as its launcher. The frame is shown
 * once the launcher is drawn, never covers controls (it moves up or hides), and grows to its panel after a
 * press. Requested sizes are clamped. Returns the function that removes it.
 */
export function mountWidgetFrame({ src, title, close }: WidgetFrameOptions): () => void {
  const end = new AbortController();
  const { signal } = end;
  const root = document.documentElement;
  const frame = Object.assign(document.createElement('iframe'), { id: 'chat-widget', title, src });
  const button = Object.assign(document.createElement('button'), { id: 'chat-widget-close', type: 'button' });
  button.textContent = close;
  let launcher: { width: number; height: number } | null = null;
  let open = false;
  let bottom: number | null = null;

  const area = () => ({ width: root.clientWidth, height: window.innerHeight });
  const show = (shown: boolean): void => {
    frame.dataset['shown'] = String(shown);
    button.hidden = !shown || !open;
  };
  const size = ({ width, height }: { width: number; height: number }): void => {
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px` });
  };
  const boxAt = (distance: number): Box => {
    const { width, height } = area();
    const size = launcher ?? { width: 0, height: 0 };
    const right = width - GAP;
    const foot = height - distance;
    return { left: right - size.width, right, top: foot - size.height, bottom: foot };
  };

  /**
   * Places the launcher where it covers no control: in the corner, or at the first free position above it.
   */
  function place(): void {
    if (!launcher || open) return;
    const taken = pressables(frame);
    const isFree = (distance: number) => !taken.some((box) => overlap(box, boxAt(distance)));
    if (bottom === null || !isFree(bottom)) bottom = freePlace(isFree, area().height / 2);
    if (bottom !== null) frame.style.bottom = `${bottom}px`;
    size(launcher);
    show(bottom !== null);
  }
  /** While the page scrolls, the launcher only hides. */
  function giveWay(): void {
    if (!launcher || open || bottom === null) return;
    const here = boxAt(bottom);
    show(!pressables(frame).some((box) => overlap(box, here)));
  }

  function setOpen(next: boolean): void {
    if (next === open) return;
    open = next;
    frame.dataset['open'] = String(open);
    if (!open) return place();
    const { width, height } = area();
    frame.style.bottom = `${GAP}px`;
    // The close button is above the panel.
    const head = 6 * GAP;
    const panel = {
      width: Math.min(PANEL.width, width - 2 * GAP),
      height: Math.min(PANEL.height, height - head - 2 * GAP),
    };
    size(panel);
    button.style.bottom = `${panel.height + 2 * GAP}px`;
    show(true);
  }
  function closePanel(): void {
    const inside = document.activeElement === frame || document.activeElement === button;
    setOpen(false);
    frame.contentWindow?.postMessage({ widget: 'close' }, location.origin);
    if (inside) (frame.dataset['shown'] === 'true' ? frame : document.body).focus();
  }

  const onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || origin !== location.origin || !isMessage(data)) return;
    if (data.widget === 'close') return closePanel();
    // Without a press by the user the panel does not open.
    if (data.widget === 'open') return setOpen(launcher !== null && document.activeElement === frame);
    if (data.width < LAUNCHER.min || data.height < LAUNCHER.min) return;
    launcher = {
      width: Math.min(data.width, LAUNCHER.width, area().width - 2 * GAP),
      height: Math.min(data.height, LAUNCHER.height, area().height / 2),
    };
    bottom = null;
    place();
  };

  let resting: ReturnType<typeof setTimeout> | undefined;
  let drawing = 0;
  const later = (): void => {
    clearTimeout(resting);
    resting = setTimeout(place, REST);
  };
  const moved = (): void => {
    later();
    if (drawing) return;
    drawing = requestAnimationFrame(() => {
      drawing = 0;
      giveWay();
    });
  };
  const changed = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== button && target !== frame)) moved();
  });
  const onFocus = ({ target }: FocusEvent): void => {
    // Focus under the open panel closes it: the focused element must be visible (WCAG 2.4.11).
    const under = open && target instanceof Element && target !== frame && target !== button;
    if (under && overlap(target.getBoundingClientRect(), frame.getBoundingClientRect())) closePanel();
    moved();
  };
  const onKey = ({ key, isComposing, keyCode }: KeyboardEvent): void => {
    // Not an Escape of an input method; Safari ends the composition first, and sends the code 229.
    if (key === 'Escape' && open && !isComposing && keyCode !== 229) closePanel();
  };

  show(false);
  root.dataset['widget'] = '';
  document.body.append(button, frame);
  window.addEventListener('message', onMessage, { signal });
  window.addEventListener('scroll', moved, { signal, capture: true, passive: true });
  window.addEventListener('resize', () => (open ? closePanel() : moved()), { signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('keydown', onKey, { signal });
  document.addEventListener('transitionend', moved, { signal });
  button.addEventListener('click', closePanel);
  changed.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden', 'open', 'class'],
  });

  return () => {
    end.abort();
    changed.disconnect();
    clearTimeout(resting);
    cancelAnimationFrame(drawing);
    frame.remove();
    button.remove();
    delete root.dataset['widget'];
  };
}

/** The rectangles of drawn controls on the page, with a margin. */
function pressables(frame: Element): Box[] {
  return [...document.querySelectorAll(PRESSABLE)]
    .filter((element) => element !== frame && element.id !== 'chat-widget-close')
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

function freePlace(isFree: (distance: number) => boolean, limit: number): number | null {
  for (let distance = GAP; distance < limit; distance += STEP) if (isFree(distance)) return distance;
  return null;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

function isMessage(data: unknown): data is WidgetMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { widget, width, height } = data as Partial<WidgetMessage>;
  if (widget === 'open' || widget === 'close') return true;
  return widget === 'size' && Number.isFinite(width) && Number.isFinite(height);
}
