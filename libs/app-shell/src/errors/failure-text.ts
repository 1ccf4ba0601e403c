import type { ApiFailure } from '@yunduo/api-client';
import { useSharedTranslations } from '../i18n/use-translations.ts';
import type { ToastText } from '../toasts/toast-store.ts';

/** The text of a failed call by the error catalogue (specification §8): its `msg` for 400, 404 and 500. */
export function failureText({ status, msg }: Pick<ApiFailure, 'status' | 'msg'>): ToastText {
  if (status === 403) return { message: 'access_refused' };
  if ((status === 400 || status === 404 || status === 500) && msg) return msg;
  return { message: 'server_busy' };
}

/** The same in the page's language, for a view that shows it. */
export function useFailureText(): (failure: Pick<ApiFailure, 'status' | 'msg'>) => string {
  const words = useSharedTranslations('messages');
  return (failure) => {
    const text = failureText(failure);
    return typeof text === 'string' ? text : words(text.message);
  };
}
