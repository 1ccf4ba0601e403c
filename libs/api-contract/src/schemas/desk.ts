import { about, call, Type } from './define.ts';

export const deskToday = call({
  summary: 'Count open tasks of operators',

  data: Type.Object({
    feedback: about('Without an answer.', Type.Integer()),
    transfers: about('Orders whose buyer chose a bank transfer, unpaid so far.', Type.Integer()),
    refunds: about('Asked for and not decided.', Type.Integer()),
    payments: about('Money that came for an order that could not take it.', Type.Integer()),
    invoices: about('Requested, and neither issued nor declined.', Type.Integer()),
    decisions: about('For a second operator.', Type.Integer()),
    invite_requests: about('Requests for an invitation, without an answer.', Type.Integer()),
    reports: about('About apps, open.', Type.Integer()),
    reviews: about('Versions under review.', Type.Integer()),
    reviews_overdue: about('Of these, past their deadline.', Type.Integer()),
    schedules: about('Articles that time will publish or take offline.', Type.Integer()),
    schedules_outdated: about(
      'Of these, with a draft that was changed after it was scheduled: they wait for an operator.',
      Type.Integer(),
    ),
    mails: about('Mails that could not be handed on and are not tried again.', Type.Integer()),
    jobs: about('Recurring jobs whose last run failed, or that should have run long ago.', Type.Integer()),
    job_names: about('Of these.', Type.Array(Type.String())),
  }),
});
