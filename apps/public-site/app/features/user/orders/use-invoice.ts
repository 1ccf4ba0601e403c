import { parseSafeUrl } from '@yunduo/app-shell';
import { isApiFailure, useOrderInvoiceLinkMutation } from '@yunduo/data-access';

/** Opens the invoice of an order in a tab of its own. `opening` is the number of the order that is asked for. */
export function useInvoice() {
  const [ask, { isLoading, originalArgs }] = useOrderInvoiceLinkMutation();
  return {
    opening: isLoading ? originalArgs : undefined,
    async open(orderNo: string) {
      // Opened at the press: a tab that comes after an answer would be refused as a pop-up.
      const tab = window.open('', '_blank');
      if (tab) tab.opener = null;
      try {
        const { url } = await ask(orderNo).unwrap();
        const address = parseSafeUrl(url);
        if (!address) throw new Error('the invoice is not on this site');
        (tab ?? window).location.assign(address.href);
      } catch (error) {
        tab?.close();
        // A failed call has been reported by a toast.
        if (!isApiFailure(error)) throw error;
      }
    },
  };
}
