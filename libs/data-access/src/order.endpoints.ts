import { order, type DataOf } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call, mutationOf, queryOf } from './base-query.ts';

/**
 * Orders of the signed-in user. An invoice opens in a tab, which sends no token: request `orderInvoiceLink`
 * for an address that is valid for minutes and open that. Payment continues at `pay_url`.
 */
export const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderList: queryOf(build, order.list, ['Order']),
    /** Payment methods, for a user without an order. */
    payProviders: queryOf(build, order.payProviders),
    orderDetail: build.query<DataOf<typeof order.detail>, string>({
      query: (orderNo) => call(order.detail, { order_no: orderNo }),
      providesTags: ['Order'],
    }),
    orderCreate: mutationOf(build, order.create, ['Order']),
    orderPay: mutationOf(build, order.pay, ['Order']),
    orderCancel: mutationOf(
      build,
      order.cancel,
      // A rejection means that the order changed elsewhere: the displayed data is outdated either way.
      ['Order'],
    ),
    orderRefundRequest: mutationOf(build, order.refundRequest, ['Order']),
    orderInvoiceRequest: mutationOf(build, order.invoiceRequest, ['Order']),
    orderInvoiceLink: build.mutation<DataOf<typeof order.invoiceLink>, string>({
      query: (orderNo) => call(order.invoiceLink, { order_no: orderNo }),
    }),
  }),
});

export const {
  usePayProvidersQuery,
  useOrderListQuery,
  useOrderDetailQuery,
  useOrderCreateMutation,
  useOrderPayMutation,
  useOrderCancelMutation,
  useOrderRefundRequestMutation,
  useOrderInvoiceRequestMutation,
  useOrderInvoiceLinkMutation,
} = orderApi;
