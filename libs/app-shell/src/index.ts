export { AppPage, type AppPageProps, type AppPageSlots } from './app-page/app-page.tsx';
export { ChangeList } from './app-page/change-list.tsx';
export { CodeText } from './app-page/code-text.tsx';
export { SideSection } from './app-page/side-section.tsx';
export { afterPaint } from './common/after-paint.ts';
export * from './common/common-slice.ts';
export * from './common/shell-hooks.ts';
export { CopyButton, type CopyButtonProps } from './copy/copy-button.tsx';
export { copyText, type CopyOutcome } from './copy/copy-text.ts';
export { ErrorPage, type ErrorPageProps } from './errors/error-page.tsx';
export { errorTitle, pageError, type PageError } from './errors/page-error.ts';
export { reportAppError } from './errors/app-errors.ts';
export { useClearError } from './errors/use-clear-error.ts';
export { I18nProvider } from './i18n/i18n-provider.tsx';
export { LanguageSwitch, rememberLocale } from './i18n/language-switch.tsx';
export { LocaleLink, useLocalePath } from './i18n/locale-link.tsx';
export { typedWords, useLocale, useSharedWords, useWordsInstance, type Translate } from './i18n/use-words.ts';
export { addWords, createWordsInstance } from './i18n/words-instance.ts';
export { createShellListeners } from './listeners/shell-listeners.ts';
export { ShellEffects } from './listeners/shell-effects.tsx';
export { useSessionEnd } from './listeners/use-session-end.ts';
export { LoadingBar } from './loading-bar/loading-bar.tsx';
export {
  createLoadingController,
  type LoadingState,
  type LoadingView,
} from './loading-bar/loading-controller.ts';
export { loadingProgress } from './loading-bar/loading-progress.ts';
export { paintBeforeNavigation } from './navigation/paint-before-navigation.ts';
export { NavigationRefused, safeNavigate, type SafeNavigateOptions } from './navigation/safe-navigate.ts';
export { isSafeUrl, parseSafeUrl, sitePath, type SafeUrlOptions } from './navigation/safe-url.ts';
export { dismissNotice, notify, type Notice, type NoticeAction } from './notifications/notification-store.ts';
export { Notifications } from './notifications/notifications.tsx';
export { Dialog, type DialogProps } from './overlay/dialog.tsx';
export { onDemand } from './overlay/on-demand.tsx';
export { createOverlayOrder, overlayOrder, type OverlayPlace } from './overlay/overlay-order.ts';
export { useOverlayZ } from './overlay/use-overlay-z.ts';
export { Prose } from './rich-text/prose.tsx';
export { RichText } from './rich-text/rich-text.tsx';
export { ThemeSwitch } from './theme/theme-switch.tsx';
export { chooseTheme, readTheme, THEMES, type Theme } from './theme/theme.ts';
export { countdownParts, useCountdown, type CountdownParts } from './time/use-countdown.ts';
export { useResend, type Resend } from './time/use-resend.ts';
export {
  hideToast,
  showToast,
  type ToastKind,
  type ToastOptions,
  type ToastText,
} from './toasts/toast-store.ts';
export { Toasts } from './toasts/toasts.tsx';
export { allowReactMarkup } from './trusted-types/trusted-types.ts';
export { reloadGuard } from './updates/reload-guard.ts';
export { UpdateCheck, type UpdateCheckProps } from './updates/update-check.tsx';
export { SliderCaptcha } from './captcha/slider-captcha.tsx';
export type { SliderCaptchaProps } from './captcha/use-slider-captcha.ts';
export { ChatWidget, type ChatWidgetProps } from './chat-widget/chat-widget.tsx';
