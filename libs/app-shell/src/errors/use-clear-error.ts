import { useNavigate, useRevalidator } from 'react-router';
import { safeNavigate } from '../navigation/safe-navigate.ts';

/** Clears the error of the page: goes to `redirect` where one is given, otherwise tries the same page again (R2.34). */
export function useClearError(): (redirect?: string) => void {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return (redirect) => {
    if (redirect === undefined) void revalidate();
    else safeNavigate(redirect, { navigate });
  };
}
