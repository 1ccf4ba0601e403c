/** 运营命令行里的说法：终端里没有标红，也没有“我的” */
export const terminal = {
  VALIDATION_FAILED: '有几处填写不对',
  LICENCE_NOT_FOUND: '没有这个授权码',
};
