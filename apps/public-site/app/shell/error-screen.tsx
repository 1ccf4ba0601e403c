import { ErrorPage, pageError } from '@yunduo/app-shell';
import { useLocation } from 'react-router';
import { readablePath } from './readable-path.ts';
import { CustomFrame } from './custom-layout.tsx';

/** The page instead of the page: what happened, and the ways on. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  return (
    <CustomFrame>
      <ErrorPage status={pageError(error).status} path={readablePath(pathname)} />
    </CustomFrame>
  );
}
