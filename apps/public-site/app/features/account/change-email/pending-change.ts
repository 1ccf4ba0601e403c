import { localDraft } from '@yunduo/app-shell/drafts';

/** Where a change stands. Each token comes from the step before and works once. */
export type Change =
  | { step: 'identity' }
  | { step: 'new-email'; token: string }
  | { step: 'commit'; token: string; email: string }
  | { step: 'done'; email: string };

const entry = localDraft('email-change-step');

/**
 * Keeps where a change stands in this tab, for as long as its token works: its panel may be left and its page reloaded. A
 * token changes nothing without the session of its owner; it goes with a sign-out, with another user, and when the change
 * is done (docs/decisions/0037-keep-the-steps-of-an-e-mail-change-over-a-reload.md).
 */
export const pendingChange = {
  read(user: number): Change {
    const { user: owner, until, step, token, email } = entry.read();
    const works = owner === user && typeof until === 'number' && Date.now() < until;
    if (works && step === 'new-email' && typeof token === 'string') return { step, token };
    if (works && step === 'commit' && typeof token === 'string' && typeof email === 'string')
      return { step, token, email };
    if (until !== undefined) entry.remove();
    return { step: 'identity' };
  },
  /** `life`: seconds that the token of this step works; none, and there is nothing to come back to. */
  keep(user: number, change: Change, life = 0): void {
    if (life > 0) entry.save({ ...change, user, until: Date.now() + life * 1000 });
    else entry.remove();
  },
};
