/** Canned answers to feedback, in the language of its author. */
export const cannedAnswers = {
  received: '感谢反馈。我们已经记录，会尽快核实并在这里答复你。',
  details: '感谢反馈。请补充客户端版本、操作步骤和完整的错误信息，方便我们复现问题。',
  fixed: '这个问题已在最新版本修复，请升级后再试。如果仍然出现，请直接提交新的反馈。',
  planned: '感谢建议。我们已列入计划，上线后会写在更新日志中。',
  declined: '感谢建议。我们仔细考虑过，目前没有计划加入这项功能。',
} as const;
