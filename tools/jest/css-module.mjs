/** A CSS Module in tests: every class name is its own value. */
export default new Proxy({}, { get: (_, name) => (name === '__esModule' ? true : String(name)) });
