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
 * The account as a whole, and what the links of its mails lead to. Apart from `profileApi`: only the panels and sections
 * that make these calls load them.
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
    /** Asked for when somebody wants the file, and kept nowhere. */
    accountExport: build.mutation<AccountExport, void>({
      query: () => call(userInfo.export, undefined),
    }),
    deletePrepare: build.mutation<DeletionOutlook, InputOf<typeof userInfo.deletePrepare>>({
      query: (input) => call(userInfo.deletePrepare, input),
    }),
    /** Afterwards there is no session: who asks ends it here as well, since the way leads home and not to sign-in. */
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
      // The answer is what the server has; a press that it has not answered yet is the view's.
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        // At once, before the view lets go of what was pressed: no box goes back for a moment.
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
