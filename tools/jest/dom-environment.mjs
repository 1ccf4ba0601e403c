import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-jsdom';
import { computeStyleOnDemand } from './computed-style.mjs';
import { guardTest, LeakGuard } from './leak-guard.mjs';

const require = createRequire(import.meta.url);
// Stateless libraries, loaded once per worker: loading them in each suite costs more than its tests. Suites
// import them through kept/*.cjs; a suite without a document (`@jest-environment node`) has none.
const kept = { axe: require('axe-core/axe.min.js'), ariaQuery: require('aria-query') };

// Globals of Node that jsdom lacks. Never MessageChannel: React's scheduler would keep Jest alive.
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

// Node's Request rejects jsdom's AbortSignal, and jsdom's events reject Node's: the router's requests have no
// signal.
class RequestWithoutSignal extends Request {
  constructor(input, init) {
    super(input, init && { ...init, signal: undefined });
  }
}

// Node's FormData does not accept form elements; jsdom's cannot be a body of Node's fetch.
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

/**
 * jsdom with Node's fetch family, computed styles on demand and the kept libraries. A test that leaks resources
 * fails.
 */
export default class DomEnvironment extends TestEnvironment {
  #guard;

  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    this.global.keptLibraries = kept;
    this.global.Request = RequestWithoutSignal;
    this.global.FormData = FormDataOfForm;
    computeStyleOnDemand(this.global);
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
