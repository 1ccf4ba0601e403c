import type { AdminAccount } from '@yunduo/api-contract';
import type { AccountWithRoles } from './accounts.ts';
import { shownEmail } from '../text/shown-email.ts';

/** An account as operators see it: nothing that would let them be it. */
export const presentAccount = (user: AccountWithRoles): AdminAccount => ({
  id: user.id,
  email: shownEmail(user.email),
  nickname: user.nickname,
  roles: user.roles,
  created_at: user.createdAt.toISOString(),
  disabled_at: user.disabledAt?.toISOString() ?? null,
});
