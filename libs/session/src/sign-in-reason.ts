/**
 * Under which name in `sessionStorage` the developer center leaves why it sends somebody to sign-in: a message of its own
 * would go with its page, so the page of the other app shows it.
 */
export const SIGN_IN_REASON = 'sign-in-reason';
