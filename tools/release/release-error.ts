/** A release that may not be: the caller reads the sentence, no stack. */
export class ReleaseError extends Error {}
