import { data } from 'react-router';

// No page has this address: the language's layout shows the error page, the host sends the status.
export const clientLoader = () => {
  throw data(null, { status: 404 });
};

/** Never rendered: the loader always throws. */
export default function NotFound() {
  return null;
}
