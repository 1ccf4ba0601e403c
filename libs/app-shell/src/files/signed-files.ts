import { isApiFailure } from '@yunduo/data-access';
import { parseSafeUrl } from '../navigation/safe-url.ts';

// Files behind signed links, which are valid for minutes.

/**
 * Opens the URL from a call's answer, an address of this site, in a new tab; to be called from the press handler. If
 * the call fails, the tab is closed.
 * @throws Error if the address is not one of this site
 */
export async function openInTab(ask: () => Promise<string | undefined>): Promise<void> {
  // Opened in the press handler: browsers block a tab opened after an answer as a pop-up.
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const address = parseSafeUrl((await ask()) ?? '');
    if (!address) throw new Error('what was to be opened is not on this site');
    (tab ?? window).location.assign(address.href);
  } catch (error) {
    tab?.close();
    // A toast has reported the failed call.
    if (!isApiFailure(error)) throw error;
  }
}
