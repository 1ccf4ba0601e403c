export const clientDownload = {};
export const privateDeploy = {};
export const adminInvite = {};
export const adminRelease = {};
