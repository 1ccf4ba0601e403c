import { redirect } from 'react-router';
import { redirectOf } from '../../route-map.ts';
import { pageNotFound } from '../../shell/page-not-found.ts';

// No page has this address: it redirects if it has moved, otherwise it is missing. A client-side navigation has already
// applied the redirects of its build (`follow-build.ts`).
export const loader = ({ request }: { request: Request }) => {
  const target = redirectOf(new URL(request.url).pathname);
  throw target ? redirect(target.to, target.status) : pageNotFound(request);
};
export const clientLoader = ({ request }: { request: Request }) => {
  throw pageNotFound(request);
};

/** Never rendered: the loaders always throw, and the language's layout shows the error page. */
export default function NotFound() {
  return null;
}
