import {
  adminAudit,
  adminDecision,
  adminDesk,
  adminFeedback,
  adminOrder,
  adminReport,
  adminUser,
  type DataOf,
} from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';
import { handledByView } from './handled.ts';

/** The one argument of `deskToday`: the desk's navigation and first page share its request. A failure is shown there, or leaves the counts out. */
export const DESK_WAITING = handledByView({});

/**
 * The operators' desk. One tag for all of it: an action changes its own room, the counts of the first page
 * and the audit log, and a rejection means that another operator acted first. Only displayed data is
 * requested again.
 */
export const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    deskToday: build.query<DataOf<typeof adminDesk.today>, typeof DESK_WAITING>({
      query: () => call(adminDesk.today, undefined),
      providesTags: ['Desk'],
    }),
    deskOrders: queryOf(build, adminOrder.list, ['Desk']),
    deskOrder: queryOf(build, adminOrder.detail, ['Desk']),
    deskConfirmTransfer: mutationOf(build, adminOrder.confirmTransfer, ['Desk']),
    deskRefundDecide: mutationOf(build, adminOrder.refundDecide, ['Desk']),
    deskReturnPayment: mutationOf(build, adminOrder.returnPayment, ['Desk']),
    deskInvoiceDecide: mutationOf(build, adminOrder.invoiceDecide, ['Desk']),
    deskDecisions: queryOf(build, adminDecision.list, ['Desk']),
    deskDecisionConfirm: mutationOf(build, adminDecision.confirm, ['Desk']),
    deskDecisionDecline: mutationOf(build, adminDecision.decline, ['Desk']),
    deskFeedback: queryOf(build, adminFeedback.list, ['Desk']),
    /** Tickets with fresh file addresses, as `feedbackFiles` of their writers. */
    deskFeedbackFiles: mutationOf(build, adminFeedback.list),
    deskAssignees: queryOf(build, adminFeedback.assignees, ['Desk']),
    deskFeedbackAssign: mutationOf(build, adminFeedback.assign, ['Desk']),
    deskFeedbackAnswer: mutationOf(build, adminFeedback.answer, ['Desk']),
    deskReports: queryOf(build, adminReport.list, ['Desk']),
    deskReportClose: mutationOf(build, adminReport.close, ['Desk']),
    deskAccounts: queryOf(build, adminUser.list, ['Desk']),
    deskAccount: queryOf(build, adminUser.detail, ['Desk']),
    deskRole: mutationOf(build, adminUser.role, ['Desk']),
    deskDisable: mutationOf(build, adminUser.disable, ['Desk']),
    deskRemoveFactor: mutationOf(build, adminUser.removeFactor, ['Desk']),
    deskDeleteAccount: mutationOf(build, adminUser.delete, ['Desk']),
    deskEndSessions: mutationOf(build, adminUser.endSessions, ['Desk']),
    deskAudit: queryOf(build, adminAudit.list, ['Desk']),
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
  useDeskFeedbackFilesMutation,
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
