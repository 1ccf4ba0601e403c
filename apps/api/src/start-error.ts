/** Why the process cannot start, in one line that an operator can act on. */
export class StartError extends Error {
  override name = 'StartError';
}
