/**
 * Detects resources that code under test leaks: listeners, observers, timers, animation frames, idle
 * callbacks, requests, channels, workers and object URLs. The environments query it after all hooks of a
 * test, Testing Library's cleanup included; a test with a leak fails with its kind and the place of its
 * creation.
 *
 * Resources from before a test (created by an import or by `beforeAll`) do not count. Replacements of a
 * global by the test framework (fake timers, a class of the test) are tracked like the original.
 */

/** Files whose resources may outlive a test, and why. */
const EXEMPT = [
  // React adds its listeners to a root or a portal's element permanently, once each; its scheduler ends with
  // its queue.
  /node_modules\/(react-dom|scheduler)\//,
  // A page's router lives as long as the page.
  /node_modules\/react-router\/dist\/[\w/]+\/router\/router\.js/,
  // Waits for the next frame only, and references no view.
  /libs\/app-shell\/src\/common\/next-paint\.ts/,
  // Tools of the test itself.
  /node_modules\/(@testing-library|@jest|jest-[\w-]+|@sinonjs|axe-core|jsdom|nwsapi|fast-check)\//,
  // A store's cache lives as long as the store: an unused response is dropped after a minute.
  /node_modules\/(@reduxjs\/toolkit|redux)\//,
];

/** The head scripts live as long as the page, whatever a test does in between. */
const PAGE_LONG =
  /apps\/(public-site\/server\/intent-loader|developer-console\/prerender\/landing-loader)\.ts/;

/** Short timers and frames only: the editor's own first check whether it was destroyed. */
const EXEMPT_TIMERS = /node_modules\/(@tiptap|prosemirror-[a-z]+)\//;

const LISTENER_IN_SET = 'a listener in a set';
/** A library's set of functions is its own affair; an editor stays in its set until its last save has settled. */
const KEPT_IN_SET = /node_modules\/|app-pages\/use-autosave\.ts/;

const OWN_FILE = /leak-guard\.mjs/;
/** From a listener back to the product's line that made it, through the libraries between. */
const FRAMES = 30;

/**
 * Where an error was made: the files of its frames, without this one, and the frames as text. The text has the lines
 * of the sources, which often cost more than the test: only a leak is worth them.
 */
function placeOf(error, LocalError) {
  const { prepareStackTrace } = LocalError;
  // Jest's own is the one of the outer world.
  const asText = prepareStackTrace ?? Error.prepareStackTrace;
  let sites = [];
  LocalError.prepareStackTrace = (_, all) =>
    (sites = all.filter((site) => !OWN_FILE.test(site.getFileName())));
  // Read once, as it is from now on.
  void error.stack;
  LocalError.prepareStackTrace = prepareStackTrace;
  return {
    files: sites.map((site) => site.getFileName() ?? ''),
    frames: () =>
      asText ? asText(error, sites).split('\n').slice(1) : sites.map((site) => `    at ${site}`),
  };
}

const TIMERS = [
  ['setTimeout', 'clearTimeout', 'timer', false],
  ['setInterval', 'clearInterval', 'interval', true],
  ['requestAnimationFrame', 'cancelAnimationFrame', 'animation frame', false],
  ['requestIdleCallback', 'cancelIdleCallback', 'idle callback', false],
];
const OBSERVERS = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'];
/** Objects that are open from their creation until this method is called. */
const OPEN_UNTIL = {
  BroadcastChannel: 'close',
  Worker: 'terminate',
  EventSource: 'close',
  WebSocket: 'close',
};

export class LeakGuard {
  #global;
  /** The open resources, each by a unique key. */
  #alive = new Map();
  #watching = false;
  #ids = new WeakMap();
  #count = 0;
  #undo = [];

  constructor(global) {
    this.#global = global;
    this.#watchListeners();
    this.#watchListenerSets();
    this.#watchTimers();
    for (const name of OBSERVERS) this.#replaceable(name, (type) => this.#observer(name, type));
    for (const [name, end] of Object.entries(OPEN_UNTIL))
      this.#replaceable(name, (type) => this.#openable(name, end, type));
    this.#replaceable('fetch', (fetch) => this.#fetch(fetch));
    this.#replaceable('XMLHttpRequest', (type) => this.#xhr(type));
    this.#replaceable('matchMedia', (matchMedia) => this.#matchMedia(matchMedia));
    this.#watchFileAddresses();
  }

