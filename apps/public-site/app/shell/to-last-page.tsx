import { useLocalePath } from '@yunduo/app-shell';
import { Navigate } from 'react-router';

interface ToLastPageProps {
  total: number;
  pageSize: number;
  /** The address of a page of the list, without language prefix. */
  path: (page: number) => string;
}

/** For a page past the last one, such as after its only row went to another state: goes to the last one there is. */
export function ToLastPage({ total, pageSize, path }: ToLastPageProps) {
  const localePath = useLocalePath();
  return <Navigate replace to={localePath(path(Math.ceil(total / pageSize)))} />;
}
