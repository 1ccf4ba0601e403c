/** External addresses that the browser tests expect in the configuration (e2e/product.ts). */
export const OUTSIDE = {
  LINK_DEMO: 'https://demo.example/',
  LINK_FORUM: 'https://forum.example/',
  LINK_DEV_DOCS: 'https://docs.example/',
  HANDOVER_TARGETS: 'https://partner.example/welcome',
};
