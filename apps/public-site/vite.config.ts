import { reactRouter } from '@react-router/dev/vite';
import { browserFloor, shortClass, shortThemeNames } from '@yunduo/app-shell/browser-floor';
import { defineConfig, type Plugin } from 'vite';
import { referenceInDevelopment } from './reference/dev-server.ts';

const VENDOR =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|cookie-es|@reduxjs\/toolkit|redux|redux-thunk|immer|reselect|react-redux|use-sync-external-store|i18next|react-i18next)\//;
// Code that every page runs, and the small parts that most of them show: a file of a few hundred bytes costs more than
// it saves. Captcha, dialogs and the sanitiser load with the pages that need them.
const FRAME =
  /\/libs\/(api-client|api-contract\/src\/(?!proof-of-work|endpoints\/(account-admin|activity|audit|content-admin|decision|desk|dev-center|device|download|feedback|licence|newsletter|order|publishing|review|second-factor|store|webhook))|data-access\/src\/(?!(account|activity|control-panel|desk|desk-content|dev-center|device|download|feedback|licence|newsletter|order|publishing|review|second-factor|store|webhook)\.endpoints)|session|validation\/src\/(limits|time|vocabulary|operator-vocabulary|patterns|index)|i18n\/shared\/src\/(index|locale|words|day|money|size)|ui\/src\/(app-logo|badge|button|card|empty-state|field|flag|focus|icon|live-region|description-list|notice|page-head|status-dot|cx)|app-shell\/src\/(common|drafts|errors|forms\/form-error|i18n|lazy|app-page\/foreign-lang|rich-text\/use-from-server|listeners|loading-bar|navigation|notifications|overlay|theme|toasts|trusted-types|updates|chat-widget))|\/apps\/public-site\/app\/(shell\/(?!zh-|en-)|route-map|seo|features\/errors)|vite\/preload-helper/;

// Chunks whose functions all run soon after loading: V8 compiles them on another thread while they download, instead of
// one function after the other at the first press
// (docs/decisions/0020-precompile-the-modules-of-the-first-interaction.md).
const COMPILED_AHEAD = new Set(['vendor', 'frame', 'entry.client', 'route']);

/** Runs last: a banner of the bundler would end up behind Vite's list of a chunk's dynamic dependencies. */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && COMPILED_AHEAD.has(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

// Only unused parts of formik (`connect`, `withFormik`) need these; as CommonJS they would not be tree-shaken: 0.7 kB.
const UNUSED_BY_FORMS = [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }];

/**
 * Formik copies values with lodash, 4 kB for cases that no form has (classes, buffers, cycles): plain values need
 * shorter code (docs/decisions/0058-copy-form-values-without-lodash.md).
 */
const PLAIN_COPIES: Readonly<Record<string, string>> = {
  'lodash-es/clone': 'export default (value) => (Array.isArray(value) ? [...value] : { ...value });',
  'lodash-es/cloneDeep': 'export default (value) => structuredClone(value);',
};
const plainCopies: Plugin = {
  name: 'plain-copies',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id in PLAIN_COPIES ? `\0${id}` : null),
  load: (id) => PLAIN_COPIES[id.slice(1)] ?? null,
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), referenceInDevelopment, shortThemeNames(), compiledAhead, plainCopies],
  css: { modules: command === 'build' ? { generateScopedName: shortClass } : {} },
  build: {
    // Pictures are separate files: a data URL would be sent with every page.
    assetsInlineLimit: 0,
    target: browserFloor(),
  },
  environments: {
    // The renderer bundles its dependencies: a deployment needs no installed packages.
    ssr: { resolve: command === 'build' ? { noExternal: true } : {} },
    client: {
      build: {
        rolldownOptions: {
          treeshake: { moduleSideEffects: UNUSED_BY_FORMS },
          output: {
            // Seven characters distinguish builds of a file, and every page lists the names of its files.
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            // Few files: a page requests its whole application at once.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: VENDOR, priority: 2 },
                { name: 'frame', test: FRAME, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}));
