import type { User } from '@yunduo/api-contract';

/** Whether the review desk is open to somebody; the server has the last word. */
export const isReviewer = (user: Pick<User, 'roles'> | null): boolean =>
  user?.roles.some((role) => role === 'reviewer' || role === 'admin') ?? false;

/** Whether the operators' desk is open to somebody; the server has the last word here too. */
export const isOperator = (user: Pick<User, 'roles'> | null): boolean =>
  user?.roles.some((role) => role === 'operator' || role === 'admin') ?? false;
