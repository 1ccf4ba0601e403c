/** A global style sheet in a test. */
export default '';
