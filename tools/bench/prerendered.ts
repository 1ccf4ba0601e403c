// A page that the browser prerenders by the site's speculation rules, and its activation. Playwright switches
// prerendering off, so this speaks to Chromium itself.
import { startChromium } from '../launch.ts';

type Fields = Record<string, unknown>;
interface Message {
  id?: number;
  method?: string;
  params?: Fields;
  result?: Fields;
  error?: { message: string };
  sessionId?: string;
}

/** A Chromium with an open debugging connection. */
async function connect() {
  const browser = await startChromium();
  const socket = new WebSocket(browser.address);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let last = 0;
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else for (const listener of listeners) listener(message);
  });
  return {
    send: (method: string, params: Fields = {}, sessionId?: string): Promise<Fields> =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result ?? {});
        });
        socket.send(JSON.stringify({ id, method, params, sessionId }));
      }),
    hear: (listener: (message: Message) => void) => void listeners.add(listener),
    async close() {
      socket.close();
      await browser.close();
    },
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Activation {
  /** From the press to the largest contentful paint of the next page, ms. */
  shown: number;
  /** Requests of the next page without pictures, and their bytes as sent: before the press and in the 2 s after it. */
  ahead: { requests: number; bytes: number };
  requests: number;
  bytes: number;
  /** The press activated a prerendered page. */
  prerendered: boolean;
}

/** Rests the pointer on a link of a page for `rest` ms, then presses it. */
export async function activationOf(
  url: string,
  { selector, rest, slowdown }: { selector: string; rest: number; slowdown: number },
): Promise<Activation> {
  const { send, hear, close } = await connect();
  try {
    const pages: string[] = [];
    const counted = new Set<string>();
    let [requests, bytes] = [0, 0];
    hear(({ method, params = {}, sessionId = '' }) => {
      const { targetInfo, requestId, type } = params as {
        targetInfo?: Fields;
        requestId?: string;
        type?: string;
      };
      if (method === 'Target.attachedToTarget' && targetInfo?.['type'] === 'page') {
        const session = String(params['sessionId']);
        pages.push(session);
        void send('Network.enable', {}, session);
        void send('Emulation.setCPUThrottlingRate', { rate: slowdown }, session);
        void send('Runtime.runIfWaitingForDebugger', {}, session);
      }
      // The first page is the one with the link.
      if (sessionId === pages[0] || requestId === undefined) return;
      if (method === 'Network.responseReceived' && type !== 'Image') counted.add(requestId);
      if (method === 'Network.loadingFinished' && counted.delete(requestId)) {
        requests += 1;
        bytes += Number(params['encodedDataLength']);
      }
    });
    // Prerendered pages are targets below the tab, not below the page.
    const { targetInfos } = (await send('Target.getTargets', { filter: [{ type: 'tab' }] })) as {
      targetInfos: { targetId: string }[];
    };
    const tab = { targetId: targetInfos[0]?.targetId, flatten: true };
    const { sessionId } = await send('Target.attachToTarget', tab);
    const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await send('Target.setAutoAttach', { ...attach, filter: [{ type: 'page' }] }, String(sessionId));
    const evaluate = async <T>(expression: string, session: string): Promise<T> => {
      const options = { expression, returnByValue: true, awaitPromise: true };
      const { result } = (await send('Runtime.evaluate', options, session)) as { result: { value: T } };
      return result.value;
    };
    const page = pages[0] ?? '';
    await send('Page.enable', {}, page);
    await send('Page.navigate', { url }, page);
    await wait(2000);
    const [x, y] = await evaluate<[number, number]>(
      `(() => { const link = document.querySelector(${JSON.stringify(selector)}); link.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = link.getBoundingClientRect();
        addEventListener('pointerdown', () => sessionStorage.setItem('pressed', performance.timeOrigin + performance.now()), true);
        return [x + width / 2, y + height / 2]; })()`,
      page,
    );
    const mouse = (type: string, more: Fields = {}) =>
      send('Input.dispatchMouseEvent', { type, x, y, ...more }, page);
    await mouse('mouseMoved');
    await wait(rest);
    const ahead = { requests, bytes };
    const button = { button: 'left', clickCount: 1 };
    await mouse('mousePressed', button);
    // The activated page replaces the target: this may find no one to answer.
    void mouse('mouseReleased', button).catch(() => undefined);
    await wait(2000);
    for (const session of [...pages].reverse()) {
      const found = await Promise.race([
        evaluate<{ shown: number; prerendered: boolean } | null>(
          `new Promise((done) => { const pressed = Number(sessionStorage.getItem('pressed'));
            if (!pressed || location.href === ${JSON.stringify(url)}) return done(null);
            const { activationStart } = performance.getEntriesByType('navigation')[0];
            new PerformanceObserver((list) => done({ prerendered: activationStart > 0,
              shown: performance.timeOrigin + list.getEntries().at(-1).startTime - pressed }))
              .observe({ type: 'largest-contentful-paint', buffered: true }); })`,
          session,
        ).catch(() => null),
        wait(3000).then(() => null),
      ]);
      if (found) {
        const after = { requests: requests - ahead.requests, bytes: bytes - ahead.bytes };
        return { ...found, ahead, ...after };
      }
    }
    throw new Error('The next page did not open');
  } finally {
    await close();
  }
}
