import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-jsdom';
import { guardTest, LeakGuard } from './leak-guard.mjs';

const require = createRequire(import.meta.url);
// Libraries without a state of their own, loaded once for a worker: in every suite anew they cost more than its tests.
// The suites' imports come to them by kept/*.cjs; a suite without a document (`@jest-environment node`) has none.
const kept = { axe: require('axe-core/axe.min.js'), ariaQuery: require('aria-query') };

// What jsdom lacks and Node has. Never MessageChannel: React's scheduler would keep Jest alive.
const fromNode = [
  'fetch',
  'Response',
  'Headers',
  'Blob',
  'File',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'BroadcastChannel',
];

// Node's Request refuses jsdom's AbortSignal, and jsdom's events refuse Node's: the router's requests go without.
class RequestWithoutSignal extends Request {
  constructor(input, init) {
    super(input, init && { ...init, signal: undefined });
  }
}

// Node's FormData knows no forms; jsdom's cannot be a body of Node's fetch.
class FormDataOfForm extends FormData {
  constructor(form) {
    super();
    for (const control of form?.elements ?? []) {
      const { name, type, checked, disabled, value, files } = control;
      if (!name || disabled || type === 'submit' || type === 'button') continue;
      if ((type === 'checkbox' || type === 'radio') && !checked) continue;
      if (type === 'file') for (const file of files) this.append(name, file);
      else this.append(name, value);
    }
  }
}

/** jsdom with Node's fetch family and the kept libraries. What a test leaves behind fails it. */
export default class DomEnvironment extends TestEnvironment {
  #guard;

  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    this.global.keptLibraries = kept;
    this.global.Request = RequestWithoutSignal;
    this.global.FormData = FormDataOfForm;
    this.#guard = new LeakGuard(this.global);
  }

  handleTestEvent(event) {
    guardTest(this.#guard, event);
  }

  async teardown() {
    this.#guard?.dispose();
    await super.teardown();
  }
}
