import { TestEnvironment } from 'jest-environment-node';
import { guardTest, LeakGuard } from './leak-guard.mjs';

/** Node, for libraries that also run in browsers. A test that leaks resources fails. */
export default class NodeEnvironment extends TestEnvironment {
  #guard;

  async setup() {
    await super.setup();
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
