import type { TokenScope } from '@yunduo/validation';

/** The word of a scope: a colon cannot stand in the name of one. */
export const SCOPE_WORDS = {
  'app:read': 'tokens.scope.app_read',
  'app:write': 'tokens.scope.app_write',
  'version:submit': 'tokens.scope.version_submit',
} as const satisfies Record<TokenScope, string>;
