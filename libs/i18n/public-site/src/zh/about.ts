/** Who makes this. The text itself is content. */
export const about = {
  title: '关于我们',
  description: '我们是谁，为什么做这款客户端，如何联系我们。',
  empty: '暂无内容。如有问题，请通过邮件联系我们。',
  reach: '联系我们',
  reach_text: '每封邮件都由真人回复。描述越具体，回复越快。',
  feedback: '提交反馈',
  privacy: '隐私政策',
} as const;
