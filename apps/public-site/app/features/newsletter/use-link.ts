import type { ApiFailure } from '@yunduo/api-client';
import { isApiFailure } from '@yunduo/data-access';
import { useState } from 'react';

/** The button of a mail link's page: `press` runs the call unless the link lacks its token. */
export function useLink(token: string) {
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [incomplete, setIncomplete] = useState(false);
  const press = async (call: (token: string) => Promise<unknown>) => {
    setFailure(null);
    setIncomplete(token === '');
    if (token === '') return;
    try {
      await call(token);
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      setFailure(error);
    }
  };
  return { press, failure, incomplete };
}
