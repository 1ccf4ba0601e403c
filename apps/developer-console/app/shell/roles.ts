import type { User } from '@yunduo/api-contract';
import type { Role } from '@yunduo/validation';

/** Admins have every role. */
const holds =
  (role: Role) =>
  (user: Pick<User, 'roles'> | null): boolean =>
    user?.roles.some((held) => held === role || held === 'admin') ?? false;

/** True if a user may publish apps; the server enforces it. */
export const isDeveloper = holds('developer');

/** True if a user may open the review desk; the server enforces it. */
export const isReviewer = holds('reviewer');

/** True if a user may open the operators' desk; the server enforces it. */
export const isOperator = holds('operator');
