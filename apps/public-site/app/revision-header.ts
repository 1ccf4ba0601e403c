/**
 * The host sends the content revision that it renders in this header; without a host (`npm run dev`) a page requests
 * everything itself.
 */
export const REVISION_HEADER = 'content-revision';

/** Format of the API's signed preview tokens (`/admin_content/preview`); other values are not sent to the API. */
const PREVIEW_TOKEN = /^\d{1,10}\.\d{1,11}\.[\w-]{43}$/;

/** The preview token of an address, which shows the draft of an article in its page; null without one. */
export function previewToken({ searchParams }: URL): string | null {
  const token = searchParams.get('preview');
  return token !== null && PREVIEW_TOKEN.test(token) ? token : null;
}
