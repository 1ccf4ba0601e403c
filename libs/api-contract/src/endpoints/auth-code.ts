export const authCode = {};
