import type { TokenScope } from '@yunduo/validation';

/** Word key of a scope: a key cannot contain a colon. */
export const SCOPE_WORDS = {
  'app:read': 'tokens.scope.app_read',
  'app:write': 'tokens.scope.app_write',
  'version:submit': 'tokens.scope.version_submit',
} as const satisfies Record<TokenScope, string>;
