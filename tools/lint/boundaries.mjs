/**
 * Allowed imports between projects (docs/architecture.md, "Boundaries"). Read by ESLint and by the second
 * check, `tools/checks/boundaries.ts`, which also sees type-only and dynamic imports.
 */
export const depConstraints = [
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:shell', 'type:data', 'type:ui', 'type:base'] },
  { sourceTag: 'type:shell', onlyDependOnLibsWithTags: ['type:data', 'type:ui', 'type:base'] },
  { sourceTag: 'type:data', onlyDependOnLibsWithTags: ['type:data', 'type:base'] },
  {
    sourceTag: 'type:ui',
    onlyDependOnLibsWithTags: ['type:ui'],
    bannedExternalImports: [
      '@reduxjs/*',
      'react-redux',
      'react-router',
      '@react-router/*',
      'i18next',
      'react-i18next',
    ],
  },
  { sourceTag: 'type:base', onlyDependOnLibsWithTags: ['type:base'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:base', 'type:e2e'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:base', 'type:e2e'] },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: ['scope:web', 'scope:shared'] },
  { sourceTag: 'scope:api', onlyDependOnLibsWithTags: ['scope:api', 'scope:shared'] },
  // Programs and test set-ups, never shipped: they use any package, but no code of the server or the browser.
  { sourceTag: 'scope:tool', onlyDependOnLibsWithTags: ['scope:shared'] },
  {
    sourceTag: 'scope:shared',
    onlyDependOnLibsWithTags: ['scope:shared'],
    // Shared code runs anywhere: it depends on no view, server framework or database.
    bannedExternalImports: [
      'react',
      'react-dom',
      'react-redux',
      'react-router',
      '@react-router/*',
      'react-i18next',
      'fastify',
      '@fastify/*',
      'drizzle-orm',
    ],
  },
  { sourceTag: 'owner:marketing', notDependOnLibsWithTags: ['owner:devrel'] },
  { sourceTag: 'owner:devrel', notDependOnLibsWithTags: ['owner:marketing'] },
];
