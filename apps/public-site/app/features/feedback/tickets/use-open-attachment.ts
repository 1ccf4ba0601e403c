import { useFeedbackFilesMutation } from '@yunduo/data-access';
import { openInTab } from '../../../shell/open-in-tab.ts';

/** Opens an attachment of a ticket in a tab of its own, by an address of this moment: those on the page may have lapsed. */
export function useOpenAttachment(no: string): (id: number) => Promise<void> {
  const [ask] = useFeedbackFilesMutation();
  return (id) =>
    openInTab(async () => {
      const { attachments } = await ask({ no }).unwrap();
      return attachments.find((file) => file.id === id)?.url;
    });
}
