import { TestEnvironment } from 'jest-environment-jsdom';

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

/** jsdom with Node's fetch family. */
export default class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    this.global.Request = RequestWithoutSignal;
    this.global.FormData = FormDataOfForm;
  }
}
