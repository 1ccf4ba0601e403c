/** The slider: five states (specification §4) and the way without a pointer. */
export const captcha = {
  label: '安全验证',
  loading: '正在准备拼图',
  prompt: '拖动滑块，把拼图对准缺口；也可以用方向键移动，按回车确认',
  verifying: '正在验证',
  success: '验证成功',
  failed: '验证失败，请重试',
  request_failed: '请求失败',
  expired: '拼图已过期，换了一张新的',
  try_again: '再试一次',
  refresh: '换一张',
  alternative_offer: '总是对不准？可以让浏览器自己算一道题来代替，不用看图，也不用拖动。',
  alternative_start: '改用计算验证',
  alternative_progress: '算题进度',
  alternative_working: '浏览器正在计算，已完成 {{percent}}%',
} as const;
