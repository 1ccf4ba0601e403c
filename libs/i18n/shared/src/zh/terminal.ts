/** 运营命令行里的说法：终端里没有标红，也没有“我的” */
export const terminal = {
  VALIDATION_FAILED: '部分内容填写有误',
  LICENCE_NOT_FOUND: '授权码不存在',
};
