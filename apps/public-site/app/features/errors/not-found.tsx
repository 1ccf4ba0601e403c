import { redirect } from 'react-router';
import { redirectOf } from '../../route-map.ts';
import { buildId } from '../../shell/build-id.ts';
import { pageNotFound } from '../../shell/page-not-found.ts';
import { ruledRedirect } from './route-rules.ts';

// No page has this address: it may have moved, otherwise it is missing. The same answer on the server and after a
// navigation in the browser, which asks the rules of its build.
export const loader = ({ request }: { request: Request }) => {
  const target = redirectOf(new URL(request.url).pathname);
  throw target ? redirect(target) : pageNotFound(request);
};
export const clientLoader = async ({ request }: { request: Request }) => {
  const target = await ruledRedirect(buildId(), new URL(request.url).pathname);
  throw target ? redirect(target) : pageNotFound(request);
};

/** Never seen: the loaders always throw, and the language's layout shows the error page. */
export default function NotFound() {
  return null;
}