  /** Starts a test: existing resources are not its own. */
  begin() {
    this.#alive.clear();
    this.#watching = true;
  }

  /** Ends a test after all its hooks: returns its leaks as text. */
  end() {
    this.#watching = false;
    const left = [];
    for (const { what, error, gone } of this.#alive.values()) {
      if (gone?.()) continue;
      const { files, frames } = placeOf(error, this.#global.Error);
      // Node's own frames are between a global and its caller.
      const maker = files.find((file) => file && !file.startsWith('node:')) ?? '';
      if (what === LISTENER_IN_SET && KEPT_IN_SET.test(maker)) continue;
      if (EXEMPT.some((file) => file.test(maker)) || files.some((file) => PAGE_LONG.test(file))) continue;
      if (/^an? (timer of \d{1,2} ms|animation frame)/.test(what) && EXEMPT_TIMERS.test(maker)) continue;
      left.push(`${what}, made\n${frames().slice(0, 6).join('\n')}`);
    }
    this.#alive.clear();
    return left;
  }

  dispose() {
    for (const undo of this.#undo.reverse()) undo();
  }

  /**
   * Registers a resource until its key is dropped; `gone` tells at the end whether it has ended otherwise.
   */
  #add(key, what, gone) {
    if (!this.#watching) return;
    const { Error: LocalError } = this.#global;
    // Jest asks for 100 frames of every error, which takes time at each listener.
    const { stackTraceLimit } = LocalError;
    LocalError.stackTraceLimit = FRAMES;
    this.#alive.set(key, { what, error: new LocalError(what), gone });
    LocalError.stackTraceLimit = stackTraceLimit;
  }

  #drop(key) {
    this.#alive.delete(key);
  }

  #idOf(object) {
    if (!this.#ids.has(object)) this.#ids.set(object, (this.#count += 1));
    return this.#ids.get(object);
  }

  /** A global that stays tracked if it is replaced, or if it does not exist yet. */
  #replaceable(name, follow, holder = this.#global) {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    const followed = new WeakMap();
    const originals = new WeakMap();
    let current = holder[name];
    const get = () => {
      if (typeof current !== 'function') return current;
      let known = followed.get(current);
      if (!known) {
        known = follow(current);
        followed.set(current, known);
        originals.set(known, current);
      }
      return known;
    };
    Object.defineProperty(holder, name, {
      configurable: true,
      enumerable: before?.enumerable ?? true,
      get,
      set: (value) => {
        current = (typeof value === 'function' && originals.get(value)) || value;
      },
    });
    this.#undo.push(() => {
      if (before) Object.defineProperty(holder, name, before);
      else Reflect.deleteProperty(holder, name);
    });
  }

  /** Adds a listener that is not tracked. */
  #listen;

  #watchListeners() {
    const { addEventListener } = this.#global.EventTarget.prototype;
    this.#listen = (target, type, listener) => addEventListener.call(target, type, listener);
    // jest-environment-jsdom gives the window methods of its own.
    const own = Object.hasOwn(this.#global, 'addEventListener');
    for (const holder of [this.#global.EventTarget.prototype, ...(own ? [this.#global] : [])])
      this.#watchListenersOf(holder);
  }

  #watchListenersOf(holder) {
    const { addEventListener: add, removeEventListener: remove } = holder;
    const captures = (options) => Boolean(typeof options === 'object' && options ? options.capture : options);
    const keyOf = (target, type, listener, options) =>
      `listener ${this.#idOf(target)} ${type} ${this.#idOf(listener)} ${captures(options)}`;
    const added = (target, type, listener, options) => {
      if (!listener || options?.signal?.aborted || !this.#watching) return;
      const key = keyOf(target, type, listener, options);
      if (this.#alive.has(key)) return;
      this.#add(key, `a listener for "${type}" on ${nameOf(target)}`, () => this.#forgettable(target));
      const drop = () => this.#drop(key);
      if (options?.once) add.call(target, type, drop, { once: true, capture: captures(options) });
      // Not through `add`: the window's own supports no other target.
      if (options?.signal) this.#listen(options.signal, 'abort', drop);
    };
    const removed = (target, type, listener, options) => {
      if (listener) this.#drop(keyOf(target, type, listener, options));
    };
    const window = this.#global;
    holder.addEventListener = function addEventListener(type, listener, options) {
      add.call(this ?? window, type, listener, options);
      added(this ?? window, type, listener, options);
    };
    holder.removeEventListener = function removeEventListener(type, listener, options) {
      remove.call(this ?? window, type, listener, options);
      removed(this ?? window, type, listener, options);
    };
    this.#undo.push(() => Object.assign(holder, { addEventListener: add, removeEventListener: remove }));
  }

  /** A store outside React has its listeners in a set of its module. */
  #watchListenerSets() {
    const { prototype } = this.#global.Set;
    const { add, delete: drop, clear } = prototype;
    const keyOf = (set, listener) => `set ${this.#idOf(set)} ${this.#idOf(listener)}`;
    const added = (set, listener) => this.#add(keyOf(set, listener), LISTENER_IN_SET);
    const dropped = (set, listener) => this.#drop(keyOf(set, listener));
    const watching = () => this.#watching;
    Object.assign(prototype, {
      add(value) {
        if (watching() && typeof value === 'function' && !this.has(value)) added(this, value);
        return add.call(this, value);
      },
      delete(value) {
        if (typeof value === 'function') dropped(this, value);
        return drop.call(this, value);
      },
      clear() {
        for (const value of this) if (typeof value === 'function') dropped(this, value);
        clear.call(this);
      },
    });
    this.#undo.push(() => Object.assign(prototype, { add, delete: drop, clear }));
  }

  /** A detached element is collected with its listeners; so is an aborted signal, or a request. */
  #forgettable(target) {
    const { Node, document } = this.#global;
    if (Node && target instanceof Node) {
      if (target === document || target.ownerDocument?.defaultView !== document?.defaultView)
        return target !== document;
      return !target.isConnected;
    }
    const kind = target.constructor?.name ?? '';
    if (kind === 'AbortSignal') return target.aborted;
    return /^(XMLHttpRequest|XMLHttpRequestUpload|FileReader|MessagePort|BroadcastChannel|Worker)$/.test(
      kind,
    );
  }

  #watchTimers() {
    for (const [start, stop, what, repeats] of TIMERS) {
      this.#replaceable(start, (original) =>
        this.#proxy(original, (self, [work, ...rest]) => {
          if (typeof work !== 'function') return Reflect.apply(original, self, [work, ...rest]);
          let id;
          const run = (...values) => {
            if (!repeats) this.#drop(`timer ${Number(id)}`);
            return work(...values);
          };
          id = Reflect.apply(original, self, [run, ...rest]);
          const after = typeof rest[0] === 'number' ? ` of ${rest[0]} ms` : '';
          this.#add(`timer ${Number(id)}`, `${/^[ai]/.test(what) ? 'an' : 'a'} ${what}${after}`);
          return id;
        }),
      );
      this.#replaceable(stop, (original) =>
        this.#proxy(original, (self, [id, ...rest]) => {
          this.#drop(`timer ${Number(id)}`);
          return Reflect.apply(original, self, [id, ...rest]);
        }),
      );
    }
  }

  #proxy(original, apply) {
    return new Proxy(original, { apply: (_, self, values) => apply(self, values) });
  }

  /** A proxy of an instance whose listed methods notify before they run. */
  #told(instance, told) {
    const methods = new Map();
    return new Proxy(instance, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function' || name === 'constructor') return value;
        if (!methods.has(value)) {
          methods.set(
            value,
            this.#proxy(value, (_, values) => {
              told[name]?.(...values);
              return Reflect.apply(value, target, values);
            }),
          );
        }
        return methods.get(value);
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  }

  #observer(name, Type) {
    let count = 0;
    return new Proxy(Type, {
      construct: (type, values, newTarget) => {
        count += 1;
        const key = `${name} ${count}`;
        const targets = new Set();
        return this.#told(Reflect.construct(type, values, newTarget === Type ? type : newTarget), {
          observe: (target) => {
            targets.add(target);
            this.#add(key, `a ${name}`);
          },
          unobserve: (target) => {
            targets.delete(target);
            if (targets.size === 0) this.#drop(key);
          },
          disconnect: () => {
            targets.clear();
            this.#drop(key);
          },
        });
      },
    });
  }

  #openable(name, end, Type) {
    let count = 0;
    return new Proxy(Type, {
      construct: (type, values) => {
        // A rejected one is not open.
        const instance = Reflect.construct(type, values);
        count += 1;
        const key = `${name} ${count}`;
        this.#add(key, `an open ${name}`);
        return this.#told(instance, { [end]: () => this.#drop(key) });
      },
    });
  }

  #fetch(original) {
    let count = 0;
    return this.#proxy(original, (self, values) => {
      count += 1;
      const key = `fetch ${count}`;
      const { url = values[0] } = values[0] ?? {};
      this.#add(key, `a request for ${url}`, () => values[1]?.signal?.aborted);
      const drop = () => this.#drop(key);
      const answer = Reflect.apply(original, self, values);
      Promise.resolve(answer).then(drop, drop);
      return answer;
    });
  }

  #xhr(Type) {
    let count = 0;
    return new Proxy(Type, {
      construct: (type, values) => {
        const xhr = Reflect.construct(type, values);
        count += 1;
        const key = `xhr ${count}`;
        const drop = () => this.#drop(key);
        const DONE = 4;
        const told = this.#told(xhr, {
          send: () => {
            this.#add(key, 'a request of XMLHttpRequest', () => xhr.readyState === DONE);
            if (xhr instanceof this.#global.EventTarget) this.#listen(xhr, 'loadend', drop);
          },
          abort: drop,
        });
        // A test's fake class may signal its end by these properties only.
        return new Proxy(told, {
          set: (target, name, value) =>
            Reflect.set(
              target,
              name,
              typeof value === 'function' && /^on(load|loadend|error|abort|timeout)$/.test(String(name))
                ? this.#proxy(value, (_, events) => {
                    drop();
                    return Reflect.apply(value, xhr, events);
                  })
                : value,
            ),
        });
      },
    });
  }

  /**
   * A file with an object URL stays in memory until it is revoked. A fake may return one URL for several
   * files.
   */
  #watchFileAddresses() {
    const { URL } = this.#global;
    const keys = new Map();
    let count = 0;
    const followMade = (original) =>
      this.#proxy(original, (_, values) => {
        const address = Reflect.apply(original, URL, values);
        count += 1;
        const key = `address ${count}`;
        keys.set(address, [...(keys.get(address) ?? []), key]);
        this.#add(key, `the object URL ${address}`);
        return address;
      });
    const followTakenBack = (original) =>
      this.#proxy(original, (_, values) => {
        this.#drop(keys.get(values[0])?.pop());
        return Reflect.apply(original, URL, values);
      });
    this.#replaceable('createObjectURL', followMade, URL);
    this.#replaceable('revokeObjectURL', followTakenBack, URL);
  }

  #matchMedia(original) {
    return this.#proxy(original, (self, values) => {
      const list = Reflect.apply(original, self, values);
      // An EventTarget is tracked as such.
      if (!list || list instanceof this.#global.EventTarget) return list;
      const keyOf = (listener) => `media ${values[0]} ${this.#idOf(listener)}`;
      const add = (listener) => this.#add(keyOf(listener), `a listener on matchMedia('${values[0]}')`);
      return this.#told(list, {
        addEventListener: (_, listener) => add(listener),
        removeEventListener: (_, listener) => this.#drop(keyOf(listener)),
        addListener: add,
        removeListener: (listener) => this.#drop(keyOf(listener)),
      });
    });
  }
}

function nameOf(target) {
  if (typeof target.nodeName === 'string')
    return target.nodeName === '#document' ? 'document' : `<${target.nodeName.toLowerCase()}>`;
  return target.constructor?.name === 'Window' || target.window === target
    ? 'window'
    : (target.constructor?.name ?? 'an object');
}

/**
 * An environment's use of the guard: `handleTestEvent` of jest-circus. For a failed test leaks are not
 * reported.
 */
export function guardTest(guard, { name, test }) {
  if (name === 'test_start') guard.begin();
  if (name !== 'test_done') return;
  const left = guard.end();
  if (left.length === 0 || test.errors.length > 0) return;
  const error = new Error(`The test left behind:\n${left.join('\n')}`);
  // The environment's frames carry no information.
  error.stack = error.message;
  test.errors.push(error);
}
