/** Who makes this. The text itself is content. */
export const about = {
  title: '关于我们',
  description: '谁在做这个客户端，为什么做，怎么联系我们。',
  empty: '这里还没有写什么。想问什么，直接写信给我们。',
  reach: '联系我们',
  reach_text: '每封信都由真人回复。问题越具体，回得越快。',
  feedback: '提交反馈',
  privacy: '隐私政策',
} as const;
