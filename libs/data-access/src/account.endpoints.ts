import {
  userAuth,
  userInfo,
  type AccountExport,
  type DataOf,
  type DeletionOutlook,
  type InputOf,
  type MailPreferences,
} from '@yunduo/api-contract';
import { endSession } from '@yunduo/session';
import { api } from './api.ts';
import { call } from './base-query.ts';

/**
 * Calls for the account as a whole and for the links in its emails. Separate from `profileApi`: only the
 * panels and sections that use them load them.
 */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    recentActivity: build.query<
      DataOf<typeof userInfo.recentActivity>,
      InputOf<typeof userInfo.recentActivity>
    >({
      query: (input) => call(userInfo.recentActivity, input),
      providesTags: ['Session'],
    }),
    /** Requested on demand and not cached. */
    accountExport: build.mutation<AccountExport, void>({
      query: () => call(userInfo.export, undefined),
    }),
    deletePrepare: build.mutation<DeletionOutlook, InputOf<typeof userInfo.deletePrepare>>({
      query: (input) => call(userInfo.deletePrepare, input),
    }),
    /**
     * The session has ended on the server. The caller ends it here as well, because the next page is the home
     * page and not sign-in.
     */
    deleteConfirm: build.mutation<
      DataOf<typeof userInfo.deleteConfirm>,
      InputOf<typeof userInfo.deleteConfirm>
    >({ query: (input) => call(userInfo.deleteConfirm, input) }),
    mailPreferences: build.query<MailPreferences, void>({
      query: () => call(userInfo.mailPreferences, undefined),
      providesTags: ['MailPreferences'],
    }),
    saveMailPreferences: build.mutation<MailPreferences, InputOf<typeof userInfo.saveMailPreferences>>({
      query: (input) => call(userInfo.saveMailPreferences, input),
      // The response is the server's state; the view holds changes that are still unanswered.
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        // Synchronous, before the view drops its own value, so that no checkbox flips back for a moment.
        if (saved) dispatch(accountApi.util.updateQueryData('mailPreferences', undefined, () => saved.data));
      },
    }),
    emailChangeUndo: build.mutation<
      DataOf<typeof userAuth.emailChangeUndo>,
      InputOf<typeof userAuth.emailChangeUndo>
    >({
      query: (input) => call(userAuth.emailChangeUndo, input),
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result?.data.signed_out) dispatch(endSession());
      },
    }),
    disownSession: build.mutation<
      DataOf<typeof userAuth.disownSession>,
      InputOf<typeof userAuth.disownSession>
    >({
      query: (input) => call(userAuth.disownSession, input),
      invalidatesTags: ['Session'],
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result?.data.signed_out) dispatch(endSession());
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
