import { reactRouter } from '@react-router/dev/vite';
import { browserFloor, shortThemeNames } from '@yunduo/app-shell/browser-floor';
import { defineConfig } from 'vite';

// What every page runs, whatever it shows; forms and the editor come with the pages that need them.
const FRAME =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|cookie-es|@reduxjs\/toolkit|redux|redux-thunk|immer|reselect|react-redux|use-sync-external-store|i18next|react-i18next)\/|\/libs\/(api-client|api-contract\/src\/(?!proof-of-work|endpoints\/(account-admin|activity|audit|content-admin|decision|desk|dev-center|device|download|feedback|licence|newsletter|order|publishing|review|second-factor|store|webhook))|data-access\/src\/(?!(account|activity|control-panel|desk|desk-content|dev-center|device|download|feedback|licence|newsletter|order|publishing|review|second-factor|store|captcha|auth|webhook)\.endpoints)|session|validation\/src\/(limits|time|index)|i18n\/shared\/src\/(index|locale|words|day)|ui\/src\/(button|gauge\/|focus\/|brand-mark|icon|cx|loading-bar|notification|side-nav|toast|use-)|app-shell\/src\/(common|errors|i18n|lazy\/load-chunk|listeners|loading-bar|navigation|notifications|overlay|theme|toasts|trusted-types|updates|chat-widget|rich-text\/(use-from-server|text-failed)))|vite\/preload-helper|\/apps\/developer-console\/app\/(paths|shell\/(?!zh-|en-|sign-out))/;

// What the pages of the application share, and the landing page does not: one file between them.
const PAGES =
  /\/libs\/(app-shell\/src\/(drafts\/local|forms\/form-error|lazy\/lazy-with-retry)|validation\/src\/(field-errors|vocabulary)|ui\/src\/(app-logo|badge|card|checkbox|empty-state|field|live-region|description-list|notice|page-head|progress|select|skeleton|status-dot|table|tabs|text-input|timeline)\/)|\/developer-console\/app\/(parts\/(?!rich-editor|upload-words|app-state)|forms\/use-name-availability)/;

// What the pages of one app share.
const APP_PAGES =
  /\/app-shell\/src\/drafts\/draft-state|\/developer-console\/app\/app-pages\/(?!status|answer-|conflict-list|plain-text|suggestion-card)/;

// What the sections of the listing share, whether the page comes with them or they come later.
const LISTING =
  /\/features\/listing\/(app-id|both-field|listing-draft|field-suggestions|use-listing-draft|use-field-error)\.tsx?$/;

// Only what no form uses of formik (`connect`, `withFormik`) needs these; as CommonJS they would stay.
const UNUSED_BY_FORMS = [{ test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }];

export default defineConfig(({ command }) => ({
  // Files live under the prefix; the pages of both languages are routes, so there is no basename.
  base: command === 'build' ? '/developer-center/' : '/',
  plugins: [reactRouter(), shortThemeNames()],
  // One small style sheet for all pages: fewer requests.
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    target: browserFloor(),
  },
  environments: {
    client: {
      build: {
        // Few files: a page asks for its application all at once.
        rolldownOptions: {
          treeshake: { moduleSideEffects: UNUSED_BY_FORMS },
          output: {
            // Seven characters tell two builds of a file apart, and every page carries the names of all files.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'frame', test: FRAME },
                { name: 'pages', test: PAGES },
                { name: 'app-pages', test: APP_PAGES },
                { name: 'listing', test: LISTING },
              ],
            },
          },
        },
      },
    },
  },
}));
