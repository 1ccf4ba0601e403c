/** Texts without a network. Every page contains them, so they are short. */
export const network = { lost: '网络连接失败，请检查网络后重试', again: '重试' } as const;
