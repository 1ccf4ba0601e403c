import { userAuth, userInfo, type DataOf, type InputOf, type MailPreferences } from '@yunduo/api-contract';
import { endSession } from '@yunduo/session';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';
import { noteSession } from './take-user.ts';

/**
 * Calls for the account as a whole and for the links in its emails. Separate from `profileApi`: only the
 * panels and sections that use them load them.
 */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    recentActivity: queryOf(build, userInfo.recentActivity, ['Session']),
    /** Requested on demand and not cached. */
    accountExport: mutationOf(build, userInfo.export),
    deletePrepare: mutationOf(build, userInfo.deletePrepare),
    /**
     * The session has ended on the server. The caller ends it here as well, because the next page is the home
     * page and not sign-in.
     */
    deleteConfirm: mutationOf(build, userInfo.deleteConfirm),
    mailPreferences: queryOf(build, userInfo.mailPreferences, ['MailPreferences']),
    saveMailPreferences: build.mutation<MailPreferences, InputOf<typeof userInfo.saveMailPreferences>>({
      query: (input) => call(userInfo.saveMailPreferences, input),
      // The response is the server's state; the view holds changes that are still unanswered.
      async onQueryStarted(_input, { dispatch, getState, queryFulfilled }) {
        const isCurrent = noteSession(getState);
        const saved = await queryFulfilled.catch(() => null);
        // Synchronous, before the view drops its own value, so that no checkbox flips back for a moment.
        if (saved && isCurrent())
          dispatch(accountApi.util.updateQueryData('mailPreferences', undefined, () => saved.data));
      },
    }),
    emailChangeUndo: build.mutation<
      DataOf<typeof userAuth.emailChangeUndo>,
      InputOf<typeof userAuth.emailChangeUndo>
    >({
      query: (input) => call(userAuth.emailChangeUndo, input),
      async onQueryStarted(_input, { dispatch, getState, queryFulfilled }) {
        const isCurrent = noteSession(getState);
        const result = await queryFulfilled.catch(() => null);
        if (result?.data.signed_out && isCurrent()) dispatch(endSession());
      },
    }),
    disownSession: build.mutation<
      DataOf<typeof userAuth.disownSession>,
      InputOf<typeof userAuth.disownSession>
    >({
      query: (input) => call(userAuth.disownSession, input),
      invalidatesTags: ['Session'],
      async onQueryStarted(_input, { dispatch, getState, queryFulfilled }) {
        const isCurrent = noteSession(getState);
        const result = await queryFulfilled.catch(() => null);
        if (result?.data.signed_out && isCurrent()) dispatch(endSession());
      },
    }),
  }),
});

export const {
  useRecentActivityQuery,
  useAccountExportMutation,
  useDeletePrepareMutation,
  useDeleteConfirmMutation,
  useMailPreferencesQuery,
  useSaveMailPreferencesMutation,
  useEmailChangeUndoMutation,
  useDisownSessionMutation,
} = accountApi;
