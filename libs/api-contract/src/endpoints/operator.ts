export const adminUser = {};
export const adminAudit = {};
