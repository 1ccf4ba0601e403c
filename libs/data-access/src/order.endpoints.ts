import { order, type DataOf, type InputOf, type Order } from '@yunduo/api-contract';
import { api } from './api.ts';
import { call } from './base-query.ts';

/**
 * Orders of the signed-in user. An invoice opens in a tab, which sends no token: request `orderInvoiceLink`
 * for an address that is valid for minutes and open that. Payment continues at `pay_url`.
 */
export const orderApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderList: build.query<DataOf<typeof order.list>, InputOf<typeof order.list>>({
      query: (input) => call(order.list, input),
      providesTags: ['Order'],
    }),
    /** Payment methods, for a user without an order. */
    payProviders: build.query<DataOf<typeof order.payProviders>, void>({
      query: () => call(order.payProviders, undefined),
    }),
    orderDetail: build.query<DataOf<typeof order.detail>, string>({
      query: (orderNo) => call(order.detail, { order_no: orderNo }),
      providesTags: ['Order'],
    }),
    orderCreate: build.mutation<Order, InputOf<typeof order.create>>({
      query: (input) => call(order.create, input),
      invalidatesTags: ['Order'],
    }),
    orderPay: build.mutation<DataOf<typeof order.pay>, InputOf<typeof order.pay>>({
      query: (input) => call(order.pay, input),
      invalidatesTags: ['Order'],
    }),
    orderCancel: build.mutation<Order, InputOf<typeof order.cancel>>({
      query: (input) => call(order.cancel, input),
      // A rejection means that the order changed elsewhere: the displayed data is outdated either way.
      invalidatesTags: ['Order'],
    }),
    orderRefundRequest: build.mutation<Order, InputOf<typeof order.refundRequest>>({
      query: (input) => call(order.refundRequest, input),
      invalidatesTags: ['Order'],
    }),
    orderInvoiceRequest: build.mutation<Order, InputOf<typeof order.invoiceRequest>>({
      query: (input) => call(order.invoiceRequest, input),
      invalidatesTags: ['Order'],
    }),
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
