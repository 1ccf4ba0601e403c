/** The host says in it which content it renders; without a host (`npm run dev`) a page asks for everything itself. */
export const REVISION_HEADER = 'content-revision';

/** What the API signs for a preview (`/admin_content/preview`); anything else is not asked about. */
const PREVIEW_TOKEN = /^\d{1,10}\.\d{1,11}\.[\w-]{43}$/;

/** The token with which an address asks for the draft of an article in its page; null without one. */
export function previewToken({ searchParams }: URL): string | null {
  const token = searchParams.get('preview');
  return token !== null && PREVIEW_TOKEN.test(token) ? token : null;
}
