export const adminReview = {};
export const adminCalendar = {};
