/**
 * The `sessionStorage` key under which the developer center stores why it redirects to sign-in. A message of
 * its own would disappear with its page, so the sign-in page of the other app shows it.
 */
export const SIGN_IN_REASON = 'sign-in-reason';
