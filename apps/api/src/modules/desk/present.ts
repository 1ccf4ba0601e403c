import type { AdminAccount, AdminAccountDetail } from '@yunduo/api-contract';
import type { listSessions } from '../auth/sessions.ts';
import type { AccountWithRoles } from './accounts.ts';
import { shownEmail } from '../text/shown-email.ts';

/** An account as operators see it, without anything that allows impersonation. */
export const presentAccount = (user: AccountWithRoles): AdminAccount => ({
  id: user.id,
  email: shownEmail(user.email),
  nickname: user.nickname,
  roles: user.roles,
  created_at: user.createdAt.toISOString(),
  disabled_at: user.disabledAt?.toISOString() ?? null,
});

/** A session as operators see it: place and time, never its token. */
export const presentSession = ({
  id,
  device,
  createdAt,
  lastUsedAt,
  expiresAt,
}: Awaited<ReturnType<typeof listSessions>>[number]): AdminAccountDetail['sessions'][number] => ({
  id,
  device,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
