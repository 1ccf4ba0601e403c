import { pageNotFound } from './page-not-found.ts';

// No page has this address. The same answer on the server and after a navigation in the browser.
export const loader = ({ request }: { request: Request }) => {
  throw pageNotFound(request);
};
export const clientLoader = ({ request }: { request: Request }) => {
  throw pageNotFound(request);
};

/** Never seen: the loaders always throw, and the language's layout shows the error page. */
export default function NotFound() {
  return null;
}
