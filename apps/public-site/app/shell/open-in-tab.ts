import { parseSafeUrl } from '@yunduo/app-shell';
import { isApiFailure } from '@yunduo/data-access';

/**
 * Opens what a call answers, an address of this site, in a tab of its own; to be called at the press. A call that fails
 * leaves no tab behind.
 * @throws Error when the address is not one of this site
 */
export async function openInTab(ask: () => Promise<string | undefined>): Promise<void> {
  // Opened at the press: a tab that comes after an answer would be refused as a pop-up.
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const address = parseSafeUrl((await ask()) ?? '');
    if (!address) throw new Error('what was to be opened is not on this site');
    (tab ?? window).location.assign(address.href);
  } catch (error) {
    tab?.close();
    // A failed call has been reported by a toast.
    if (!isApiFailure(error)) throw error;
  }
}
