/** Pagination of lists. */
export const pages = { label: '分页', previous: '上一页', next: '下一页', page: '第 {{page}} 页' } as const;
