export const feedback = {};
export const subscribe = {};
export const activity = {};
export const adminFeedback = {};
export const adminActivity = {};
