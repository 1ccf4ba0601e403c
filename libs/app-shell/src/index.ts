export { AppPage, type AppPageProps } from './app-page/app-page.tsx';
export { ChangeList } from './app-page/change-list.tsx';
export { changesLang, foreignLang } from './app-page/foreign-lang.ts';
export { CodeText } from './app-page/code-text.tsx';
export { SideSection } from './app-page/side-section.tsx';
export { afterNextPaint, nextPaint } from './common/next-paint.ts';
export * from './common/common-slice.ts';
export * from './common/shell-hooks.ts';
export { useAddressValues } from './common/use-address-values.ts';
export { useLeaveSignal } from './common/use-leave-signal.ts';
export { CopyButton } from './copy/copy-button.tsx';
export { ErrorPage } from './errors/error-page.tsx';
export { errorTitle, pageError } from './errors/page-error.ts';
export { UnhandledErrors } from './errors/unhandled-errors.tsx';
export { I18nProvider } from './i18n/i18n-provider.tsx';
export { LanguageSwitch } from './i18n/language-switch.tsx';
export { LocaleLink, useLocalePath } from './i18n/locale-link.tsx';
export { translator, type Translate } from './i18n/translator.ts';
export { typedTranslations, useLocale, useSharedTranslations, useI18n } from './i18n/use-translations.ts';
export { addWords, createWordsInstance } from './i18n/words-instance.ts';
export { lazyWithRetry, type PartFailedProps } from './lazy/lazy-with-retry.tsx';
export { loadWords, type WordModules } from './lazy/load-words.ts';
export { loadChunk } from './lazy/load-chunk.ts';
export { createShellListeners } from './listeners/shell-listeners.ts';
export { ShellEffects } from './listeners/shell-effects.tsx';
export { useSessionEnd } from './listeners/use-session-end.ts';
export { LoadingBar } from './loading-bar/loading-bar.tsx';
export { createFetchAhead } from './navigation/fetch-ahead.ts';
export { notePage } from './navigation/note-page.ts';
export { keepPage, numberEntries } from './navigation/keep-page.ts';
export { networkNotice } from './navigation/network-notice.ts';
export { openPage } from './navigation/open-page.ts';
export { loadRoute } from './navigation/route-files.ts';
export { paintBeforeNavigation } from './navigation/paint-before-navigation.ts';
export { ScrollMemory, takeOverScrolling } from './navigation/scroll-memory.ts';
export { safeNavigate } from './navigation/safe-navigate.ts';
export { parseSafeUrl, sitePath } from './navigation/safe-url.ts';
export { urlOf } from './navigation/url-of.ts';
export { Notifications } from './notifications/notifications.tsx';
export { ConfirmDialog, Dialog, FormDialog } from './dialogs/dialog.tsx';
export { ListPages } from './pages/list-pages.tsx';
export {
  makePasskey,
  passkeySupport,
  signWithPasskey,
  type PasskeyAnswer,
  type PasskeyFault,
} from './passkeys/passkeys.ts';
export { ProofHost } from './proof/proof-host.tsx';
export { Prose } from './rich-text/prose.tsx';
export { fetchRichText } from './rich-text/fetch-rich-text.ts';
export { RichText } from './rich-text/rich-text.tsx';
export { ThemeSwitch } from './theme/theme-switch.tsx';
export { countdownParts, useCountdown } from './time/use-countdown.ts';
export { usePassed, useRefetchAt } from './time/use-passed.ts';
export { useResend } from './time/use-resend.ts';
export { showToast, type ToastText } from './toasts/toast-store.ts';
export { Toasts } from './toasts/toasts.tsx';
export {
  followTranslation,
  onRecoverableError,
  rememberControls,
  unwrapTexts,
} from './translation/translated-page.ts';
export { allowReactMarkup } from './trusted-types/trusted-types.ts';
export { reloadGuard } from './updates/reload-guard.ts';
export { keepFilesOut } from './uploads/keep-files-out.ts';
export { useUpload, type Upload } from './uploads/use-upload.ts';
export { UpdateCheck } from './updates/update-check.tsx';
export { SliderCaptcha } from './captcha/slider-captcha.tsx';
export { failureText, useFailureText } from './errors/failure-text.ts';
export { claimFailure, useShownFailure } from './errors/shown-failures.ts';
export { ChatWidget } from './chat-widget/chat-widget.tsx';
