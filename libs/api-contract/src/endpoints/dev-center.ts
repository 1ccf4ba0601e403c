export const devCenter = {};
export const devToken = {};
