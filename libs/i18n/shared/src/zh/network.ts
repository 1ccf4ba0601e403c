/** What is said without a network: it stands in every page, so it is short. */
export const network = { lost: '网络连接失败，请检查网络后重试', again: '重试' } as const;
