import type { User } from '@yunduo/api-contract';
import type { Role } from '@yunduo/validation';

/** Admins may do what every role may. */
const holds =
  (role: Role) =>
  (user: Pick<User, 'roles'> | null): boolean =>
    user?.roles.some((held) => held === role || held === 'admin') ?? false;

/** Whether the review desk is open to somebody; the server has the last word. */
export const isReviewer = holds('reviewer');

/** Whether the operators' desk is open to somebody; the server has the last word here too. */
export const isOperator = holds('operator');
