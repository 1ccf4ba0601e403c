import type { User } from '@yunduo/api-contract';

/** Whether the review desk is open to somebody; the server has the last word. */
export const isReviewer = (user: Pick<User, 'roles'> | null): boolean =>
  user?.roles.some((role) => role === 'reviewer' || role === 'admin') ?? false;
