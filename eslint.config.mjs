import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import jest from 'eslint-plugin-jest';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import playwright from 'eslint-plugin-playwright';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { depConstraints } from './tools/lint/boundaries.mjs';

const SAFE_STORAGE = 'A storage may throw: use browserStorage or tabStorage of @yunduo/session.';
const LIVE = 'A region that comes together with its words is often not read: use LiveRegion of @yunduo/ui.';
const LAZY = 'React keeps a failure for ever: use lazyWithRetry of @yunduo/app-shell.';
/** Features of an app, each of which imports no other: what two of them need is the app's or a library's. */
const siblingFeatures = ['public-site', 'developer-console'].flatMap((app) => {
  const folder = `apps/${app}/app/features`;
  const names = readdirSync(new URL(folder, import.meta.url));
  return names.map((name) => ({
    files: [`${folder}/${name}/**`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(features/)?(${names.filter((other) => other !== name).join('|')})/`,
              message: 'A feature does not import its sibling.',
            },
          ],
        },
      ],
    },
  }));
});
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.check.ts'];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/build/**',
      '**/.react-router/**',
      '**/storybook-static/**',
      '**/reports/**',
      '**/fixtures/**',
      '.nx/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  { languageOptions: { globals: { ...globals.node } } },
  {
    // Configuration files reach the root presets by path; boundaries are about what ships.
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          // A page has most words at once; those of its lazy parts come with them.
          checkDynamicDependenciesExceptions: ['^@yunduo/i18n'],
          depConstraints,
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      // The type check finds them (`noUnusedLocals`, `noUnusedParameters`).
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  // What speaks to a terminal may print.
  {
    files: [
      'tools/**',
      'e2e/*.ts',
      'apps/api/src/**/*-command.ts',
      'apps/*/server/**',
      'apps/*/reference/build.ts',
      'libs/*/guides/**',
    ],
    rules: { 'no-console': 'off' },
  },
  // How often anybody may ask for anything stands in libs/validation; `count: 1` in a named period says no more than that.
  {
    files: ['apps/api/src/**'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "ObjectExpression:has(> Property[key.name='window']) > Property[key.name='count'] > Literal[value!=1]",
          message: 'Rates are constants of libs/validation.',
        },
      ],
    },
  },
  // A browser may refuse a storage in any way: only `libs/session` meets it, and the head scripts, which import nothing.
  {
    files: ['apps/public-site/**', 'apps/developer-console/**', 'libs/**'],
    ignores: [
      ...tests,
      '**/testing.ts',
      'libs/session/src/{safe-storage,cookies}.ts',
      'apps/public-site/server/intent-loader.ts',
      'apps/developer-console/prerender/landing-loader.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({ name, message: SAFE_STORAGE })),
      ],
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis', 'self'].flatMap((object) =>
          ['localStorage', 'sessionStorage'].map((property) => ({ object, property, message: SAFE_STORAGE })),
        ),
        {
          object: 'document',
          property: 'cookie',
          message: 'Cookies are written and read by @yunduo/session.',
        },
        { object: 'React', property: 'lazy', message: LAZY },
      ],
    },
  },
  // A part that comes later comes one way: it is asked for again at the next press, and never takes the page with it.
  {
    files: ['apps/public-site/app/**', 'apps/developer-console/app/**', 'libs/**'],
    // Runs in servers only.
    ignores: [...tests, 'libs/tracing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'react', importNames: ['lazy'], message: LAZY }] },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ImportExpression:not(CallExpression[callee.name=/^(lazyWithRetry|loadChunk)$/] ImportExpression, Property[key.name=/^(zh|en)$/] > ArrowFunctionExpression > ImportExpression, Property[key.name=/^(zh|en)$/] > ArrayExpression > ArrowFunctionExpression > ImportExpression)',
          message: LAZY,
        },
        {
          selector:
            'JSXOpeningElement[name.name!="LiveRegion"] > JSXAttribute[name.name="role"]:has(Literal[value=/^(alert|status)$/])',
          message: LIVE,
        },
      ],
    },
  },
  ...siblingFeatures,
  // Playwright reads a fixture's needs from its destructured parameter, and `{}` says: none.
  { files: ['e2e/**/fixtures.ts', 'e2e/engines/engines.ts'], rules: { 'no-empty-pattern': 'off' } },
  {
    files: ['apps/public-site/**/*.tsx', 'apps/developer-console/**/*.tsx', 'libs/**/*.tsx'],
    languageOptions: { globals: { ...globals.browser } },
    plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y },
    rules: { ...reactHooks.configs.recommended.rules, ...jsxA11y.flatConfigs.recommended.rules },
  },
  {
    files: tests,
    plugins: { jest },
    rules: {
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert'], additionalTestBlockFunctions: ['alone'] },
      ],
      // The rule above does not see a test whose callee is chosen, `(onPostgres ? test : test.skip)(…)`, nor one under
      // a name that it was not told of.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression:matches([callee.type="ConditionalExpression"], [callee.callee.object.type="ConditionalExpression"]):not(:has(CallExpression[callee.name=/^expect/]))',
          message: 'Test has no assertions.',
        },
        {
          selector:
            'VariableDeclarator[id.name!="alone"]:matches([init.name=/^(test|it)$/], [init.consequent.name=/^(test|it)$/], [init.alternate.name=/^(test|it)$/])',
          message: 'Another name for test hides it from the rules: only "alone" is known to them.',
        },
      ],
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-identical-title': 'error',
      'jest/valid-expect': 'error',
      'jest/no-standalone-expect': 'off',
    },
  },
  {
    files: ['e2e/**/*.e2e.ts'],
    plugins: { playwright },
    rules: {
      ...playwright.configs['flat/recommended'].rules,
      'playwright/expect-expect': ['error', { assertFunctionPatterns: ['^expect', '^axe$'] }],
      'playwright/no-skipped-test': 'error',
      'playwright/no-wait-for-timeout': 'error',
    },
  },
  prettier,
);
