export const order = {};
export const payNotify = {};
export const adminOrder = {};
