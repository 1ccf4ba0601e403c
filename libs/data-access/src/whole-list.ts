import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { ApiFailure } from '@yunduo/api-client';
import { PAGE_SIZE } from '@yunduo/validation';
import type { CallMeta } from './base-query.ts';

type Answer<T> = QueryReturnValue<T, ApiFailure, CallMeta>;
export interface List<T> {
  list: T[];
  total: number;
}

/**
 * Fetches all pages of a list. An item that moved between pages meanwhile is listed once.
 * @returns the failure of a page as the failure of the whole list
 */
export async function wholeList<T extends { id: number }>(
  ask: (paging: { page: number; page_size: number }) => PromiseLike<Answer<unknown>> | Answer<unknown>,
): Promise<Answer<List<T>>> {
  const found = new Map<number, T>();
  for (let page = 1; ; page += 1) {
    const answer = await ask({ page, page_size: PAGE_SIZE.max });
    if (answer.error) return answer;
    const data = answer.data as List<T>;
    for (const one of data.list) found.set(one.id, one);
    if (data.list.length === 0 || page * PAGE_SIZE.max >= data.total) {
      return { data: { ...data, list: [...found.values()] }, meta: answer.meta };
    }
  }
}
