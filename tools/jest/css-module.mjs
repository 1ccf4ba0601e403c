/** A CSS Module in a test: every class is called by its name. */
export default new Proxy({}, { get: (_, name) => (name === '__esModule' ? true : String(name)) });
