import { isRejected, type Middleware } from '@reduxjs/toolkit';
import type { ApiFailure } from '@yunduo/api-client';
import { handlerOf, isApiFailure, profileApi, type AppDispatch, type CallMeta } from '@yunduo/data-access';
import { splitLocale } from '@yunduo/i18n';
import { endSession } from '@yunduo/session';
import { signInAsked } from '../common/common-slice.ts';
import type { ShellState } from '../common/shell-hooks.ts';
import { failureText } from '../errors/failure-text.ts';
import { tellUnlessShown } from '../errors/shown-failures.ts';
import { showToast, toastStore, type ToastText } from '../toasts/toast-store.ts';

/** RTK Query's description of a failed call. */
interface CallContext {
  requestId: string;
  arg: { endpointName: string; originalArgs: unknown };
  baseQueryMeta?: CallMeta;
  /** Not sent: answered from the cache. */
  condition: boolean;
  /** Aborted by its page: a removed upload, or one of a page that was left. It has no answer, not even a failure. */
  aborted: boolean;
}

/**
 * The error catalogue (specification §8) as one store middleware for the browser. A failed call becomes a
 * toast unless its form or page shows it; a 401 ends the session and asks for sign-in; a 403 reloads the user
 * and their permissions.
 */
export function createShellListeners(): Middleware {
  return (store) => {
    const state = () => store.getState() as ShellState;
    // Of two concurrent 401s the second may arrive after the redirect to sign-in has begun.
    let endedOnUserPage = false;

    return (next) => (action) => {
      const result = next(action);
      if (isRejected(action) && isCall(action.meta) && !action.meta.condition && !action.meta.aborted) {
        if (isApiFailure(action.payload)) report(action.payload, action.meta);
        // Our defect, reported to the visitor all the same.
        else showError({ message: 'server_busy' });
      }
      return result;
    };

    function report(failure: ApiFailure, context: CallContext): void {
      if (failure.code === 'ABORTED') return;
      if (failure.status === 401) return reportDeadSession(context);
      if (failure.status === 403) reloadUser(context);
      const handler = handlerOf(context.requestId, context.arg.originalArgs);
      if (handler === 'view' || (handler === 'part' && failure.status === 404)) return;
      if (handler === 'form' && (failure.status === 400 || failure.status === 404)) {
        return tellUnlessShown(failure);
      }
      showError(failureText(failure));
    }

    /** A role was removed since the user was loaded: pages and links that require it disappear. */
    function reloadUser({ arg }: CallContext): void {
      if (state().session.user === null || arg.endpointName === 'userInfo') return;
      const call = profileApi.endpoints.userInfo.initiate(undefined, {
        forceRefetch: true,
        subscribe: false,
      });
      void (store.dispatch as AppDispatch)(call);
    }

    function reportDeadSession({ arg, baseQueryMeta }: CallContext): void {
      const { session, common } = state();
      const loadsUser = arg.endpointName === 'userInfo';
      if (baseQueryMeta && baseQueryMeta.generation !== session.generation) {
        // The session of this call has already ended. The login-expired message wins; a new session stays.
        if (loadsUser && endedOnUserPage && !session.token) showError({ message: 'login_expired' });
        return;
      }
      endedOnUserPage = isUserPage(common.path || location.pathname);
      (store.dispatch as AppDispatch)(endSession());
      const expired = loadsUser && endedOnUserPage;
      // A page that is being left may send one more call without a session; the reason has already been
      // shown.
      if (expired || !saysExpired()) showError({ message: expired ? 'login_expired' : 'login_first' });
      store.dispatch(signInAsked());
    }
  };
}

const showError = (text: ToastText): void => showToast(text, { kind: 'error' });

function saysExpired(): boolean {
  const text = toastStore.get()?.text;
  return typeof text === 'object' && text.message === 'login_expired';
}

function isCall(meta: object): meta is CallContext {
  return 'arg' in meta && typeof meta.arg === 'object' && meta.arg !== null && 'endpointName' in meta.arg;
}

function isUserPage(pathname: string): boolean {
  const { path } = splitLocale(pathname);
  return path === '/user' || path.startsWith('/user/');
}
