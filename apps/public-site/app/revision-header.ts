/** The host says in it which content it renders; without a host (`npm run dev`) a page asks for everything itself. */
export const REVISION_HEADER = 'content-revision';
