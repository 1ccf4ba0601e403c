import {
  adminAudit,
  adminDecision,
  adminDesk,
  adminFeedback,
  adminOrder,
  adminReport,
  adminUser,
  type DataOf,
  type InputOf,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';
import { handledByView } from './handled.ts';

/** The one argument of `deskToday`: the desk's navigation and first page share its request. A failure is shown there, or leaves the counts out. */
export const DESK_WAITING = handledByView({});

/**
 * The operators' desk. One tag for all of it: an action changes its own room, the counts of the first page
 * and the audit log, and a rejection means that another operator acted first. Only displayed data is
 * requested again.
 */
export const deskApi = api.enhanceEndpoints({ addTagTypes: ['Desk'] }).injectEndpoints({
  endpoints: (build) => ({
    deskToday: build.query<DataOf<typeof adminDesk.today>, typeof DESK_WAITING>({
      query: () => call(adminDesk.today, undefined),
      providesTags: ['Desk'],
    }),
    deskOrders: build.query<DataOf<typeof adminOrder.list>, InputOf<typeof adminOrder.list>>({
      query: (input) => call(adminOrder.list, input),
      providesTags: ['Desk'],
    }),
    deskOrder: build.query<DataOf<typeof adminOrder.detail>, InputOf<typeof adminOrder.detail>>({
      query: (input) => call(adminOrder.detail, input),
      providesTags: ['Desk'],
    }),
    deskConfirmTransfer: build.mutation<
      DataOf<typeof adminOrder.confirmTransfer>,
      InputOf<typeof adminOrder.confirmTransfer>
    >({
      query: (input) => call(adminOrder.confirmTransfer, input),
      invalidatesTags: ['Desk'],
    }),
    deskRefundDecide: build.mutation<
      DataOf<typeof adminOrder.refundDecide>,
      InputOf<typeof adminOrder.refundDecide>
    >({
      query: (input) => call(adminOrder.refundDecide, input),
      invalidatesTags: ['Desk'],
    }),
    deskReturnPayment: build.mutation<
      DataOf<typeof adminOrder.returnPayment>,
      InputOf<typeof adminOrder.returnPayment>
    >({
      query: (input) => call(adminOrder.returnPayment, input),
      invalidatesTags: ['Desk'],
    }),
    deskInvoiceDecide: build.mutation<
      DataOf<typeof adminOrder.invoiceDecide>,
      InputOf<typeof adminOrder.invoiceDecide>
    >({
      query: (input) => call(adminOrder.invoiceDecide, input),
      invalidatesTags: ['Desk'],
    }),
    deskDecisions: build.query<DataOf<typeof adminDecision.list>, InputOf<typeof adminDecision.list>>({
      query: (input) => call(adminDecision.list, input),
      providesTags: ['Desk'],
    }),
    deskDecisionConfirm: build.mutation<
      DataOf<typeof adminDecision.confirm>,
      InputOf<typeof adminDecision.confirm>
    >({
      query: (input) => call(adminDecision.confirm, input),
      invalidatesTags: ['Desk'],
    }),
    deskDecisionDecline: build.mutation<
      DataOf<typeof adminDecision.decline>,
      InputOf<typeof adminDecision.decline>
    >({
      query: (input) => call(adminDecision.decline, input),
      invalidatesTags: ['Desk'],
    }),
    deskFeedback: build.query<DataOf<typeof adminFeedback.list>, InputOf<typeof adminFeedback.list>>({
      query: (input) => call(adminFeedback.list, input),
      providesTags: ['Desk'],
    }),
    deskAssignees: build.query<DataOf<typeof adminFeedback.assignees>, void>({
      query: () => call(adminFeedback.assignees, undefined),
      providesTags: ['Desk'],
    }),
    deskFeedbackAssign: build.mutation<
      DataOf<typeof adminFeedback.assign>,
      InputOf<typeof adminFeedback.assign>
    >({
      query: (input) => call(adminFeedback.assign, input),
      invalidatesTags: ['Desk'],
    }),
    deskFeedbackAnswer: build.mutation<
      DataOf<typeof adminFeedback.answer>,
      InputOf<typeof adminFeedback.answer>
    >({
      query: (input) => call(adminFeedback.answer, input),
      invalidatesTags: ['Desk'],
    }),
    deskReports: build.query<DataOf<typeof adminReport.list>, InputOf<typeof adminReport.list>>({
      query: (input) => call(adminReport.list, input),
      providesTags: ['Desk'],
    }),
    deskReportClose: build.mutation<DataOf<typeof adminReport.close>, InputOf<typeof adminReport.close>>({
      query: (input) => call(adminReport.close, input),
      invalidatesTags: ['Desk'],
    }),
    deskAccounts: build.query<DataOf<typeof adminUser.list>, InputOf<typeof adminUser.list>>({
      query: (input) => call(adminUser.list, input),
      providesTags: ['Desk'],
    }),
    deskAccount: build.query<DataOf<typeof adminUser.detail>, InputOf<typeof adminUser.detail>>({
      query: (input) => call(adminUser.detail, input),
      providesTags: ['Desk'],
    }),
    deskRole: build.mutation<DataOf<typeof adminUser.role>, InputOf<typeof adminUser.role>>({
      query: (input) => call(adminUser.role, input),
      invalidatesTags: ['Desk'],
    }),
    deskDisable: build.mutation<DataOf<typeof adminUser.disable>, InputOf<typeof adminUser.disable>>({
      query: (input) => call(adminUser.disable, input),
      invalidatesTags: ['Desk'],
    }),
    deskRemoveFactor: build.mutation<
      DataOf<typeof adminUser.removeFactor>,
      InputOf<typeof adminUser.removeFactor>
    >({
      query: (input) => call(adminUser.removeFactor, input),
      invalidatesTags: ['Desk'],
    }),
    deskDeleteAccount: build.mutation<DataOf<typeof adminUser.delete>, InputOf<typeof adminUser.delete>>({
      query: (input) => call(adminUser.delete, input),
      invalidatesTags: ['Desk'],
    }),
    deskEndSessions: build.mutation<
      DataOf<typeof adminUser.endSessions>,
      InputOf<typeof adminUser.endSessions>
    >({
      query: (input) => call(adminUser.endSessions, input),
      invalidatesTags: ['Desk'],
    }),
    deskAudit: build.query<DataOf<typeof adminAudit.list>, InputOf<typeof adminAudit.list>>({
      query: (input) => call(adminAudit.list, input),
      providesTags: ['Desk'],
    }),
  }),
});

export const {
  useDeskTodayQuery,
  useDeskOrdersQuery,
  useLazyDeskOrdersQuery,
  useDeskOrderQuery,
  useDeskConfirmTransferMutation,
  useDeskRefundDecideMutation,
  useDeskReturnPaymentMutation,
  useDeskInvoiceDecideMutation,
  useDeskDecisionsQuery,
  useDeskDecisionConfirmMutation,
  useDeskDecisionDeclineMutation,
  useDeskFeedbackQuery,
  useDeskAssigneesQuery,
  useDeskFeedbackAssignMutation,
  useDeskFeedbackAnswerMutation,
  useDeskReportsQuery,
  useDeskReportCloseMutation,
  useDeskAccountsQuery,
  useDeskAccountQuery,
  useDeskRoleMutation,
  useDeskDeleteAccountMutation,
  useDeskDisableMutation,
  useDeskRemoveFactorMutation,
  useDeskEndSessionsMutation,
  useDeskAuditQuery,
  useLazyDeskAuditQuery,
} = deskApi;
