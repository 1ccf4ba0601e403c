import type { Words } from '../words.ts';
import type { tokenScopes as zh } from '../zh/token-scopes.ts';

export const tokenScopes = {
  'app:read': 'Read apps and downloads',
  'app:write': 'Edit drafts, upload images, create versions',
  'version:submit': 'Submit versions for review',
} satisfies Words<typeof zh>;
