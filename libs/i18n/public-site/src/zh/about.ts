/** The about page; its articles are content. */
export const about = {
  title: '关于我们',
  description: '我们是谁，为什么做这款客户端，如何联系我们。',
  empty: '暂无内容。如有问题，请通过邮件联系我们。',
  reach: '联系我们',
  reach_text: '每封邮件都由真人回复。描述越具体，回复越快。',
  feedback: '提交反馈',
  privacy: '隐私政策',
  press: {
    heading: '媒体资料',
    text: '报道{{name}}时可以使用以下标志和图片，请勿改变颜色和比例。',
    mark_alt: '{{name}}的标志',
    mark_vector: '标志（SVG）',
    mark_picture: '标志（PNG，512 像素）',
    card: '产品图片（PNG，1200 × 630）',
    colour: '品牌色',
    copy_colour: '复制品牌色',
  },
} as const;
