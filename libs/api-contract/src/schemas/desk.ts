import { about, call, Type } from './define.ts';

export const deskToday = call({
  summary: 'Count open tasks of operators',

  data: Type.Object({
    feedback: about('Feedback without a reply.', Type.Integer()),
    transfers: about('Unpaid orders for which the buyer chose bank transfer.', Type.Integer()),
    refunds: about('Refund requests without a decision.', Type.Integer()),
    payments: about('Payments that could not be booked to their order.', Type.Integer()),
    invoices: about('Invoice requests that are neither issued nor declined.', Type.Integer()),
    decisions: about('Decisions waiting for a second operator.', Type.Integer()),
    invite_requests: about('Invitation requests without a reply.', Type.Integer()),
    reports: about('Open reports about apps.', Type.Integer()),
    reviews: about('Versions under review.', Type.Integer()),
    reviews_overdue: about('Number of these past their deadline.', Type.Integer()),
    schedules: about('Articles scheduled to be published or to go offline.', Type.Integer()),
    schedules_outdated: about(
      'Number of these whose draft was changed after it was scheduled, and which are not published.',
      Type.Integer(),
    ),
    mails: about('Emails that could not be sent and are not retried.', Type.Integer()),
    jobs: about('Recurring jobs whose last run failed or is overdue.', Type.Integer()),
    job_names: about('Of these.', Type.Array(Type.String())),
  }),
});
