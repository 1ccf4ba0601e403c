/** A release that is not allowed: the caller sees the message, without a stack. */
export class ReleaseError extends Error {}
