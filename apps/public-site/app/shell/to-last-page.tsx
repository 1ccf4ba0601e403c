import { useLocalePath } from '@yunduo/app-shell';
import { Navigate } from 'react-router';

interface ToLastPageProps {
  total: number;
  pageSize: number;
  /** Path of a page of the list, without language prefix. */
  path: (page: number) => string;
}

/** For a page past the last one, for example after its only row changed state: redirects to the last page. */
export function ToLastPage({ total, pageSize, path }: ToLastPageProps) {
  const localePath = useLocalePath();
  return <Navigate replace to={localePath(path(Math.ceil(total / pageSize)))} />;
}
