import { reactRouter } from '@react-router/dev/vite';
import { browserFloor, shortClass, shortThemeNames } from '@yunduo/app-shell/browser-floor';
import { defineConfig } from 'vite';

// Code that every page runs; forms and the editor load with the pages that need them.
const FRAME =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|cookie-es|@reduxjs\/toolkit|redux|redux-thunk|immer|reselect|react-redux|use-sync-external-store|i18next|react-i18next)\/|\/libs\/(api-client|api-contract\/src\/(?!proof-of-work|endpoints\/(account-admin|activity|audit|content-admin|decision|desk|dev-center|device|download|feedback|licence|newsletter|order|publishing|review|second-factor|store|webhook))|data-access\/src\/(?!(account|activity|control-panel|desk|desk-content|dev-center|device|download|feedback|licence|newsletter|order|publishing|review|second-factor|store|captcha|auth|webhook)\.endpoints)|session|validation\/src\/(limits|time|index)|i18n\/shared\/src\/(index|locale|words|day)|ui\/src\/(button|gauge\/|focus\/|brand-mark|icon|cx|loading-bar|notification|side-nav|toast|use-)|app-shell\/src\/(common|drafts\/local|errors|i18n|lazy\/load-chunk|listeners|loading-bar|navigation|notifications|overlay|theme|toasts|trusted-types|updates|chat-widget|rich-text\/(use-from-server|text-failed)))|vite\/preload-helper|\/apps\/developer-console\/app\/(paths|shell\/(?!zh-|en-|sign-out))/;

// Code that the application's pages share and the landing page does not need: one chunk.
const PAGES =
  /\/libs\/(app-shell\/src\/(forms\/form-error|lazy\/(lazy-with-retry|load-words))|validation\/src\/(field-errors|vocabulary)|i18n\/shared\/src\/text-lang|ui\/src\/(app-logo|badge|card|checkbox|empty-state|field|live-region|description-list|notice|page-head|progress|select|skeleton|status-dot|table|tabs|text-input|timeline)\/)|\/developer-console\/app\/(parts\/(?!rich-editor|upload-words|app-state|app-field|developers-only)|forms\/use-name-availability)/;

// Code that the pages of one app share.
const APP_PAGES =
  /\/app-shell\/src\/drafts\/draft-state|\/developer-console\/app\/app-pages\/(?!save-state|status|use-(?:autosave|current-draft)|answer-|conflict-list|plain-text|suggestion-card)/;

// Code that the sections of the listing share, whether they load with the page or later, and the form of a version.
const LISTING =
  /\/drafts\/autosaved-draft|\/app-pages\/(use-autosave|save-state)|\/features\/listing\/(app-id|both-field|listing-draft|field-suggestions|use-listing-draft|use-field-error)\.tsx?$/;

// Only unused parts of formik (`connect`, `withFormik`) need these; as CommonJS they would not be tree-shaken.
const UNUSED_BY_FORMS = [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }];

export default defineConfig(({ command }) => ({
  // Files are served under the prefix; the pages of both languages are routes, so there is no basename.
  base: command === 'build' ? '/developer-center/' : '/',
  plugins: [reactRouter(), shortThemeNames()],
  css: { modules: command === 'build' ? { generateScopedName: shortClass } : {} },
  // The build prerenders from this server. `localhost` has two addresses in a container, and only one is served.
  preview: { host: '127.0.0.1' },
  // One small stylesheet for all pages: fewer requests.
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    target: browserFloor(),
  },
  environments: {
    client: {
      build: {
        // Few files: a page requests its whole application at once.
        rolldownOptions: {
          treeshake: { moduleSideEffects: UNUSED_BY_FORMS },
          output: {
            // Seven characters distinguish builds of a file, and every page lists the names of all files.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'frame', test: FRAME },
                { name: 'pages', test: PAGES },
                { name: 'app-pages', test: APP_PAGES },
                { name: 'listing', test: LISTING },
                // What a submission shares with its parts that load later.
                {
                  name: 'submission',
                  test: /\/features\/review\/(content\.module|review-file\.module|suggestion-draft)/,
                },
                // What the versions share with the preview and with suggestions.
                { name: 'drafts', test: /\/app-pages\/(use-current|answer)-draft/ },
              ],
            },
          },
        },
      },
    },
  },
}));
