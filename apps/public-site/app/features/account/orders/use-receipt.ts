import { useOrderInvoiceLinkMutation } from '@yunduo/data-access';
import { openInTab } from '../../../shell/open-in-tab.ts';

/** Opens the receipt of an order in a tab of its own. `opening` is the number of the order that is asked for. */
export function useReceipt() {
  const [ask, { isLoading, originalArgs }] = useOrderInvoiceLinkMutation();
  return {
    opening: isLoading ? originalArgs : undefined,
    open: (orderNo: string) => openInTab(async () => (await ask(orderNo).unwrap()).url),
  };
}
