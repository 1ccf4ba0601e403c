import type {
  DecisionState,
  FeedbackAssignee,
  FeedbackState,
  FeedbackType,
  InvoiceState,
  OrderStatus,
  PayProvider,
  ReportReason,
  ReportResolution,
  Role,
} from '@yunduo/validation';

// The closed sets that the desk filters by. They repeat the vocabulary of `@yunduo/validation`, which is in a chunk of
// every console page: imported from there, developers would load them too. `desk-page.test.tsx` compares them.
export const ORDER_STATUSES: readonly OrderStatus[] = [
  'pending',
  'failed',
  'paid',
  'refund_requested',
  'refunded',
  'cancelled',
];
export const PAY_PROVIDERS: readonly PayProvider[] = [
  'alipay',
  'wechat_pay',
  'stripe',
  'bank_transfer',
  'sandbox',
];
export const INVOICE_STATES: readonly InvoiceState[] = ['requested', 'issued', 'declined'];
export const DECISION_STATES: readonly DecisionState[] = [
  'pending',
  'confirmed',
  'declined',
  'withdrawn',
  'superseded',
  'expired',
];
export const FEEDBACK_STATES: readonly FeedbackState[] = ['open', 'answered', 'closed'];
export const FEEDBACK_TYPES: readonly FeedbackType[] = ['suggestion', 'defect', 'document', 'other'];
export const FEEDBACK_ASSIGNEES: readonly FeedbackAssignee[] = ['me', 'nobody'];
export const REPORT_REASONS: readonly ReportReason[] = [
  'malicious',
  'security',
  'infringement',
  'illegal_content',
  'misleading',
  'broken',
  'other',
];
export const REPORT_STATES = ['open', 'closed'] as const;
export const REPORT_RESOLUTIONS: readonly ReportResolution[] = ['taken_down', 'fixed', 'unfounded', 'other'];
export type GrantedRole = Exclude<Role, 'user'>;
export const GRANTED_ROLES: readonly GrantedRole[] = ['developer', 'reviewer', 'operator', 'admin'];
