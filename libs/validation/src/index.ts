export * from './invitation-code.ts';
export * from './licence-code.ts';
export * from './limits.ts';
export * from './patterns.ts';
export * from './time.ts';
export * from './vocabulary.ts';
