/** Top-level domains that RFC 2606 and RFC 6761 reserve: they never resolve, so nothing can be pulled from there. */
const RESERVED_HOST = /^[^/]+\.(?:test|example|invalid)(?::\d+)?\//;

/** Whether the image is the placeholder of the sample data, whose digest belongs to no published image. */
export const isSampleImage = (image: string): boolean => RESERVED_HOST.test(image);
